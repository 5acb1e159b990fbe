"""Does an open question or a next action say that something blocks the work?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from netnew.meter.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Blocker:
    """The phrase that was found, and the sentence that holds it."""

    phrase: str
    text: str


_NEGATORS = r"(?:no|not|never|without|nothing|nobody|none|neither|nor|zero|free of|\w+n't)"
# What denies or resolves a blocker stands within this many characters of it.
_REACH = 120
# A negation reaches over a few words of its own clause: never past a comma, an "and",
# or a word that opens another clause ("not sure what is missing" is no denial).
_BOUNDARY = (
    r"(?:and|but|so|because|who|whom|whose|what|which|whether|if|that|until|as|since|while|yet)"
)
_DENIED = re.compile(rf"(?<!\w){_NEGATORS}(?:\s+(?!{_BOUNDARY}\b)[\w'-]+){{0,4}}\s+$")
_OWN_NEGATION = re.compile(
    r"(?:no|nothing|nobody|can't|cannot|can not|unable|\w+n't|do(?:es)? not)\b"
)
_NONE_AFTER = re.compile(
    r"\s*(?:[:=?–—-]+|are|is)\s*(?:(?:none|nothing|zero|0|nil|n/a)\b|no\s*(?:[.,;!]|$))"
)
_NOT_REQUIRED = re.compile(r"\s+(?:is |are )?(?:needed|required|necessary)\b")
_RESOLVED = re.compile(
    r"[^,;.?!]{0,40}?\b(?:(?:is|are|was|were|been|being|now|all|got|has)\s+)+(?:now |all )?"
    r"(?:met|resolved|cleared|removed|gone|fixed|solved|done|satisfied|lifted|in place)\b"
)
_CONDITION = re.compile(r"\b(?:until|unless|once|when|if|after|before)\s+(?:\w+\s+){0,3}$")
# "the missing tests": the word says which tests, and the action is about them.
_ATTRIBUTIVE = frozenset({"missing", "pending", "blocked", "blocking"})
_QUALIFIES = re.compile(
    r"\s+(?!(?:from|in|on|at|for|to|and|or|but|because|since|until|by|of|is|are|was|the|a|an|any|"
    r"our|your|his|her|their|its)\b)[^\W\d_]"
)


def find_blocker(
    questions: Iterable[str], actions: Iterable[str], lexicon: Lexicon
) -> Blocker | None:
    """Return the first blocker named in `questions`, then in `actions`; None where all is free.

    >>> from netnew.meter.lexicons import BLOCKERS
    >>> find_blocker([], ["Waiting on the vendor"], BLOCKERS).phrase
    'waiting on'
    >>> find_blocker(["No blockers?"], ["Add the missing tests"], BLOCKERS) is None
    True
    """
    for texts, are_actions in ((questions, False), (actions, True)):
        for text in texts:
            phrase = _blocker_in(text, lexicon, action=are_actions)
            if phrase:
                return Blocker(phrase, text)
    return None


def _blocker_in(text: str, lexicon: Lexicon, *, action: bool) -> str | None:
    line = " ".join(text.lower().replace("’", "'").split())
    for match in lexicon.pattern.finditer(line):
        before = line[max(0, match.start() - _REACH) : match.start()]
        after = line[match.end() : match.end() + _REACH]
        if _is_denied(match.group(), before, after):
            continue
        if action and match.group() in _ATTRIBUTIVE and before.strip() and _QUALIFIES.match(after):
            continue
        return match.group()
    return None


def _is_denied(phrase: str, before: str, after: str) -> bool:
    if not _OWN_NEGATION.match(phrase) and _DENIED.search(before):
        return True
    if _NONE_AFTER.match(after) or _NOT_REQUIRED.match(after):
        return True
    return bool(_RESOLVED.match(after)) and not _CONDITION.search(before)
