"""The arrays of an exact set-similarity index (`setindex/1`): making them, and opening them.

Items with n-grams are *rows*, ordered by (set size, rank of the id). A row's *slot* is its number
with each size padded to 64, so that a size is whole words of a bitmap. N-grams are numbered by
(frequency, spread hash), rare first. One that more than a 128th of all slots hold is a bitmap over
slots, every other an ascending list of slots. Lists and bitmaps lie in the order of their numbers,
so no array of addresses is needed. The same items give the same bytes, here and in Rust.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import DamagedError, InputError
from netnew.kernel.implementation import twin

SETINDEX_VERSION: Final = "setindex/1"

U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
Arrays = dict[str, NDArray[Any]]
# Numerator and denominator, below RATIO_LIMIT: products with a set size then fit 64 bits.
Ratio = tuple[int, int]
RATIO_LIMIT: Final = 1 << 31

ARRAYS: Final[Mapping[str, type[np.generic]]] = {
    "header": np.uint64,  # version, items, n-grams, n-grams kept as bitmaps
    "table_keys": np.uint64,  # spread hashes, sorted, each at its home or the next free place
    "table_ids": np.uint32,  # the n-gram's number there
    "sizes": np.uint32,  # set sizes that occur
    "size_items": np.uint32,  # how many items have each
    "row_item": np.uint32,
    "row_rank": np.uint32,
    "frequencies": np.uint32,  # lengths of lists that occur
    "frequency_grams": np.uint32,  # how many n-grams have each
    "postings": np.uint32,
    "bitmaps": np.uint64,
    "forward": np.uint32,  # each row's n-gram numbers; empty where sets are long
}

WORD: Final = 64
FREE: Final = np.uint32(0xFFFFFFFF)
# Odd, so multiplying is one to one; the golden ratio's bits spread even consecutive integers.
SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
DENSE_SHARE: Final = 128
FORWARD_MEAN: Final = 32
# Two unequal fractions with denominators below 2**26 differ as float64 too, so sorting by the
# quotient sorts exactly; a union of two sets below this size is such a denominator.
SET_LIMIT: Final = 1 << 25
ITEM_LIMIT: Final = 1 << 30


def spread(grams: U64) -> U64:
    """Mix hashes one to one, so that even small integers spread over the table."""
    return grams * SPREAD


def capacity(grams: int) -> int:
    """Places that keys aim at, for a load of 0.8.

    >>> capacity(100)
    126
    """
    return grams + grams // 4 + 1


def home(keys: U64, places: int) -> NDArray[np.int64]:
    """Give the place that each spread key aims at; monotone, so the table stays sorted."""
    return (((keys >> np.uint64(32)) * np.uint64(places)) >> np.uint64(32)).astype(np.int64)


def check_sets(offsets: U64, grams: U64, id_rank: U32 | None = None) -> None:
    """Raise InputError unless these are sets laid end to end, each sorted and unique."""
    wrong = "pass offsets[n + 1], each item's sorted unique grams, and id_rank[n]"
    for name, array, kind in (("offsets", offsets, np.uint64), ("grams", grams, np.uint64)):
        if array.dtype != kind or array.ndim != 1:
            raise InputError(f"{name} is no flat array of uint64", wrong)
    if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(grams):
        raise InputError("offsets do not run from 0 to the number of grams", wrong)
    if (offsets[1:] < offsets[:-1]).any():
        raise InputError("offsets do not ascend", wrong)
    first = np.zeros(len(grams) + 1, dtype=bool)
    first[offsets.astype(np.int64)] = True
    if not (first[1:-1] | (grams[1:] > grams[:-1])).all():
        raise InputError("an item's grams are not sorted and unique", wrong)
    if (offsets[1:] - offsets[:-1] >= SET_LIMIT).any():
        raise InputError("an item has 2**25 grams or more", "split the text")
    if len(offsets) > ITEM_LIMIT:
        raise InputError("more than 2**30 items do not fit one index", "make several indexes")
    if id_rank is not None and (id_rank.dtype != np.uint32 or id_rank.shape != (len(offsets) - 1,)):
        raise InputError("id_rank is no array of uint32 with one rank an item", wrong)


@twin
def build_set_index(offsets: U64, grams: U64, id_rank: U32) -> Arrays:
    """Make the arrays of `setindex/1` over sets that `check_sets` accepts."""
    all_sizes = np.diff(offsets).astype(np.int64)
    items = np.flatnonzero(all_sizes)
    rows = items[np.lexsort((items, id_rank[items], all_sizes[items]))]
    sizes, size_items = np.unique(all_sizes[rows], return_counts=True)
    slots = _slots(size_items)
    slot_count = int((-(-size_items // WORD) * WORD).sum())

    keys, place, frequency = np.unique(spread(grams), return_inverse=True, return_counts=True)
    number = np.empty(len(keys), dtype=np.int64)
    number[np.argsort(frequency, kind="stable")] = np.arange(len(keys))
    listed = frequency * DENSE_SHARE <= slot_count
    frequencies, frequency_grams = np.unique(frequency[listed], return_counts=True)
    table_keys, table_ids = _table(keys, number)

    row_of_item = np.zeros(len(all_sizes), dtype=np.int64)
    row_of_item[rows] = np.arange(len(rows))
    row = np.repeat(row_of_item, all_sizes)
    gram, slot = number[place], slots[row]
    by_gram = np.lexsort((slot, gram))
    postings = slot[by_gram][: int(frequency[listed].sum())]
    lists, words = int(listed.sum()), slot_count // WORD
    bitmaps = np.zeros((len(keys) - lists) * words, dtype=np.uint64)
    dense = gram >= lists
    bit = np.left_shift(np.uint64(1), (slot[dense] % WORD).astype(np.uint64))
    np.bitwise_or.at(bitmaps, (gram[dense] - lists) * words + slot[dense] // WORD, bit)
    keeps_forward = len(grams) <= FORWARD_MEAN * len(rows)
    forward = gram[np.lexsort((gram, row))] if keeps_forward else gram[:0]
    made = {
        "header": [1, len(all_sizes), len(keys), len(keys) - lists],
        "table_keys": table_keys,
        "table_ids": table_ids,
        "sizes": sizes,
        "size_items": size_items,
        "row_item": rows,
        "row_rank": id_rank[rows],
        "frequencies": frequencies,
        "frequency_grams": frequency_grams,
        "postings": postings,
        "bitmaps": bitmaps,
        "forward": forward,
    }
    return {name: np.asarray(made[name], dtype=kind) for name, kind in ARRAYS.items()}


def _slots(size_items: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give the slot of each row: every size starts at a multiple of 64."""
    padding = -size_items % WORD
    before = np.cumsum(padding) - padding
    return np.arange(size_items.sum()) + np.repeat(before, size_items)


