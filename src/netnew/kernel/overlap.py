"""Word overlap (`overlap/1`): shared words over the smaller set of words, case aside."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from netnew.kernel.implementation import twin
from netnew.kernel.normalizers import lower
from netnew.kernel.ratio import Ratio
from netnew.kernel.tokens import batch, tokens

Counts = NDArray[np.uint32]


def text_overlap(a: str, b: str) -> Ratio:
    """Words that both texts have, of the words of the one that has fewer; 0 without words.

    >>> text_overlap("Use Postgres for storage", "use redis for caching today")
    Ratio(part=2, whole=4)
    >>> float(text_overlap("", "anything"))
    0.0
    """
    shared, smaller = text_overlap_many(a, [b])
    return Ratio(int(shared[0]), int(smaller[0]))


@twin
def text_overlap_many(text: str, others: Sequence[str]) -> tuple[Counts, Counts]:
    """Do what `text_overlap` does with each of `others`: all parts, then all wholes.

    >>> text_overlap_many("ship it", ["ship", "wait"])
    (array([1, 0], dtype=uint32), array([1, 1], dtype=uint32))
    """
    own = _words(text)
    all_words = [_words(other) for other in batch(others)]
    shared = [len(own & words) for words in all_words]
    # Never 0, so that a ratio without words is 0 of 1 and below every threshold.
    smaller = [max(1, min(len(own), len(words))) for words in all_words]
    return np.array(shared, np.uint32), np.array(smaller, np.uint32)


def _words(text: str) -> set[str]:
    return set(tokens(lower(text)))
