"""A text as the signals read it: lower case, one space, and what is no prose under a name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from netnew.kernel.normalizers import lower
from netnew.kernel.tokens import single_spaced

VERSION: Final = "wording/1"
# A decision is stated at once; what a long report says later makes it no decision.
READ_CHARACTERS: Final = 1000

_STRAIGHT: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."})
_MASKS: Final = (
    (re.compile(r"```.*?(?:```|\Z)", re.DOTALL), " _code_ "),
    (re.compile(r"`[^`\s]*(?:/[^`\s]*|\.[a-z]{1,4})`"), " _path_ "),
    (re.compile(r"`[^`\n]*`"), " _code_ "),
    (re.compile(r"\b[a-z][a-z0-9+.-]*://\S+"), " _address_ "),
    (re.compile(r"(?<!\w)@[\w.-]+(?:/[\w.-]+)?"), " _name_ "),
    (re.compile(r"(?<![\w/])(?:\.{0,2}|~)(?:/[\w.@#+-]+)+/?"), " _path_ "),
    (re.compile(r"\b[\w.-]+(?:/[\w.@#+-]+)*\.[a-z][a-z0-9]{0,4}\b(?<!\.\w\.\w)"), " _path_ "),
    (re.compile(r"\b[\w-]+(?:/[\w.@#+-]+){2,}"), " _path_ "),
    (re.compile(r"\bv?\d+\.\d+(?:\.\d+)+\S*|\bv\d+(?:\.\d+)*\b"), " _version_ "),
    (re.compile(r"\b[\w-]*#\d+|\b[a-z]{2,}-\d+\b"), " _ticket_ "),
    (re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b"), " _hash_ "),
    (
        re.compile(r"\b\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d)?)?\b|\b\d\d:\d\d(?::\d\d)?\b"),
        " _date_ ",
    ),
)
_LIST_MARK: Final = re.compile(r"^(?:\s*(?:[-*•#>]+\s+|\[[ x]?\]\s*|\(?\d{1,2}[.)]\s+))+")
_CONNECTIVE: Final = re.compile(
    r"^(?:(?:so|also|and|but|however|therefore|thus|hence|instead|then|note|in the end|"
    r"for (?:now|that reason|this reason)|in (?:this|that) case|to this end|as a result|"
    r"accordingly|finally|additionally|consequently)\b[,:]?\s+)+"
)


class Wording(NamedTuple):
    """What the patterns run over."""

    raw: str
    plain: str
    """Lower case, masked, without list marks."""
    clause: str
    """The same without opening connectives ("so", "therefore,", "in the end")."""


@lru_cache(maxsize=256)
def wording(text: str) -> Wording:
    """Read a text.

    >>> wording("- So we **drop** `redis` in [ABC-12](https://x.y/z)").clause
    'we drop _code_ in [ _ticket_ ]( _address_'
    """
    raw = text[:READ_CHARACTERS].translate(_STRAIGHT).strip()
    plain = lower(raw)
    for pattern, name in _MASKS:
        plain = pattern.sub(name, plain)
    plain = single_spaced(_LIST_MARK.sub("", _unmarked(plain)))
    return Wording(raw, plain, _CONNECTIVE.sub("", plain))


def _unmarked(plain: str) -> str:
    return re.sub(r"\*\*|~~|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])", "", plain)
