"""Words that a reader of facts knows: closed classes of English, and the classes of change.

Version `fact-words/2`. No entry names a thing of some domain: a topic is whatever is left.
"""

from __future__ import annotations

import re
from functools import lru_cache

from netnew.memory.fact_verbs import BASE_OF

VERSION = "fact-words/2"

FUNCTION = frozenset(
    "a an the this that these those i me my mine we us our ours you your yours he him his she "
    "her hers it its they them their theirs who whom whose which what where when why how there "
    "here and or but nor so yet if then than as of in on at by for from to with within without "
    "into onto upon about over under above below between through during until till since before "
    "after against per via is are was were be been being am do does did done has have had "
    "having will would shall should can could may might must not no never none 's s ll ve re d "
    "m t also too very just u up down out off".split()
)
PREPOSITIONS = frozenset(
    "of in on at by for from to with within into onto upon about over under through during until "
    "till since between against per via as than".split()
)
# What follows tells why or what else, no longer what the value belongs to.
ASIDES = frozenset(
    "after because since due following before while although so which where when once thanks "
    "despite unless whereas reflecting".split()
)

# How something comes to have another value; up and down say in which direction.
_UP = (
    "increase raise grow expand extend climb rise lift bump gain improve boost upgrade double "
    "triple add lengthen widen exceed surpass jump"
)
_DOWN = (
    "decrease reduce lower shrink shorten cut drop fall decline lessen trim halve downgrade "
    "narrow discount"
)
_EITHER = (
    "change update adjust move reschedule shift switch replace revise modify migrate convert "
    "transition become turn rename correct postpone delay advance relocate reach rebrand swap "
    "reassign transfer amend renew reset optimize tune bring set"
)
_CHANGE_IRREGULAR = {
    "grow": "grew grown", "rise": "rose risen", "become": "became", "fall": "fell fallen",
    "bring": "brought", "shrink": "shrank shrunk",
}  # fmt: skip
# The state now, said as such.
NOW = frozenset("now currently nowadays latest recently lately anymore longer instead".split())
NOW_PHRASE = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|as of (?:now|today)|from now on|used to|formerly|"
    r"previously|instead(?: of)?|rather than|in place of|is gone|any longer|"
    r"switch(?:ed|ing)? (?:\w+ )?to|"
    r"mov(?:e|ed|es|ing) (?:\w+ ){0,5}to|replaced? (?:\w+ ){0,5}(?:by|with)|replac(?:es|ing)|"
    r"stopped|quit|gave up|back to|up from|down from|"
    r"supersed(?:es|ed by)|new(?:ly)?|"
    r"than (?:\w+ly )?(?:planned|expected|before|agreed|estimated|thought|scheduled))\b"
)

# Which of several values in time: the new price takes the place of the old one.
OF_A_TIME = frozenset(
    "current new newest latest recent old former previous last prior original initial planned "
    "expected estimated scheduled actual final revised updated corrected present today".split()
)
# Words that name no property: how much, how, when, and the bare idea of a value.
WEAK = frozenset(
    "number amount total count value level figure time current currently now new newly recent "
    "recently latest lately final finally further furthermore slightly slight steadily already "
    "still only really quite about around approximately roughly exactly nearly almost average "
    "extra additional additionally another more most less least much many some any all each every "
    "first initial initially original originally next last previous previously planned plan "
    "expected expect estimate estimated aim aiming start starting begin beginning "
    "use using used make made get got keep take took give have longer instead today tomorrow "
    "yesterday daily weekly monthly yearly annual hourly "
    "require requires required requirement need needs starts begins minimum maximum min max "
    "least up depend depends depending relies rely "
    "scheduled schedule significantly gradually consistent consistently successfully successful "
    "better best good great it's there's i'm i've we've you've including include includes "
    "contain contains reported includes included confirmed target goal".split()
)

# Words without which a statement says the same.
EMPTY = frozenset(
    "a an the this that these those of and also too just very really quite simply actually "
    "basically indeed already still i me we us you he him she it they them there who which "
    "is are was were be been being am do does did done has have had having s ve re d m "
    "it's there's i'm i've we've you've".split()
)

# States that a thing goes through; one set holds words for the same state.
STATES: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "planned scheduled proposed upcoming draft drafted tentative considered todo",
        "started ongoing underway running progress progressing begun",
        "blocked stuck paused suspended halted",
        "pending waiting awaiting unresolved outstanding",
        "submitted filed lodged dispatched posted",
        "received arrived collected",
        "booked reserved confirmed",
        "reviewed inspected audited",
        "refunded returned reimbursed",
        "signed ratified",
        "packed loaded",
        "held detained quarantined",
        "done completed finished complete fixed resolved solved delivered shipped released "
        "launched deployed merged live implemented passed",
        "closed ended expired",
        "cancelled canceled abandoned dropped withdrawn aborted",
        "deprecated retired archived removed obsolete decommissioned discontinued",
        "failed failing broken down offline crashed",
        "accepted approved granted funded awarded",
        "rejected declined denied refused",
        "enabled active on",
        "disabled inactive off",
        "open opened unlocked reopened",
        "locked",
        "single unmarried", "engaged", "married", "divorced", "widowed",
        "unemployed retired",
        "healthy up online working", "sick ill unwell",
    )
)  # fmt: skip
# States only where nothing follows that they could be a preposition of.
PARTICLES = frozenset("on off up down".split())
STATE_OF = {word: index for index, words in enumerate(STATES) for word in words}

