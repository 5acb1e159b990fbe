"""One exact answer from several indexes, as if their items lay in one.

Each segment is searched with the similarity of the k-th best hit so far as its floor. Hits of
different segments are ordered by similarity, then by the external id that the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from netnew.kernel.setindex import U64, Ratio
from netnew.kernel.setsearch import NOTHING, Alive, Hit, SetIndex

ExternalId = Callable[[int, int], str]


class Segment(NamedTuple):
    """An index and the flags of the items that may be found; all may where it has none."""

    sets: SetIndex
    alive: Alive | None = None


class Found(NamedTuple):
    """A hit of one of several segments."""

    external_id: str
    segment: int
    hit: Hit


def top_k_over(
    segments: Sequence[Segment], grams: U64, k: int, external_id: ExternalId
) -> list[Found]:
    """Find the k items most like `grams` in all segments; `external_id` takes (segment, item)."""
    best: list[Found] = []
    for number, (sets, alive) in enumerate(segments):
        hits = sets.top_k(grams, k, alive, floor=_floor(best, k))
        best = _merged(best, number, hits, external_id)[:k]
    return best


def at_least_over(
    segments: Sequence[Segment],
    grams: U64,
    numerator: int,
    denominator: int,
    external_id: ExternalId,
) -> list[Found]:
    """Find all items with similarity of at least numerator / denominator in all segments."""
    found: list[Found] = []
    for number, (sets, alive) in enumerate(segments):
        hits = sets.at_least(grams, numerator, denominator, alive)
        found = _merged(found, number, hits, external_id)
    return found


def top_k_batch_over(
    segments: Sequence[Segment],
    offsets: U64,
    grams: U64,
    k: int,
    external_id: ExternalId,
    *,
    threads: int = 0,
) -> list[list[Found]]:
    """Answer `top_k_over` for query i's `grams[offsets[i]:offsets[i + 1]]`."""
    best: list[list[Found]] = [[] for _ in range(len(offsets) - 1)]
    for number, (sets, alive) in enumerate(segments):
        floors = np.array([_floor(found, k) for found in best], dtype=np.uint64).reshape(-1, 2)
        answers = sets.top_k_batch(offsets, grams, k, alive, floors=floors, threads=threads)
        for query, found in enumerate(best):
            best[query] = _merged(found, number, answers.of(query), external_id)[:k]
    return best


def _floor(best: list[Found], k: int) -> Ratio:
    """Give the similarity that the next hit must reach to be among the k best."""
    if not 0 < k <= len(best):
        return NOTHING
    return best[k - 1].hit.intersection, best[k - 1].hit.union


def _merged(
    found: list[Found], segment: int, hits: list[Hit], external_id: ExternalId
) -> list[Found]:
    more = [Found(external_id(segment, hit.item), segment, hit) for hit in hits]
    # The quotient orders exactly: see SET_LIMIT in setindex.
    return sorted(
        found + more,
        key=lambda one: (-one.hit.intersection / one.hit.union, one.external_id, one.segment),
    )
