"""Word overlap (`overlap/1`): shared words over the smaller set of words, case aside."""

from __future__ import annotations

from collections import Counter
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


@twin
def text_overlap_square(texts: Sequence[str]) -> Counts:
    """How many words each of `texts` shares with each: its own count in the diagonal.

    >>> text_overlap_square(["ship it now", "Ship it", "wait"]).tolist()
    [[3, 2, 0], [2, 2, 0], [0, 0, 1]]
    """
    all_words = [_words(text) for text in batch(texts)]
    # A word of one text alone is shared with no other.
    texts_with = Counter(word for own in all_words for word in own)
    common = (word for word, count in texts_with.items() if count > 1)
    place = {word: number for number, word in enumerate(common)}
    has = np.zeros((len(all_words), len(place)), np.float32)
    for row, own in zip(has, all_words, strict=True):
        row[[place[word] for word in own if word in place]] = 1
    shared: Counts = (has @ has.T).astype(np.uint32)  # exact: no text has 2**24 words
    np.fill_diagonal(shared, [len(own) for own in all_words])
    return shared


def _words(text: str) -> set[str]:
    return set(tokens(lower(text)))
