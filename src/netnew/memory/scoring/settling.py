"""Signs of an entry in a log: its fields, bounds, shares, what is settled and what is open."""

from __future__ import annotations

from typing import Final

from netnew.memory.scoring.signal import STRONG, WE, Group, Signal
from netnew.memory.scoring.verbs import CHOICE, POLICY, any_of

_choosing = any_of(CHOICE, form="base")
_ruling = any_of(CHOICE, POLICY, form="ing")

_choice = Group("choice", "for")
_commitment = Group("commitment", "for")
_rule = Group("rule", "for")
_reason = Group("reason", "for")
_scope = Group("scope", "for")
_open = Group("open", "against")

# What a field holds while nothing is decided.
_NOTHING: Final = (
    r"(?:pending|tbd|tba|open|none|n/?a|unknown|unclear|to be|to do|todo|not yet|awaiting|proposed|"
    r"draft|in progress|see|\?|…|\.\.\.|$)"
)
# Fields stand at the start of a line, whatever marks are before and around them.
_FIELD: Final = r"(?im)^\W*(?:\d+\W+)?"
_CLOSED: Final = r"(?:closed|settled|over|ended|final)"

SETTLING: Final[tuple[Signal, ...]] = (
    _choice.sign(
        "decision_field",
        "a field that holds the decision",
        rf"{_FIELD}(?:decision|decided|chosen(?: \w+)?|choice|resolution|resolved|verdict|ruling|"
        rf"agreed|conclusion|outcome|rejected|dismissed|ruled out|supersedes|adopted)\**"
        rf"(?:\s*[:：—–-]\s*|[ \t]*\n+)\**(?!\W*{_NOTHING})\S",
        "raw",
        prior=STRONG,
    ),
    _choice.sign(
        "accepted",
        "its status says that it was accepted",
        r"(?i)(?:\bstatus\W{1,6}|\|\s*|\[|\()(?:accepted|approved|agreed|decided|adopted|ratified|"
        r"superseded by)\b",
        "raw",
        prior=STRONG,
    ),
    _choice.sign(
        "settled",
        "closes the matter",
        r"\bfinal (?:answer|say|word|call)\b|\b(?:debate|discussion|question|matter|case|topic|"
        rf"subject) (?:is |now )*{_CLOSED}\b|\bend of (?:debate|discussion|story)\b|"
        r"\b(?:that's|it's|is|are) settled\b|\bmade up (?:my|our|his|her|their|its) minds?\b|"
        r"\b(?:on purpose|by design|deliberately|intentionally|once and for all)\b",
        prior=STRONG,
    ),
    _choice.sign(
        "goes_to",
        "says whom or what a choice fell on",
        r"\b(?:won|wins) (?:over|out|against)\b|\b(?:beats?|preferred (?:to|over)|goes to|went to|"
        r"fell on|in favou?r of|it'?s going to be|makes? the cut)\b",
    ),
    _commitment.sign(
        "we_are_not",
        "says what the speakers are or are not going to go on with",
        rf"{WE}(?:'re|'m| are| am) (?:(?:not|no longer) (?:\w+ing)|{_ruling})\b",
    ),
    _rule.sign(
        "bound",
        "sets a bound",
        r"\b(?:(?:is|are|be|stays?)? ?capped (?:at|to)|(?:hard |soft |upper |lower )?(?:cap|limit|"
        r"ceiling|floor|maximum|minimum|max|min)\b(?: (?:is|of|at))? ?:?(?= ?\d)|limited to|"
        r"at most|no (?:more|less|fewer|later|earlier) than|not (?:more|before|after|until)|"
        r"only (?:for|from|in|on|at|to|with|after|before|until|when|if)|\w+ only\b)",
    ),
    _rule.sign(
        "no_thing",
        "rules a thing out in a word",
        r"(?:^|[,;:.(] |\band |\bbut )no (?!(?:errors?|issues?|problems?|results?|changes?|output|"
        r"warnings?|failures?|match(?:es)?|difference|updates?|news|luck|response|answer|idea|data|"
        r"progress|evidence|effect|sign|reason|one|need|worries|way|longer|doubt|more|less)\b)\w+"
        r"|: none\b",
    ),
    _rule.sign(
        "becomes",
        "says what is done to a thing every time",
        r"\b(?:gets?|go(?:es)?) (?!(?:an?|the|to|into|out|up|down|it|back|on)\b)\w+(?:ed|en|wn)\b"
        r"|\b(?:stays?|remains?|keeps?) (?:at|with|on|in|as|the|\w+ing)\b",
    ),
    _scope.sign(
        "allots",
        "gives each its own share",
        r"\w+ (?:for|in|on) [^,;.:]{2,40}[,;.] (?:and )?[^,;.:]{2,40} (?:for|in|on) \w+"
        r"|\b(\w+s) [^,;.]{2,40}[,;] \w+ \1 \w+",
    ),
    _reason.sign(
        "reason_field",
        "a field that holds the reason",
        rf"{_FIELD}(?:reason(?:ing|s)?|rationale|why|because|motivation|consequences?|trade-?offs?|"
        r"alternatives?|deciders?|decision[- ]makers?|decided by|revisit(?:ed)?)\**"
        r"(?:\s*[:：—–]|[ \t]*\n)",
        "raw",
    ),
    _open.sign(
        "undecided",
        "nothing is decided yet",
        rf"\bto (?:be )?(?:{_choosing}|decided|determined|agreed|confirmed|discussed|chosen|"
        rf"defined)\b|\b(?:{_choosing}) (?:between|whether|if|which|what|how|when|where|who)\b|"
        r"\b(?:before|until|once|when|after) (?:we|i|they|you) "
        rf"(?:can |have |all )*(?:{_choosing}|decided|chosen|agreed)\b|\bundecided\b|\btb[da]\b|"
        r"\bopen (?:questions?|points?|items?|for|issues?)\b|\b(?:still|yet) open\b|"
        r"\bto be filled\b|\b(?:not|haven't|hasn't) (?:yet )?(?:been )?(?:decided|chosen|agreed)|"
        r"\b(?:leaning|torn|thinking about|considering|options? considered|considered options?)\b",
        prior=STRONG,
    ),
    _open.sign(
        "listed_to_do",
        "a list of what is still to do",
        r"^\W*(?:to[- ]?dos?|tomorrow|next(?: week| up| steps?)?|later|open|plan|agenda|backlog)\b"
        r"[^.:]{0,30}:",
    ),
)
