"""The same property under another name: "the default branch is trunk", "Ana now works at Bolt"."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from netnew.memory.fact_reading import Reading, read
from netnew.memory.fact_shares import DOUBT, Asked, Change, clash, content, covered
from netnew.memory.fact_verbs import ACCUMULATES, IN_CHARGE, SINGLE

_NAME_WORDS = 6
_PURPOSE = re.compile(r"\b(?:us(?:e|es|ed|ing)|chose|picked|selected|adopted) $")
_FOR = re.compile(r"(?:for|as|to|in)\b")
_SINGLE_AT_END = re.compile(SINGLE.pattern + "$")
_LABEL = re.compile(r"^[^,;.:]{1,40}[:=] $")
_DEFINITE = re.compile(
    r"(?:\b(?:the|our|my|his|her|their|your|its)\b|'s )(?P<what>[^,;]{0,80}?)"
    r"\b(?:is|are|was|were|equals|[:=]) (?:\w+ly )?(?:now )?(?P<article>an? |the |set to )?$"
)
_NOW_SAID = re.compile(
    r"\b(?:now|nowadays|currently|these days|at the moment|as of (?:now|today)|from now on|again)\b"
)
_SAYS_MORE = re.compile(r"\w+(?:s|ed|re|ave) \w")
_USING = re.compile(r"^(?:we|i) (?:\w+ )?us(?:e|es|ed|ing) $")
# Done once more, and otherwise: "was rewritten in Go" stands where "is written in Python" stood.
_AGAIN = re.compile(
    r"\b(?:(?P<many>were|have been|are)|was|got|has been|is|gets) re-?(?P<done>written|built|named|"
    r"designed|placed|located|assigned|hosted|licensed|branded|titled|configured|scheduled|"
    r"classified|routed|implemented|painted|done)\b"
)
_IDENTITY = re.compile(
    r"^(?P<new>(?:\S+ ){1,4}?)(?:is|are) (?:the|our|my|his|her|their|its) (?P<what>.{2,60})$"
)
_DEFINED = re.compile(
    r"^(?:the|our|my|his|her|their|its|it's) (?P<what>.{2,60}?) (?:is|are) (?P<old>(?:\S+ ?){1,4})$"
)
_MOVED = re.compile(
    r"^(?P<theme>.{0,60}?)\b(?:moved|migrated|ported|switched|transferred|relocated|promoted|"
    r"renamed|converted|reassigned|changed|shifted|rewritten|rebuilt)"
    r"(?: (?P<thing>[^,;.]{1,40}?))? (?:over )?(?:to|into|in|onto|as) (?P<name>[^,;.]{1,60})"
)
_USES = re.compile(r"\b(?:us(?:es|e|ing)|is built (?:with|on)|relies on|rely on) ")


class _Parts(NamedTuple):
    """Where two statements are worded alike, and where they part."""

    head: str
    old: list[str]
    new: list[str]
    tail: str


def changed_name(old: Reading, new: Reading, _: Asked) -> Change | None:
    """The same words around another name; where several can stand, none; else a doubt."""
    parts = _parts(_plain(old), _plain(new))
    if new.adds or clash(old, new) or not _is_name(parts):
        return None
    said = f"{_quoted(parts.old)} is now {_quoted(parts.new)}"
    now = bool(_NOW_SAID.search(new.lower))
    score = _room_for_one(parts, now)
    if not content(read(f"{parts.head} {parts.tail}")) and not _SINGLE_AT_END.search(parts.head):
        # "We use pnpm now": something changed, but what?
        score = DOUBT if now and len(parts.head.split()) > 1 else None
    return None if score is None else Change("changed-name", score, Fraction(1), said)


def _is_name(parts: _Parts) -> bool:
    if not parts.old or not parts.new:
        return False
    if not parts.head.strip() and not _SAYS_MORE.match(parts.tail):
        # "Leads atlas", "owns atlas": two acts, and no name.
        return False
    longest = max(len(parts.old), len(parts.new))
    return longest <= _NAME_WORDS and not read(" ".join(parts.new)).slots


def _room_for_one(parts: _Parts, now: bool) -> Fraction | None:
    """1 where only one name can stand there, a half where that is not known, else None."""
    if (
        (_PURPOSE.search(parts.head) and _FOR.match(parts.tail))
        or _LABEL.match(parts.head)
        or _only_one_is(parts)
    ):
        return Fraction(1)
    if _SINGLE_AT_END.search(parts.head):
        return Fraction(1)
    if ACCUMULATES.search(parts.head):
        return None
    in_charge = not parts.head.strip() and IN_CHARGE.match(parts.tail)
    if now and (in_charge or (parts.head.strip() and not _USING.search(parts.head))):
        return Fraction(1)
    return DOUBT


def _only_one_is(parts: _Parts) -> bool:
    """The property of a thing has one value; a thing as such has many qualities."""
    found = _DEFINITE.search(parts.head)
    if found is None:
        return False
    bare = not found["article"] and len(parts.old) == len(parts.new) == 1
    return not bare or bool(parts.tail) or len(found["what"].split()) > 1


def same_role(old: Reading, new: Reading, _: Asked) -> Change | None:
    """Said the other way round: "npm is the package manager" after "the package manager is …"."""
    now = _identity(new.text)
    was = None if now is None else _DEFINED.match(_spoken(old.text))
    if was is None or now is None or was["old"].strip() == now["new"].strip():
        return None
    a, b = content(read(was["what"])), content(read(now["what"]))
    if not a or a != b or new.adds:
        return None
    said = f"{_quoted(was['old'].split())} is now {_quoted(now['new'].split())}"
    return Change("changed-name", Fraction(1), Fraction(1), said)


def moved(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """What was in one place, or made of one thing, went over to another."""
    went = _move(new.text)
    if went is None or clash(old, new):
        return None
    was = _spoken(old.text)
    frame = next((m for m in SINGLE.finditer(was)), None) or _USES.search(was)
    place = was[frame.end() :] if frame else ""
    name = content(read(went["name"]))
    if frame is None or not place or not name or name <= content(read(place)):
        return None
    theme = content(read(f"{went['theme']} {went['thing'] or ''}"))
    share = covered(theme, old)
    if share is None:
        share = Fraction(int(not content(read(was[: frame.start()]))))
    return Change("moved", share, asked.without_sign, f"{place.strip()} is now {went['name']}")


def _quoted(words: list[str]) -> str:
    """Words as one thing: several would run into those around them."""
    return words[0] if len(words) == 1 else f'"{" ".join(words)}"'


@lru_cache(maxsize=8192)
def _spoken(said: str) -> str:
    """As written, in lower case, without what only says that it is so now."""
    text = " ".join(said.lower().rstrip(" .!?").split())
    text = _AGAIN.sub(lambda m: f"{'are' if m['many'] else 'is'} {m['done']}", text)
    return " ".join(_NOW_SAID.sub(" ", text).split())


def _plain(reading: Reading) -> list[str]:
    return _spoken(reading.text).split()


@lru_cache(maxsize=1024)
def _move(said: str) -> re.Match[str] | None:
    return _MOVED.match(_spoken(said))


@lru_cache(maxsize=1024)
def _identity(said: str) -> re.Match[str] | None:
    return _IDENTITY.match(_spoken(said))


def _parts(a: list[str], b: list[str]) -> _Parts:
    n = 0
    while n < min(len(a), len(b)) and a[n] == b[n]:
        n += 1
    m = 0
    while m < min(len(a), len(b)) - n and a[-1 - m] == b[-1 - m]:
        m += 1
    return _Parts(
        " ".join(a[:n]) + " ", a[n : len(a) - m], b[n : len(b) - m], " ".join(a[len(a) - m :])
    )
