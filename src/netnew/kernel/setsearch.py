"""Exact set-similarity search: the k most alike, and all that are alike enough.

Similarity is Jaccard's, kept as (intersection, union). Hits are ordered by it, then by the smaller
external id; items that share nothing are no hits. `SetIndex` is what users hold; `SetSearch` is the
definition behind it, which counts every posting, and the Rust class of that name is its twin.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import InputError
from netnew.kernel.implementation import crate
from netnew.kernel.setindex import (
    ARRAYS,
    FREE,
    SET_LIMIT,
    U32,
    U64,
    Arrays,
    build_set_index,
    capacity,
    check_sets,
    damaged,
    home,
    open_arrays,
    spread,
)

Alive = NDArray[np.bool_]
# Numerator and denominator; every product with a set size then fits 64 bits.
Ratio = tuple[int, int]
RATIO_LIMIT = 1 << 31
NOTHING: Ratio = (0, 1)


class Hit(NamedTuple):
    """An item found: its similarity is exactly intersection / union."""

    item: int
    intersection: int
    union: int


class Answers(NamedTuple):
    """The hits of many queries, laid end to end."""

    offsets: U64
    items: U32
    intersections: U32
    unions: U32

    def of(self, query: int) -> list[Hit]:
        """Give the hits of one query, best first."""
        part = slice(int(self.offsets[query]), int(self.offsets[query + 1]))
        columns = (self.items[part], self.intersections[part], self.unions[part])
        return [Hit(*hit) for hit in zip(*(column.tolist() for column in columns), strict=True)]


class Searcher(Protocol):
    """What the definition and its Rust twin both offer; `SetIndex` checks arguments first."""

    def top_k(
        self, grams: U64, k: int, floor: Ratio, alive: NDArray[np.uint8] | None
    ) -> list[tuple[int, int, int]]: ...

    def at_least(
        self, grams: U64, threshold: Ratio, alive: NDArray[np.uint8] | None
    ) -> list[tuple[int, int, int]]: ...

    def top_k_batch(
        self,
        offsets: U64,
        grams: U64,
        k: int,
        floors: U64,
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> tuple[U64, U32, U32, U32]: ...

    def at_least_batch(
        self,
        offsets: U64,
        grams: U64,
        threshold: Ratio,
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> tuple[U64, U32, U32, U32]: ...


class SetIndex:
    """An immutable index over sets of n-gram hashes.

    >>> sets = np.array([1, 2, 3, 2, 3, 4, 9], dtype=np.uint64)
    >>> offsets = np.array([0, 3, 6, 7], dtype=np.uint64)
    >>> index = SetIndex.build(offsets, sets, id_rank=np.array([0, 1, 2], dtype=np.uint32))
    >>> index.top_k(np.array([2, 3, 4], dtype=np.uint64), 2)
    [Hit(item=1, intersection=3, union=3), Hit(item=0, intersection=2, union=4)]
    >>> index.at_least(np.array([2, 3, 4], dtype=np.uint64), 3, 4)
    [Hit(item=1, intersection=3, union=3)]
    """

    def __init__(self, arrays: Arrays, searcher: Searcher) -> None:
        self._arrays, self._searcher = arrays, searcher

    @classmethod
    def build(cls, offsets: U64, grams: U64, id_rank: U32) -> SetIndex:
        """Index item i's sorted unique hashes `grams[offsets[i]:offsets[i + 1]]`.

        `id_rank[i]` is the rank of item i's external id among all, by code point: it breaks ties.
        """
        check_sets(offsets, grams, id_rank)
        return cls.from_arrays(build_set_index(offsets, grams, id_rank))

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], *, simd: str = "auto") -> SetIndex:
        """Open the arrays that `arrays()` gave, where they lie; do not write to them afterwards.

        Lengths and small arrays are checked now, every other element when a search uses it; what
        is wrong is a DamagedError. `simd` (`scalar`, `avx2`, `avx512`, `vnni`) changes speed alone.
        """
        rust = crate()
        own = {name: _sealed(arrays[name]) for name in ARRAYS if name in arrays}
        return cls(own, SetSearch(own) if rust is None else rust.SetSearch(own, simd))

    def arrays(self) -> Arrays:
        """Give the index as plain arrays by name, read-only: all there is to store."""
        return dict(self._arrays)

    def __len__(self) -> int:
        return int(self._arrays["header"][1])

    def top_k(
        self, grams: U64, k: int, alive: Alive | None = None, *, floor: Ratio = NOTHING
    ) -> list[Hit]:
        """Find the k items most like `grams`, best first; fewer where fewer share anything.

        Only items whose flag in `alive` is set are found, and none less alike than `floor`.
        """
        _check_query(grams, floor)
        hits = self._searcher.top_k(grams, _count(k), floor, self._flags(alive))
        return [Hit(*hit) for hit in hits]

    def at_least(
        self, grams: U64, numerator: int, denominator: int, alive: Alive | None = None
    ) -> list[Hit]:
        """Find all items with similarity of at least numerator / denominator, best first."""
        threshold = (numerator, denominator)
        _check_query(grams, threshold)
        hits = self._searcher.at_least(grams, threshold, self._flags(alive))
        return [Hit(*hit) for hit in hits]

    def top_k_batch(
        self,
        offsets: U64,
        grams: U64,
        k: int,
        alive: Alive | None = None,
        *,
        floors: U64 | None = None,
        threads: int = 0,
    ) -> Answers:
        """Answer `top_k` for query i's `grams[offsets[i]:offsets[i + 1]]`.

        `floors` holds one (numerator, denominator) a query; `threads` 0 takes all cores.
        """
        check_sets(offsets, grams)
        queries = len(offsets) - 1
        if floors is None:
            floors = np.tile(np.array(NOTHING, dtype=np.uint64), (queries, 1))
        if floors.shape != (queries, 2) or not _are_ratios(floors[:, 0], floors[:, 1]):
            raise InputError("floors are no ratios, one a query", "pass uint64[queries, 2]")
        flat = np.ascontiguousarray(floors, dtype=np.uint64).reshape(-1)
        flags = self._flags(alive)
        return Answers(
            *self._searcher.top_k_batch(offsets, grams, _count(k), flat, flags, _count(threads))
        )

    def at_least_batch(
        self,
        offsets: U64,
        grams: U64,
        numerator: int,
        denominator: int,
        alive: Alive | None = None,
        *,
        threads: int = 0,
    ) -> Answers:
        """Answer `at_least` for query i's `grams[offsets[i]:offsets[i + 1]]`."""
        check_sets(offsets, grams)
        threshold = (numerator, denominator)
        _check_query(grams[:0], threshold)
        flags = self._flags(alive)
        return Answers(
            *self._searcher.at_least_batch(offsets, grams, threshold, flags, _count(threads))
        )

    def _flags(self, alive: Alive | None) -> NDArray[np.uint8] | None:
        if alive is None:
            return None
        if alive.dtype != np.bool_ or alive.shape != (len(self),):
            raise InputError("alive has not one flag an item", f"pass bool[{len(self)}]")
        return np.ascontiguousarray(alive).view(np.uint8)