# Words of which one holds exactly when the other does not, or very nearly.
_OPPOSITES = (
    "open closed", "public private", "manual automatic", "manual automated",
    "manually automatically", "optional mandatory", "optional required", "temporary permanent",
    "free paid", "synchronous asynchronous", "internal external", "static dynamic", "full empty",
    "dark light", "visible hidden", "local remote", "remote onsite", "remotely onsite",
    "online offline", "on off", "enabled disabled", "active inactive", "available unavailable",
    "locked unlocked", "present absent", "stateless stateful", "mutable immutable",
    "encrypted unencrypted", "signed unsigned", "healthy unhealthy", "stable unstable",
    "safe unsafe", "valid invalid", "compatible incompatible", "complete incomplete",
    "paid unpaid", "read unread", "allowed forbidden", "allowed banned", "allowed blocked",
    "legal illegal", "passing failing", "green red", "working broken", "employed unemployed",
    "married divorced", "ahead behind", "early late", "high low", "strict lenient", "fast slow",
    "hot cold", "indoors outdoors", "dead alive", "pinned unpinned", "cached uncached",
    "tracked untracked", "tested untested", "true false", "yes no",
)  # fmt: skip


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _OPPOSITES:
        a, b = pair.split()
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = _opposites()

ADDITION = re.compile(r"\b(?:also|as well|in addition|additionally|another|too|besides)\b")

# Before a state: what makes a word the state of a thing and no act on another.
PREDICATES = frozenset(
    "is are was were be been being became become becomes got gets remains stays status state "
    "marked now currently already still 's fully not".split()
)
# The bare name of a kind of value: it may go unsaid, for the value says it.
KIND_NOUNS: dict[str, frozenset[str]] = {
    "code": frozenset("version release released".split()),
    "dotted": frozenset("version release released rating score".split()),
    "%": frozenset("rate percentage percent share ratio proportion".split()),
    "money": frozenset("budget price cost fee amount allocation allocated spending sum "
                       "paid payment".split()),
    "duration": frozenset("time duration length complete process period".split()),
    "date": frozenset("date deadline day afternoon morning evening due".split()),
    "clock": frozenset("time hour clock start arrival earlier later".split()),
    "count": frozenset("total number count size".split()),
}  # fmt: skip

# Nouns whose number is a name: sprint 3 is another sprint than sprint 4.
NUMBERED = frozenset(
    "sprint phase milestone chapter room floor gate stage week day quarter grade module unit "
    "lesson season volume track lane zone terminal platform team group building bus "
    "line route highway apartment flat table version release step task issue ticket pr "
    "rfc adr item round level part "
    "section attempt run iteration session lab server node worker shard exam quiz test".split()
)


def _verb_forms(verb: str) -> set[str]:
    root = verb.removesuffix("e")
    last = verb[-1]
    forms = {verb, f"{verb}s", f"{verb}es", f"{root}ed", f"{root}ing", f"{verb}{last}ed",
             f"{verb}{last}ing"}  # fmt: skip
    if verb.endswith("y"):
        forms |= {f"{verb[:-1]}ies", f"{verb[:-1]}ied"}
    return forms | set(_CHANGE_IRREGULAR.get(verb, "").split())


def _all_forms(verbs: str) -> frozenset[str]:
    return frozenset(form for verb in verbs.split() for form in _verb_forms(verb))


UP, DOWN, EITHER = _all_forms(_UP), _all_forms(_DOWN), _all_forms(_EITHER)
CHANGING = UP | DOWN | EITHER

_ENDINGS = (
    "ization", "ational", "ations", "ation", "ements", "ement", "ments", "ment", "ities", "ity",
    "ions", "ion", "ances", "ance", "ings", "ing", "edly", "ies", "ied", "ers", "er", "ors", "or",
    "ed", "es", "ly", "al", "ates", "ate", "s", "e", "y",
)  # fmt: skip
_KEPT = 4
# By their last letters, each in the order above: most words end in none of many.
_ENDINGS_IN = {
    last: tuple(ending for ending in _ENDINGS if ending[-1] == last)
    for last in {ending[-1] for ending in _ENDINGS}
}


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """What the forms of a word share; only ever compared with other stems.

    >>> stem("scheduled") == stem("schedules"), stem("assembly") == stem("assemble")
    (True, True)
    >>> stem("allocation") == stem("allocate"), stem("bus")
    (True, 'bus')
    """
    if not word.isascii() or not word.isalpha():
        return word
    word = BASE_OF.get(word, word)
    if word.endswith("bly"):
        # possibly, assembly: as possible and assemble.
        word = word.removesuffix("y")
    for _ in range(3):
        for ending in _ENDINGS_IN.get(word[-1], ()):
            if word.endswith(ending) and len(word) - len(ending) >= _kept(ending):
                word = word.removesuffix(ending)
                break
        else:
            break
    doubled = len(word) >= _KEPT and word[-1] == word[-2]
    if doubled and (len(word) > _KEPT or word[-1] in "bdgmnprt"):
        word = word[:-1]
    return word


def _kept(ending: str) -> int:
    return 3 if ending in ("s", "es", "ed", "ing", "e", "ies", "ied") else _KEPT
