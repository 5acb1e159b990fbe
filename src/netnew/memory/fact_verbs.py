"""Verbs that a reader of facts knows, by what they do to a property (`fact-verbs/1`).

A verb is in a class for the reason its class gives. None names a thing of some domain.
"""

from __future__ import annotations

import re
from typing import Final

VERSION: Final = "fact-verbs/1"

# Every common irregular verb of English: base, then the forms that a rule would not give.
_IRREGULAR: Final = """
arise arose arisen; bear bore borne; beat beaten; become became; begin began begun; bend bent;
bet; bind bound; bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred;
bring brought; broadcast; build built; burn burnt; burst; buy bought; catch caught;
choose chose chosen; cling clung; come came; cost; creep crept; cut; deal dealt; dig dug;
draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten;
fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen;
get got gotten; give gave given; go went gone; grind ground; grow grew grown; hang hung;
hear heard; hide hid hidden; hit; hold held; hurt; keep kept; kneel knelt; know knew known;
lay laid; lead led; lean leant; leap leapt; learn learnt; leave left; lend lent; let;
lie lain; light lit; lose lost; make made; mean meant; meet met; mow mown; pay paid; put; quit;
read; ride rode ridden; ring rang rung; rise rose risen; run ran; say said; see saw seen;
seek sought; sell sold; send sent; set; sew sewn; shake shook shaken; shed; shine shone;
shoot shot; show shown; shrink shrank shrunk; shut; sing sang sung; sink sank sunk; sit sat;
sleep slept; slide slid; speak spoke spoken; speed sped; spend spent; spin spun; split; spread;
spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung;
strike struck stricken; swear swore sworn; sweep swept; swell swollen; swim swam swum;
swing swung; take took taken; teach taught; tear tore torn; tell told; think thought;
throw threw thrown; understand understood; undo undid undone; wake woke woken; wear wore worn;
weave wove woven; weep wept; win won; wind wound; withdraw withdrew withdrawn; write wrote written
"""
BASE_OF: Final = {
    form: forms[0]
    for entry in _IRREGULAR.split(";")
    for forms in [entry.split()]
    for form in forms[1:]
}
_FORMS_OF: Final = {
    base: [form for form, own in BASE_OF.items() if own == base] for base in set(BASE_OF.values())
}


def forms(verbs: str) -> str:
    """A pattern for every form of some verbs; what follows a `+` is said after each of them.

    >>> bool(re.fullmatch(forms("give+up drop"), "gave up")), forms("hit")
    (True, '(?:hit|hits|hitting)')
    """
    found: dict[str, None] = {}
    for verb in verbs.split():
        base, _, after = verb.partition("+")
        said = " " + after.replace("+", " ") if after else ""
        found |= dict.fromkeys(form + said for form in _forms(base))
    return f"(?:{'|'.join(found)})"


def _forms(verb: str) -> list[str]:
    root = verb.removesuffix("e")
    third = f"{verb[:-1]}ies" if re.search("[^aeiou]y$", verb) else verb + (
        "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")  # fmt: skip
    past = f"{verb[:-1]}ied" if third.endswith("ies") else f"{root}ed"
    found = [verb, third]
    double = re.fullmatch("[^aeiou]*[aeiou][bdglmnprt]|.*(?:drop|quit|fer|mit|gin)", verb)
    if verb not in _SAME:
        found += _FORMS_OF.get(verb) or [f"{verb}{verb[-1]}ed" if double else past]
    return [*found, f"{verb}{verb[-1]}ing" if double else f"{root}ing"]


# "cut", "hit": past and base are one.
_SAME: Final = frozenset(e.strip() for e in _IRREGULAR.split(";") if len(e.split()) == 1)