class SetSearch:
    """The definition: count what every item shares, score, sort."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._index = open_arrays(arrays)

    def top_k(
        self, grams: U64, k: int, floor: Ratio, alive: NDArray[np.uint8] | None
    ) -> list[tuple[int, int, int]]:
        return self.at_least(grams, floor, alive)[:k]

    def at_least(
        self, grams: U64, threshold: Ratio, alive: NDArray[np.uint8] | None
    ) -> list[tuple[int, int, int]]:
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
        del threads
        queries = _split(offsets, grams)
        return _columns([self.at_least(query, threshold, alive) for query in queries])

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
        known = ids[ids != FREE].astype(np.int64)
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
        bitmaps = index.arrays["bitmaps"].reshape(-1, max(len(index.slot_row) // 64, 1))
        for number in numbers[numbers >= index.lists]:
            octets = bitmaps[number - index.lists].astype("<u8").view(np.uint8)
            parts.append(np.flatnonzero(np.unpackbits(octets, bitorder="little")))
        slots = np.concatenate([np.empty(0, dtype=np.int64), *parts]).astype(np.int64)
        if (slots >= len(index.slot_row)).any():
            raise damaged("postings name no slot")
        return slots


def _sealed(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _check_query(grams: U64, ratio: Ratio) -> None:
    if grams.dtype != np.uint64 or grams.ndim != 1 or not (grams[1:] > grams[:-1]).all():
        raise InputError("a query's grams are not sorted unique uint64", "pass np.unique(grams)")
    if len(grams) >= SET_LIMIT:
        raise InputError("a query has 2**25 grams or more", "split the text")
    numerator, denominator = ratio
    if not (0 <= numerator < RATIO_LIMIT and 0 < denominator < RATIO_LIMIT):
        raise InputError(
            f"the ratio {numerator}/{denominator} does not lie between 0 and 2**31 in both terms",
            "reduce the fraction",
        )


def _are_ratios(numerators: U64, denominators: U64) -> bool:
    return bool(
        ((numerators < RATIO_LIMIT) & (denominators > 0) & (denominators < RATIO_LIMIT)).all()
    )


def _count(number: int) -> int:
    if number < 0:
        raise InputError(f"{number} is no count", "pass 0 or more")
    return number


def _split(offsets: U64, grams: U64) -> list[U64]:
    return np.split(grams, offsets[1:-1].astype(np.int64)) if len(offsets) > 1 else []


def _columns(answers: list[list[tuple[int, int, int]]]) -> tuple[U64, U32, U32, U32]:
    ends = np.cumsum([0, *(len(hits) for hits in answers)]).astype(np.uint64)
    flat = np.array([hit for hits in answers for hit in hits], dtype=np.uint32).reshape(-1, 3)
    return ends, flat[:, 0].copy(), flat[:, 1].copy(), flat[:, 2].copy()
