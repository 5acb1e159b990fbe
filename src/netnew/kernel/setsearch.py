"""Exact set-similarity search: the k most alike, and all that are alike enough.

Similarity is Jaccard's, kept as (intersection, union). Hits are ordered by it, then by the smaller
external id; items that share nothing are no hits. `SetIndex` is what users hold. What answers is
the definition (`setdefinition.SetSearch`) or its Rust twin of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import InputError
from netnew.kernel.connect import Connected, Semantics
from netnew.kernel.implementation import crate
from netnew.kernel.int8 import WIDEST
from netnew.kernel.setdefinition import SetSearch
from netnew.kernel.setindex import (
    ARRAYS,
    RATIO_LIMIT,
    SET_LIMIT,
    U32,
    U64,
    Arrays,
    Ratio,
    build_set_index,
    check_sets,
)

Alive = NDArray[np.bool_]
NOTHING: Final[Ratio] = (0, 1)


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
    ) -> list[tuple[int, int, int]]:
        """Give the k best of at least `floor`: (item, intersection, union)."""
        ...

    def at_least(
        self, grams: U64, threshold: Ratio, alive: NDArray[np.uint8] | None
    ) -> list[tuple[int, int, int]]:
        """Give all of at least `threshold`, best first."""
        ...

    def top_k_batch(
        self,
        offsets: U64,
        grams: U64,
        k: int,
        floors: U64,
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> tuple[U64, U32, U32, U32]:
        """Answer `top_k` for each query, columns laid end to end."""
        ...

    def at_least_batch(
        self,
        offsets: U64,
        grams: U64,
        threshold: Ratio,
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> tuple[U64, U32, U32, U32]:
        """Answer `at_least` for each query."""
        ...

    def top_k_connected(
        self,
        grams: U64,
        semantics: Semantics,
        id_rank: U32,
        k: int,
        alive: NDArray[np.uint8] | None,
    ) -> list[tuple[int, int, int, int]]:
        """Give the k best by connectedness: (item, intersection, union, dot)."""
        ...


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
        return _as_hits(hits)

    def at_least(
        self, grams: U64, numerator: int, denominator: int, alive: Alive | None = None
    ) -> list[Hit]:
        """Find all items with similarity of at least numerator / denominator, best first."""
        threshold = (numerator, denominator)
        _check_query(grams, threshold)
        hits = self._searcher.at_least(grams, threshold, self._flags(alive))
        return _as_hits(hits)

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

    def top_k_connected(
        self, grams: U64, semantics: Semantics, id_rank: U32, k: int, alive: Alive | None = None
    ) -> list[Connected]:
        """Find the k items of greatest C_connect (see `Connected`), best first; all take part.

        `id_rank[i]` is the rank of item i's external id, as given to `build`.
        """
        query, vectors, alpha = semantics
        _check_query(grams, alpha)
        if alpha[0] > alpha[1]:
            raise InputError(f"alpha {alpha[0]}/{alpha[1]} is above 1", "pass a share")
        if vectors.dtype != np.int8 or vectors.shape != (len(self), *query.shape):
            raise InputError("vectors are not one int8 row an item", f"pass int8[{len(self)}, d]")
        if query.dtype != np.int8 or query.shape[0] > WIDEST:
            raise InputError(f"query is no int8[d] with d up to {WIDEST}", "quantize it")
        if id_rank.dtype != np.uint32 or id_rank.shape != (len(self),):
            raise InputError("id_rank has not one rank an item", f"pass uint32[{len(self)}]")
        whole = Semantics(np.ascontiguousarray(query), np.ascontiguousarray(vectors), alpha)
        flags = self._flags(alive)
        found = self._searcher.top_k_connected(grams, whole, id_rank, _count(k), flags)
        return [Connected(*one) for one in found]

    def _flags(self, alive: Alive | None) -> NDArray[np.uint8] | None:
        if alive is None:
            return None
        if alive.dtype != np.bool_ or alive.shape != (len(self),):
            raise InputError("alive has not one flag an item", f"pass bool[{len(self)}]")
        return np.ascontiguousarray(alive).view(np.uint8)


def _as_hits(found: list[tuple[int, int, int]]) -> list[Hit]:
    # Not `Hit._make`, which checks lengths: it would take a tenth of a search's time.
    return [tuple.__new__(Hit, hit) for hit in found]


def _sealed(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _check_query(grams: U64, ratio: Ratio) -> None:
    # That they ascend is checked where they are read: here it would cost as much as the search.
    if grams.dtype != np.uint64 or grams.ndim != 1:
        raise InputError("a query's grams are no flat array of uint64", "pass np.unique(grams)")
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
