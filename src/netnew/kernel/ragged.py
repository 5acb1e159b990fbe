"""Many sets in two flat arrays: row i of `flat` lies from `offsets[i]` to `offsets[i + 1]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import InputError

Hashes = NDArray[np.uint64]
Offsets = NDArray[np.uint64]


def ragged(rows: Sequence[Hashes]) -> tuple[Hashes, Offsets]:
    """Lay `rows` end to end.

    >>> flat, offsets = ragged([np.array([7, 9], np.uint64), np.array([], np.uint64)])
    >>> flat.tolist(), offsets.tolist()
    ([7, 9], [0, 2, 2])
    """
    offsets = np.zeros(len(rows) + 1, np.uint64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return np.concatenate([np.zeros(0, np.uint64), *rows]), offsets


def rows_of(flat: Hashes, offsets: Offsets) -> Iterator[Hashes]:
    """Give each row in turn, after checking that the two arrays belong together.

    >>> flat, offsets = np.array([7, 9], np.uint64), np.array([0, 2, 2], np.uint64)
    >>> [row.tolist() for row in rows_of(flat, offsets)]
    [[7, 9], []]
    """
    flat, offsets = hashes_given(flat), hashes_given(offsets)
    fits = len(offsets) > 0 and offsets[0] == 0 and offsets[-1] == len(flat)
    if not fits or np.any(offsets[1:] < offsets[:-1]):
        raise InputError(
            f"the offsets do not cut {len(flat)} values into rows",
            "give ascending offsets from 0 to the number of values",
        )
    return (flat[start:end] for start, end in pairwise(offsets.tolist()))


def hashes_given(array: Hashes) -> Hashes:
    """Pass `array` on when it is one row of uint64, else say what it is.

    >>> hashes_given(np.zeros(2))
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: got an array that is not one row of uint64; \
give a one-dimensional array of numpy.uint64
    """
    if array.ndim != 1 or array.dtype != np.uint64:
        raise InputError(
            "got an array that is not one row of uint64",
            "give a one-dimensional array of numpy.uint64",
        )
    return array