# Who does it to one thing does it to the next as well: their objects add up.
ADDING_UP: Final = (
    "support speak own have know like love enjoy hate dislike play visit allow accept include "
    "offer contain cover provide meet read see watch buy order add want need require collect "
    "follow teach sing learn hire invite try test handle recognise recognize hear find get write "
    "make study remember miss admire send receive attend join bring eat drink cook grow raise "
    "publish fix create finish complete start open close install"
)
_ADDING_UP_PASSIVE: Final = (
    "used supported available accepted needed required liked loved enjoyed shared offered covered "
    "tested seen found spoken sold allowed recommended included mentioned affected interested "
    "involved connected integrated compatible known good made visited read trained certified "
    "experienced skilled qualified licensed educated"
)
# Words that look like participles and are none.
_NO_PARTICIPLE: Final = (
    " open often even ten seven red wooden golden sudden hidden broken present absent different "
    "excellent efficient consistent dependent confident patient frequent current"
)
# The head of a statement whose object, whatever it is, leaves room for others.
ACCUMULATES: Final = re.compile(
    rf"\b(?:{forms(ADDING_UP)}|(?:is|are|was|were|been) (?:{'|'.join(_ADDING_UP_PASSIVE.split())}))"
    r"(?: (?:a|an|the|some|any|his|her|my|our|their|its|both|to|with|at|in|on|for|by|from|"
    r"like|about|called|named|as))* $"
)
# One person at a time does it to one thing.
IN_CHARGE: Final = re.compile(
    rf"^(?:now |currently )?(?:{forms('lead head own run manage maintain chair direct oversee')}|"
    r"is responsible for|is in charge of|looks after|takes care of|is|are) "
    r"(?:the|our|my|his|her|their|its|it) "
)
# What is at one place, done by one, made of one thing at a time.
SINGLE: Final = re.compile(
    r"\b(?:(?:lives?|living|resides?|sits?|sleeps?|parks?|stays?|based|located|hosted|stored|"
    r"deployed|runs?|running|listens?) (?:in|at|on|under|with|from|as|next to)"
    r"|(?:works?|working) (?:in|at|for|as|from)"
    r"|(?:reports?|belongs?|points?|defaults?) to|depends on|(?:is|are) (?:called|named)"
    rf"|(?:is|are|gets?) (?!(?:{'|'.join((_ADDING_UP_PASSIVE + _NO_PARTICIPLE).split())})\b)"
    r"\w{2,}(?:ed|en|wn|ept|ent|old|ought|aught|uilt|un|aid|ade)(?: out)? "
    r"(?:in|at|on|for|to|under|as|with|by|from)) "
)

_CLAUSE_END = (
    r"(?= (?:and|but|because|after|when|since|last|this|in|on|at|by|over|with|to|for|from|so|as|"
    r"until|while|yesterday|today|now)\b"
    r"|[,;.!]|$)"
)
_WHAT = rf"(?: (?P<what>[^,;.!]{{1,60}}?))?{_CLAUSE_END}"
_PASSIVE = r"(?:was|were|has been|have been|got|is being|are being)"


def _act(active: str, passive: str = "") -> re.Pattern[str]:
    """An act on something named after it, or before it where it is told in the passive."""
    done = rf"\b(?:{active}){_WHAT}"
    was = rf"(?P<was>[^,;.!]{{1,60}}?) {_PASSIVE} (?:\w+ly )?(?:{passive or '(?!)'})\b"
    return re.compile(f"{done}|{was}")


