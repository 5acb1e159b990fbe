"""When segments grow together: a pure rule, so that the same adds give the same segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

# Eight of a size become one of the next: an item is rewritten once a tier, and a base of a
# million items added one by one has at most 7 segments a tier beside the full ones.
FANOUT: Final = 8
# Merging more than this takes seconds, which an `add` of one item must not; `compact` does it.
LARGEST_MERGE: Final = 1 << 16
# A segment that is mostly gone is not worth its search.
DEAD_SHARE: Final = 4


def tier(rows: int) -> int:
    """Which tier a segment of so many rows belongs to.

    >>> [tier(rows) for rows in (1, 7, 8, 63, 64)]
    [0, 0, 1, 1, 2]
    """
    level = 0
    while rows >= FANOUT:
        rows //= FANOUT
        level += 1
    return level


def to_merge(rows: Sequence[int], dead: Sequence[int]) -> list[int]:
    """Places of the segments that should become one now, or none.

    >>> to_merge([1, 100, 1, 1, 1, 1, 1, 1, 1], dead=[0] * 9)
    [0, 2, 3, 4, 5, 6, 7, 8]
    >>> to_merge([50_000, 50], dead=[20_000, 0])
    [0]
    """
    for place, (size, gone) in enumerate(zip(rows, dead, strict=True)):
        if gone == size or (gone * DEAD_SHARE > size and size <= LARGEST_MERGE):
            return [place]
    for level in sorted({tier(size) for size in rows}):
        places = [place for place, size in enumerate(rows) if tier(size) == level]
        if len(places) >= FANOUT and sum(rows[place] for place in places) <= LARGEST_MERGE:
            return places
    return []
