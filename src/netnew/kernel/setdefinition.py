"""The definition of exact set-similarity search: count what every item shares, score, sort.

The Rust class `SetSearch` is its twin: the same calls, the same answers. `SetIndex` checks the
arguments of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import InputError
from netnew.kernel.connect import Semantics, define_connected
from netnew.kernel.setindex import (
    FREE,
    U32,
    U64,
    WORD,
    Ratio,
    capacity,
    damaged,
    home,
    open_arrays,
    spread,
)


class SetSearch:
    """Answers from opened arrays, every posting walked."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._index = open_arrays(arrays)

    def top_k(
        self, grams: U64, k: int, floor: Ratio, alive: NDArray[np.uint8] | None
    ) -> list[tuple[int, int, int]]:
        """Give the k best of at least `floor`."""
        return self.at_least(grams, floor, alive)[:k]

    def at_least(
        self, grams: U64, threshold: Ratio, alive: NDArray[np.uint8] | None
    ) -> list[tuple[int, int, int]]:
        """Give all of at least `threshold`, best first: (item, intersection, union)."""
        if not (grams[1:] > grams[:-1]).all():
            raise InputError("a query's grams are not sorted and unique", "pass np.unique(grams)")
        slots, shared = np.unique(self._slots(self._numbers(grams)), return_counts=True)
        rows = self._index.slot_row[slots]
        sizes = self._index.row_size[rows]
        items = self._index.arrays["row_item"][rows]
        if (rows < 0).any() or (shared > np.minimum(sizes, len(grams))).any():
            raise damaged("postings or bitmaps name what no item has")
        if (items >= self._index.items).any():
            raise damaged("row_item names an item that is not there")
        union = len(grams) + sizes - shared
        numerator, denominator = threshold
        wanted = shared * denominator >= union * numerator
        if alive is not None:
            wanted &= alive[items] != 0
        items, rows, shared, union = items[wanted], rows[wanted], shared[wanted], union[wanted]
        # Exact: see SET_LIMIT.
        order = np.lexsort((items, self._index.arrays["row_rank"][rows], -(shared / union)))
        columns = (items[order].tolist(), shared[order].tolist(), union[order].tolist())
        return list(zip(*columns, strict=True))

    def top_k_batch(
        self,
        offsets: U64,
        grams: U64,
        k: int,
        floors: U64,
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> tuple[U64, U32, U32, U32]:
        """Answer `top_k` for each query."""
        del threads  # one is enough to define an answer
        pairs = floors.reshape(-1, 2).tolist()
        return _columns(
            [
                self.top_k(query, k, (numerator, denominator), alive)
                for query, (numerator, denominator) in zip(
                    _split(offsets, grams), pairs, strict=True
                )
            ]
        )

    def at_least_batch(
        self,
        offsets: U64,
        grams: U64,
        threshold: Ratio,
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> tuple[U64, U32, U32, U32]:
        """Answer `at_least` for each query."""
        del threads
        queries = _split(offsets, grams)
        return _columns([self.at_least(query, threshold, alive) for query in queries])

    def top_k_connected(
        self,
        grams: U64,
        semantics: Semantics,
        id_rank: U32,
        k: int,
        alive: NDArray[np.uint8] | None,
    ) -> list[tuple[int, int, int, int]]:
        """Mix in embeddings; every item takes part."""
        shared = np.zeros(self._index.items, dtype=np.int64)
        union = np.full(self._index.items, len(grams), dtype=np.int64)
        for item, intersection, together in self.at_least(grams, (0, 1), None):
            shared[item], union[item] = intersection, together
        rows = self._index.arrays["row_item"]
        if (rows >= self._index.items).any():
            raise damaged("row_item names an item that is not there")
        apart = shared[rows] == 0
        union[rows[apart]] += self._index.row_size[apart]
        return define_connected(shared, union, semantics, id_rank, k, alive)

    def _numbers(self, grams: U64) -> NDArray[np.int64]:
        """Look up the numbers of the known n-grams."""
        table_keys, table_ids = self._index.arrays["table_keys"], self._index.arrays["table_ids"]
        keys = spread(grams)
        places = home(keys, capacity(self._index.grams))
        while (ahead := np.flatnonzero(table_keys[places] < keys)).size:
            places[ahead] += 1
            # Past the end is not found, as a free place would say.
            inside = places < len(table_keys)
            keys, places = keys[inside], places[inside]
        ids = table_ids[places][table_keys[places] == keys]
        known: NDArray[np.int64] = ids[ids != FREE].astype(np.int64)
        if (known >= self._index.grams).any():
            raise damaged("table_ids names an n-gram that is not there")
        return known

    def _slots(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Gather the slots of these n-grams, a slot once for each that it holds."""
        index = self._index
        parts = [
            index.arrays["postings"][index.list_starts[number] : index.list_starts[number + 1]]
            for number in numbers[numbers < index.lists]
        ]
        bitmaps = index.arrays["bitmaps"].reshape(-1, max(len(index.slot_row) // WORD, 1))
        for number in numbers[numbers >= index.lists]:
            octets = bitmaps[number - index.lists].astype("<u8").view(np.uint8)
            parts.append(np.flatnonzero(np.unpackbits(octets, bitorder="little")))
        slots = np.concatenate([np.empty(0, dtype=np.int64), *parts]).astype(np.int64)
        if (slots >= len(index.slot_row)).any():
            raise damaged("postings name no slot")
        return slots


def _split(offsets: U64, grams: U64) -> list[U64]:
    return np.split(grams, offsets[1:-1].astype(np.int64)) if len(offsets) > 1 else []


def _columns(answers: list[list[tuple[int, int, int]]]) -> tuple[U64, U32, U32, U32]:
    ends = np.cumsum([0, *(len(hits) for hits in answers)]).astype(np.uint64)
    flat = np.array([hit for hits in answers for hit in hits], dtype=np.uint32).reshape(-1, 3)
    return ends, flat[:, 0].copy(), flat[:, 1].copy(), flat[:, 2].copy()