# What is said first; the act that ends it; whether the act alone, without an object, ends it.
ENDINGS: Final[tuple[tuple[re.Pattern[str], re.Pattern[str], bool], ...]] = (
    (
        re.compile(rf"\b(?:{forms('have own drive ride rent lease wear keep buy hold use adopt')}|"
                   rf"{forms('play practise practice')}|is subscribed to|subscribes to|"
                   r"pays for|is|are)\b"),
        _act("sold|gave away|got rid of|lost|returned|threw (?:out|away)|donated|traded in|"
             "scrapped|disposed of|parted with|unsubscribed from|cancelled|canceled",
             "sold|given away|lost|returned|donated|scrapped|stolen|cancelled|canceled"),
        False,
    ),
    (
        re.compile(rf"\b(?:{forms('use run require depend rely include have ship support need')}|"
                   r"is|are|goes|go|built|installed|stored|hosted|sent|written)\b"),
        _act("dropped|removed|uninstalled|retired|abandoned|scrapped|phased out|decommissioned|"
             "discontinued|ditched|got rid of|shut down|turned off|deleted|sunset|disbanded",
             "dropped|removed|uninstalled|retired|abandoned|scrapped|phased out|decommissioned|"
             "discontinued|ditched|shut down|turned off|deleted|disbanded|dissolved|revoked"),
        False,
    ),
    (
        re.compile(rf"\b(?:{forms('work lead belong volunteer intern teach serve study attend')}|"
                   r"is employed|is (?:an?|the|on|in|at) |member|plays? (?:for|in|with))\b"),
        _act("left|quit|resigned(?: from| as)?|was (?:fired|laid off|let go|dismissed)(?: from)?|"
             "retired(?: from| as)?|stepped down(?: from| as)?|dropped out(?: of)?|withdrew from|"
             "graduated(?: from| in)?"),
        True,
    ),
    (
        re.compile(rf"\b{forms('live reside stay rent share')}\b"),
        _act("moved out(?: of)?|moved away(?: from)?|left"),
        True,
    ),
    (
        re.compile(r"\b(?:dating|married|engaged|in a relationship|is seeing|lives with)\b"),
        _act("broke up(?: with)?|divorced|separated(?: from)?|split up(?: with)?"),
        True,
    ),
    (
        re.compile(r"\b(?:is|are|am|'m|'s|'re) (?:\w+ )?\w+ing\b"),
        _act("finished|completed|wrapped up|concluded|ended|gave up|abandoned|dropped|cancelled|"
             "canceled|left|passed|failed",
             "finished|completed|wrapped up|concluded|abandoned|cancelled|canceled"),
        False,
    ),
    (
        re.compile(r"\b(?:is|are) (?:\w+ )?(?:in|on|under) "),
        _act("lifted|ended|came out of|is out of|are out of|left",
             "lifted|ended|resolved|called off|cancelled|canceled|revoked|closed"),
        False,
    ),
    (
        re.compile(r"\w"),
        _act("gave up|given up|quit|kicked|cut out|swore off|no longer"),
        False,
    ),
)  # fmt: skip
# How there comes to be what there was not.
BEGINNINGS: Final = re.compile(
    rf"\b(?:{forms('buy get acquire adopt purchase receive join install add introduce enable')}|"
    rf"{forms('create hire start begin learn subscribe implement build find gain obtain launch')}|"
    r"set up|signed up|put in place|rolled out|now)\b"
)
HANDOVERS: Final = (
    re.compile(
        r"(?P<new>(?:\S+ ){1,3}?)(?:(?:has|have) )?(?:took over|taken over|takes over|inherited|"
        r"inherits|succeeded|succeeds|assumed|assumes) (?:as )?(?P<what>[^,;.]{1,60}?)"
        r"(?= (?:from|after|when|as|in|last|this)\b|[,;.]|$)"
    ),
    re.compile(
        r"\b(?:handed|hands|passed|passes|transferred|gave|turned) (?:over )?"
        r"(?P<what>[^,;.]{1,60}?) (?:over |on |off )?to (?P<new>[^,;.]{1,40})"
    ),
    re.compile(
        r"(?P<what>[^,;.]{1,60}?) (?:was|were|is|are|has been|have been) "
        r"(?:handed|passed|transferred|reassigned|given) (?:over |on )?to (?P<new>[^,;.]{1,40})"
    ),
    re.compile(
        r"(?P<new>(?:\S+ ){1,3}?)(?:is|became|was (?:named|made|appointed|promoted to)) (?:now )?"
        r"(?:the )?new (?P<what>[^,;.]{1,60})"
    ),
    re.compile(r"\bnew (?P<what>[^,;.]{1,40}?) (?:is|are) (?:now )?(?P<new>[^,;.]{1,40})"),
)
# What somebody does first, and what takes its place without naming it.
SUCCESSIONS: Final[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = tuple(
    (re.compile(first), re.compile(then))
    for first, then in (
        (
            r"\b(?:lives?|living|lived|resides?|residing|(?:is|are) based) in ",
            r"\b(?:moved|relocated|moving|lives? now|now lives?|settled) (?:back )?(?:to|in) ",
        ),
        (
            r"\b(?:works?|working|(?:is|are) employed|has a job) (?:at|for|with) |\bunemployed\b|"
            r"\blooking for (?:a (?:new )?job|work)\b|\bbetween jobs\b",
            r"\b(?:joined|(?:started|began) (?:working|work|a (?:new )?job)|now works?|hired by|"
            r"(?:took|got|landed|found|accepted) a (?:new )?(?:job|role|position)|"
            r"(?:is|was) hired)\b",
        ),
        (r"\bis (?:\w+ )?\d{1,3}(?: years old)?$", r"\b(?:turned|is now|just turned) \d{1,3}\b"),
        (
            r"\b(?:single|unmarried|engaged|dating|in a relationship)\b",
            r"\b(?:got married|is married|married|got engaged|is engaged|wed|wedding was)\b",
        ),
        (
            r"\b(?:on|away on|off on) (?:holiday|vacation|leave|parental leave|sabbatical)\b",
            r"\bback (?:at|from|in|to)\b|\breturned (?:to|from)\b",
        ),
        (r"\b(?:is pregnant|expecting a)\b", r"\b(?:gave birth|had (?:a|her|their|the) baby)\b"),
    )
)
# Single words that tell that something came to an end, or that something else took its place.
ENDING_WORDS: Final = frozenset(
    "sold lost returned cancelled canceled dropped removed uninstalled retired abandoned scrapped "
    "decommissioned discontinued ditched deleted disbanded left quit resigned fired dismissed "
    "graduated divorced finished ended expired lapsed closed terminated stopped revoked died "
    "demoted outgrew broke refunded withdrew".split()
)
SUCCESSION_WORDS: Final = frozenset(
    "renamed rebranded moved switched migrated replaced replaces became appointed elected promoted "
    "hired joined took relocated upgraded downgraded transferred succeeded new took".split()
)
