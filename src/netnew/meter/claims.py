"""One claim and its forms: as written, normalised, as tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable

from netnew.kernel.normalizers import normalize, normalize_many
from netnew.kernel.quantities import COUNTERS
from netnew.meter.content import read_word

NORMALIZER = "l0/1"
_COUNTER = re.compile(
    rf"\b({'|'.join(COUNTERS)})(s?)\s*(?:#|no\.?|number|nr\.?)?\s*[0-9]+(?:\s*(?:of|/)\s*[0-9]+)?\b"
)
_HAS_DIGIT = re.compile(r"[0-9]")
OBSERVATION = "obs:"


class Claim:
    """A claim; its tokens are read when a level first asks for them."""

    __slots__ = ("normal", "text")

    def __init__(self, text: str, normal: str) -> None:
        self.text = text
        self.normal = normal

    @property
    def is_observation(self) -> bool:
        """Whether this is the hash of a tool's answer: equal or different, never similar."""
        return self.normal.startswith(OBSERVATION)

    def tokens(self, version: str) -> Iterable[str]:
        """Return the distinct tokens that L1 compares: `split/1` or `words/1`.

        >>> sorted(Claim("Ship it, now.", "ship it, now").tokens("split/1"))
        ['it,', 'now', 'ship']
        >>> sorted(Claim("Try 4 of 9: no change", "try 4 of 9: no change").tokens("words/1"))
        ['change', 'no', 'try']
        """
        if version == "split/1":
            return set(self.normal.split())
        words = {read_word(word).bare for word in without_counters(self.normal).split()}
        words.discard("")
        # Punctuation alone is compared as it stands, so that "?!" and "..." do not become one.
        return words or set(self.normal.split())


def without_counters(normal: str) -> str:
    """Leave out the number of a bare counter, which changes in every line of a log.

    >>> without_counters("attempt 4 of 9: no change")
    'attempt: no change'
    """
    return _COUNTER.sub(r"\1\2", normal) if _HAS_DIGIT.search(normal) else normal


def normal_form(text: str) -> str:
    """Lower case, single spaces, no `.!?` at the end, until nothing changes.

    >>> normal_form("  Ship  IT ! .")
    'ship it'
    """
    return normalize(text, NORMALIZER)


def distinct(texts: Iterable[str]) -> list[Claim]:
    """Return the claims of one round without exact repeats; what normalises to nothing is no claim.

    >>> [claim.text for claim in distinct(["Ship it", "ship  it!", " ... "])]
    ['Ship it']
    """
    written = list(texts)
    claims: dict[str, Claim] = {}
    for text, normal in zip(written, normalize_many(written, NORMALIZER), strict=True):
        if normal and normal not in claims:
            claims[normal] = Claim(text, normal)
    return list(claims.values())
