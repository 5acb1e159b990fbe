"""Near-copies among what is recalled: of those the most recent stays (004, phase D).

Version `near-copies/1`. Two texts are near-copies when more than 0.7 of the words of the
shorter opening occur in the other; an opening is the first 100 characters. In the default
profile they must also state the same values: numbers, units, dates and negation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np

from netnew.kernel.overlap import Counts, text_overlap_square
from netnew.kernel.ratio import Ratio
from netnew.kernel.values import differences, values

VERSION: Final = "near-copies/1"
OPENING_CHARS: Final = 100
# More than seven tenths (004, decision D2).
LIMIT: Final = Ratio(7, 10)

Profile = Literal["004", "default"]


class Text(NamedTuple):
    """A text, and when it was said (ISO 8601 in UTC)."""

    text: str
    at: str


class Copy(NamedTuple):
    """A near-copy, the text that stands for it, and how much they share."""

    dropped: int
    kept: int
    overlap: Ratio


def near_copies(texts: Sequence[Text], *, profile: Profile = "default") -> list[Copy]:
    """Which of `texts` to leave out, by position; of equally recent ones the first stays.

    >>> said = [Text("Use Postgres for storage", "2026-05-01"), Text("use postgres for storage!",
    ...         "2026-05-02"), Text("Deploy on Fridays", "2026-05-01")]
    >>> near_copies(said)
    [Copy(dropped=0, kept=1, overlap=Ratio(part=3, whole=4))]
    """
    newest_first = sorted(range(len(texts)), key=lambda i: texts[i].at, reverse=True)
    shared = text_overlap_square([texts[i].text[:OPENING_CHARS] for i in newest_first])
    smaller = smaller_of(shared)
    alike = np.tril(shared * LIMIT.whole > smaller * LIMIT.part, -1)
    kept_for: dict[int, int] = {}
    # Pairs come by the older text, then by the newer one: what is newer is settled already.
    for old, new in np.argwhere(alike).tolist():
        if old in kept_for or new in kept_for:
            continue
        if _same_values(texts, newest_first[old], newest_first[new], profile):
            kept_for[old] = new
    return sorted(
        Copy(
            newest_first[old],
            newest_first[new],
            Ratio(int(shared[old, new]), int(smaller[old, new])),
        )
        for old, new in kept_for.items()
    )


def smaller_of(shared: Counts) -> Counts:
    """Of each pair in a square of shared words, the words of the text that has fewer; never 0."""
    sizes = shared.diagonal()
    return np.maximum(np.minimum(sizes[:, np.newaxis], sizes), 1)


def _same_values(texts: Sequence[Text], i: int, k: int, profile: Profile) -> bool:
    return profile == "004" or not differences(values(texts[i].text), values(texts[k].text))