def _table(keys: U64, number: NDArray[np.int64]) -> tuple[U64, U32]:
    """Put sorted keys at their home or, where that is taken, in the first free place after."""
    order = np.arange(len(keys))
    place = order + np.maximum.accumulate(home(keys, capacity(len(keys))) - order)
    length = max(capacity(len(keys)), int(place[-1]) + 1 if len(keys) else 0)
    table_keys = np.full(length, np.iinfo(np.uint64).max, dtype=np.uint64)
    table_ids = np.full(length, FREE, dtype=np.uint32)
    table_keys[place], table_ids[place] = keys, number
    return table_keys, table_ids


@dataclass(frozen=True, eq=False)
class Opened:
    """Arrays whose lengths fit one another, and what follows from the small ones."""

    arrays: Arrays
    items: int
    grams: int
    lists: int
    list_starts: NDArray[np.int64]
    """Where each list begins in `postings`, and the end of the last."""
    slot_row: NDArray[np.int64]
    """The row of each slot; -1 where it is padding."""
    row_size: NDArray[np.int64]


def open_arrays(arrays: Mapping[str, NDArray[Any]]) -> Opened:
    """Give the arrays their meaning, or raise DamagedError where they cannot be an index."""
    own = {name: _array(arrays, name) for name in ARRAYS}
    if len(own["header"]) != 4 or own["header"][0] != 1:
        raise damaged("header does not open a setindex/1")
    items, grams, dense = (int(number) for number in own["header"][1:])
    sizes, size_items = own["sizes"], own["size_items"]
    frequencies, frequency_grams = own["frequencies"], own["frequency_grams"]
    if not _counts(sizes, size_items) or (len(sizes) and sizes[-1] >= SET_LIMIT):
        raise damaged("sizes and size_items do not list ascending sizes with their items")
    if not _counts(frequencies, frequency_grams):
        raise damaged("frequencies and frequency_grams do not list ascending lengths")
    rows = len(own["row_item"])
    if _total(size_items) != rows or len(own["row_rank"]) != rows or not rows <= items < 2**32 - 1:
        raise damaged("row_item, row_rank and the sizes tell of different numbers of items")
    lists = _total(frequency_grams)
    if lists + dense != grams or grams >= 2**31:
        raise damaged("header and frequency_grams tell of different numbers of n-grams")
    if len(own["postings"]) != _total(frequencies, frequency_grams):
        raise damaged("postings has another length than the frequencies tell")
    if len(own["table_keys"]) < capacity(grams) or len(own["table_ids"]) != len(own["table_keys"]):
        raise damaged("table_keys and table_ids are too short or differ in length")
    slots = _slots(size_items.astype(np.int64))
    slot_row = np.full(-(-(int(slots[-1]) + 1) // WORD) * WORD if rows else 0, -1, dtype=np.int64)
    slot_row[slots] = np.arange(rows)
    if len(own["bitmaps"]) != dense * len(slot_row) // WORD:
        raise damaged("bitmaps has another length than the header tells")
    if len(own["forward"]) not in (0, _total(sizes, size_items)):
        raise damaged("forward has another length than the sizes tell")
    lengths = np.repeat(frequencies, frequency_grams).astype(np.int64)
    list_starts = np.concatenate(([0], np.cumsum(lengths)))
    row_size = np.repeat(sizes, size_items).astype(np.int64)
    return Opened(own, items, grams, lists, list_starts, slot_row, row_size)


def damaged(problem: str) -> DamagedError:
    """Make the error for arrays that are not those that were written."""
    return DamagedError(f"the set index is damaged: {problem}", "restore it or build it again")


def _array(arrays: Mapping[str, NDArray[Any]], name: str) -> NDArray[Any]:
    array = arrays.get(name)
    if array is None:
        raise damaged(f"the array {name} is missing")
    fits = array.dtype == ARRAYS[name] and array.ndim == 1
    if not (fits and array.flags.c_contiguous and array.flags.aligned):
        raise damaged(f"{name} is no flat, aligned array of {np.dtype(ARRAYS[name])}")
    return array


def _counts(values: U32, counts: U32) -> bool:
    """Tell whether values ascend from at least 1, each with a count of at least 1."""
    return (
        len(values) == len(counts)
        and bool((np.diff(values.astype(np.int64), prepend=0) > 0).all())
        and bool((counts > 0).all())
    )


def _total(*factors: U32) -> int:
    """Sum the products exactly, whatever their size."""
    return sum(int(np.prod(row, dtype=object)) for row in zip(*factors, strict=True))
