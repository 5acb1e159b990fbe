"""A number that stands right after its noun: which of several things, or which release.

"Port 80 is open" and "port 443 is open" are about two ports; "Node 18 is required" and
"Node 20 is required" tell of one thing that is required.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from netnew.memory.fact_reading import Reading
from netnew.memory.fact_shares import DOUBT, Asked, Change
from netnew.memory.fact_verbs import ACCUMULATES, forms
from netnew.memory.fact_words import CHANGING, FUNCTION, WEAK

# A noun, its number, and what is said of it; or an act on it, which opens or ends the text.
_LABELLED: Final = re.compile(
    r"(?<![\w.])(?P<noun>[a-z][\w+#-]*?) ?(?P<number>v?[0-9]+(?:\.[0-9]+)*)(?![\w.%]|\.[0-9])"
)
_ASKED_FOR: Final = re.compile(
    rf"\b(?<!\bin )(?:{forms('require need target use')}|"
    rf"{forms('run deploy build compile')} (?:on|with|for)|"
    r"minimum|at least|or (?:newer|later|above)|default|pinned|current|latest|based on|upgraded)\b"
)
_SEVERAL: Final = re.compile(
    r"\b(?:support(?:s|ed)?|tested|test|compatible|works? (?:on|with)|available|allowed|accepted|"
    r"fail(?:s|ed|ing)?|deprecated|released?|fixed|also)\b"
)
# Of all releases of a thing one is the one in use.
_IN_USE: Final = re.compile(
    r"\0 (?:is|are) (?:now |currently )?(?:the )?(?:live|current|latest|newest|active|installed|"
    r"deployed|running|in use|in production|in place|rolled out)\b"
)
_RELEASES: Final = frozenset(("version", "release"))
_SAID_OF: Final = re.compile(
    r" (?:is|are|was|were|has|have|had|will|can|must|should|does|did|\w+ed)\b"
)


class _Label(NamedTuple):
    noun: str
    number: str
    subject: bool
    """Whether something is said of it."""
    around: str
    """The text with a gap where the number was."""


def other_label(old: Reading, new: Reading) -> bool:
    """Whether they tell of two things of one kind, told apart by their numbers."""
    pair = _pair(old, new)
    if pair is None:
        return False
    if _several(pair):
        return True
    before = pair.around.split("\0")[0].rsplit(pair.noun, 1)[0]
    several = pair.subject or bool(ACCUMULATES.search(before))
    return several and not _ASKED_FOR.search(pair.around)


def _several(pair: _Label) -> bool:
    # The noun itself says nothing: "release 4" is not what was released.
    return bool(_SEVERAL.search(pair.around.replace(f"{pair.noun} \0", "\0")))


def changed_release(old: Reading, new: Reading, _: Asked) -> Change | None:
    """Another release of the one thing that is required, used or targeted."""
    pair = _pair(old, new)
    if pair is None or _several(pair):
        return None
    one_only = _ASKED_FOR.search(pair.around) or (
        pair.noun in _RELEASES | {"v", "build"} and _IN_USE.search(pair.around)
    )
    if not one_only and pair.noun not in _RELEASES:
        return None
    was = _only_label(old.text)
    shown = was.number if was else ""
    return Change("changed-release", Fraction(1) if one_only else DOUBT, Fraction(1),
                  f"{pair.noun} {shown} is now {pair.number}")  # fmt: skip


def _pair(old: Reading, new: Reading) -> _Label | None:
    """The label of the new text, where the old one differs in its number and in nothing else."""
    a, b = _only_label(old.text), _only_label(new.text)
    if a is None or b is None or a.noun != b.noun or a.around != b.around:
        return None
    return b if a.number != b.number else None


@lru_cache(maxsize=8192)
def _only_label(said: str) -> _Label | None:
    """The one number of a text, where it stands after a noun."""
    text = " ".join(said.lower().rstrip(" .!").split())
    found = [m for m in _LABELLED.finditer(text) if _is_label(m, text)]
    if len(found) != 1:
        return None
    [match] = found
    return _Label(
        match["noun"],
        match["number"],
        bool(_SAID_OF.match(text[match.end() :])),
        f"{text[: match.start('number')]}\0{text[match.end('number') :]}",
    )


def _is_label(match: re.Match[str], text: str) -> bool:
    """Whether the number names its noun; "at most 40 connections" counts what follows."""
    if match["noun"] in FUNCTION | WEAK | CHANGING:
        return False
    after = text[match.end() :]
    following = re.match(r" (\w+)", after)
    return following is None or following[1] in FUNCTION | WEAK or bool(_SAID_OF.match(after))
