"""Signs of talk and output: next steps, talk, what tools print, bare phrases."""

from __future__ import annotations

from typing import Final

from netnew.memory.scoring.signal import ADVERBS, STRONG, Group, Signal
from netnew.memory.scoring.verbs import (
    CHOICE,
    INSPECTION,
    MAKING,
    POLICY,
    PROCEEDING,
    WORK,
    any_of,
)

_worked = any_of(WORK, INSPECTION, MAKING, PROCEEDING, form="participle")
_worked_past = any_of(WORK, INSPECTION, MAKING, PROCEEDING, form="past")
_work = any_of(WORK, INSPECTION, PROCEEDING, form="base")
_look = any_of(INSPECTION, PROCEEDING, form="base")
_rule_verb = any_of(CHOICE, POLICY, form="base")
_any_verb = any_of(CHOICE, POLICY, MAKING, WORK, INSPECTION, form="base")

_next = Group("next step", "against")
_order = Group("order", "against")
_talk = Group("talk", "against")
_output = Group("output", "against")
_shape = Group("shape", "against")

TALKING: Final[tuple[Signal, ...]] = (
    _next.sign(
        "step_opens",
        "opens with the next step",
        r"^(?:(?:ok(?:ay)?|great|perfect|good|alright|yes|so|and|but)[,.!]* )*(?:now|next|first|"
        r"firstly|then|finally|lastly|to begin|to start|before (?:that|we))\b,?",
    ),
    _next.sign("let_me", "asks leave for a step", r"\b(?:let me|allow me|lemme)\b", prior=STRONG),
    _next.sign(
        "lets_work",
        "proposes a step of work",
        rf"\blet'?s (?!(?:just |only |always )?(?:{_rule_verb}|go with|go for|not|do|have|take|get|"
        rf"say|call|leave)\b)\w+",
    ),
    _next.sign(
        "i_will",
        "announces one's own next step",
        r"\bi(?:'ll| will|'m going to| am going to|'m about to| need to| should| have to| can|"
        r"'d like"
        r" to| want to| must| plan to)\b",
    ),
    _next.sign(
        "need_to",
        "a need for work",
        rf"\b(?:we|you|it|this|that|which|they) (?:will |'ll )?(?:still |now |also )?(?:needs?|"
        rf"have|"
        rf"want|can|could) (?:to )?(?:now |also |then )?(?:be )?(?:{_work}|{_worked})\b",
    ),
    _next.sign(
        "look",
        "something to look at or to try",
        rf"(?:^|\b(?:let me|let's|i'll|i will|we can|you can|please|(?:need|going|want|like|try|"
        rf"how|ready|"
        rf"me) to) ){ADVERBS}"
        rf"(?:{_look})\b",
    ),
    _next.sign("leads_in", "leads in to something that follows", r":\s*$"),
    _order.sign(
        "work_ordered", "opens with an act of work", rf"^(?:please )?(?:{_work})\b", "clause"
    ),
    _talk.sign(
        "asks",
        "asks",
        r"\?|^(?:did|does|do you|is there|are there|what|why|how|who|can you)\b",
        prior=STRONG,
    ),
    _talk.sign(
        "you",
        "turns to the other side",
        r"\b(?:you|your|yours|you'd|you've|please|let me know|feel free|would you|go ahead)\b",
    ),
    _talk.sign(
        "acknowledges",
        "acknowledges",
        r"^(?:ok(?:ay)?|yes|yep|yeah|sure|thanks?|thank you|got it|great|perfect|excellent|good|"
        r"nice|"
        r"awesome|alright|right|cool|done|understood|on it|will do|continue|proceed|sorry|hi|hello|"
        r"actually|well|sounds good|looks good|lgtm|no problem|of course|absolutely|certainly)\b"
        r"(?!,? (?:let's|final|we|so we)\b)"
        r"|\b(?:apologi[sz]e|apologies|sorry|thank you)\b",
        prior=STRONG,
    ),
    _talk.sign("exclaims", "exclaims", r"!(?:\s|$)"),
    _output.sign(
        "tool_line",
        "reads like the output of a tool",
        r"^\W*(?:\[(?:debug|info|warn(?:ing)?|error|file)\b|(?:debug|info|warn|warning|error|"
        r"traceback|usage|exit code|stdout|stderr)\b\s*[:(])|\b\d+ (?:results?|files?|matches|"
        r"lines?|"
        r"insertions?|deletions?|passed|failed|warnings?|errors?|total)\b|[•│├└]",
        prior=STRONG,
    ),
    _output.sign(
        "counts",
        "counts things",
        r"\b\d+(?:\+|/\d+)? (?:\w+ ){0,2}\w+s\b"
        r"(?<!seconds)(?<!minutes)(?<!hours)(?<!days)(?<!weeks)(?<!months)(?<!years)(?<!times)|"
        r"\(\d+\b|\b\d+/\d+\b",
    ),
    _output.sign("path_opens", "opens with a file", r"^(?:the )?(?:_path_|_address_)"),
    _output.sign(
        "labelled",
        "a label and its value",
        r"^(?!(?:decision|decided|chosen|policy|rule|resolution|ruling|recommendation|verdict|no|"
        r"not|"
        r"never|always|option)\b)(?!\S+ (?:agreed|decided|chose)\b)(?:[\w#/&'-]+ ){0,2}[\w#/&'-]+"
        r"(?: ?\([^)]*\))?\s*(?::|\s[—–-])\s(?!\s*(?:do not|don't|never|defer|use|default))\S",
    ),
    _output.sign("stamped", "carries a time, a hash or a file", r"_date_|_hash_|_path_|_ticket_"),
    _shape.sign("very_short", "has under four words", r"^\W*(?:[\w'_-]+\W+){0,2}[\w'_-]+\W*$"),
    _shape.sign("short", "has under eight words", r"^\W*(?:[\w'_-]+\W+){0,6}[\w'_-]+\W*$"),
    _shape.sign(
        "listing",
        "lists items",
        r"(?:^|\s)(?:\d[.)]|[-•])\s+\S.*(?:\s)(?:\d[.)]|[-•])\s+\S|(?:[^,]{1,30},){4,}",
    ),
    _shape.sign(
        "no_clause",
        "has no sentence: a heading or a bare phrase",
        r"^(?!.*\b(?:is|are|was|were|be|been|being|am|has|have|had|do|does|did|will|would|shall|"
        r"should|"
        rf"can|could|may|might|must|{_any_verb}|"
        rf"{_worked}|{_worked_past})\b).*$",
    ),
)
