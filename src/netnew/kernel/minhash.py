"""MinHash (`minhash/1`): a set of shingles as k small numbers that match as the sets overlap.

Lane i keeps the least `multiplier[i] * x + offset[i]` modulo 2**32 over the upper 32 bits x of
all shingles. 32 bits a lane let one processor instruction work on eight or sixteen lanes.
"""

from __future__ import annotations

from functools import lru_cache
from operator import index
from typing import Final

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import InputError
from netnew.kernel.hashes import hash64
from netnew.kernel.implementation import twin
from netnew.kernel.ragged import Hashes, Offsets, hashes_given, rows_of
from netnew.kernel.ratio import Ratio

Signature = NDArray[np.uint32]
Signatures = NDArray[np.uint32]

MOST_LANES: Final = 4096
# What a lane holds before any shingle; such a lane matches nothing, not even its like.
EMPTY: Final = np.uint32(0xFFFF_FFFF)
# Bounds the memory of the definition: this many shingles times k lanes at once.
_BLOCK: Final = 1024


@twin
def minhash(shingles: Hashes, k: int) -> Signature:
    """Signature of a set of shingles in `k` lanes (1 to 4096).

    >>> minhash(np.array([], np.uint64), 2)
    array([4294967295, 4294967295], dtype=uint32)
    """
    multipliers, offsets = lanes(index(k))
    upper = (hashes_given(shingles) >> np.uint64(32)).astype(np.uint32)
    signature = np.full(k, EMPTY)
    for start in range(0, len(upper), _BLOCK):
        values = upper[start : start + _BLOCK, None] * multipliers + offsets
        np.minimum(signature, values.min(axis=0), out=signature)
    return signature


@twin
def minhash_many(shingles: Hashes, offsets: Offsets, k: int) -> Signatures:
    """Do what `minhash` does to each row of shingles: one signature a row.

    >>> minhash_many(np.array([5], np.uint64), np.array([0, 1, 1], np.uint64), 8).shape
    (2, 8)
    """
    lanes(index(k))
    signatures = [minhash(row, k) for row in rows_of(shingles, offsets)]
    return np.array(signatures, np.uint32).reshape(-1, k)


def jaccard_estimate(a: Signature, b: Signature) -> Ratio:
    """J_est of two signatures of the same k: matching lanes of all lanes.

    >>> one = minhash(np.array([1 << 40], np.uint64), 128)
    >>> jaccard_estimate(one, one)
    Ratio(part=128, whole=128)
    """
    matches = matching_lanes(a, b.reshape(1, -1))
    return Ratio(int(matches[0]), len(a))


@twin
def matching_lanes(signature: Signature, others: Signatures) -> NDArray[np.uint32]:
    """Count the lanes in which `signature` equals each of `others`.

    >>> matching_lanes(np.array([3, 4], np.uint32), np.array([[3, 9], [8, 8]], np.uint32))
    array([1, 0], dtype=uint32)
    """
    shapes = (signature.ndim, others.ndim)
    if signature.dtype != np.uint32 or others.dtype != np.uint32 or shapes != (1, 2):
        raise InputError(
            "got signatures that are not one row and one table of uint32",
            "give what `minhash` and `minhash_many` return",
        )
    if others.shape[1] != len(signature):
        raise InputError(
            f"got signatures of {len(signature)} lanes and of {others.shape[1]}",
            "compare signatures of the same k",
        )
    equal = (others == signature) & (signature != EMPTY)
    return np.asarray(equal.sum(axis=1), np.uint32)


@lru_cache(maxsize=8)
def lanes(k: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Multipliers (odd) and offsets of the `k` lanes, derived from the one seed.

    >>> multipliers, offsets = lanes(4)
    >>> bool(np.all(multipliers % 2 == 1))
    True
    """
    if not 1 <= k <= MOST_LANES:
        raise InputError(f"a signature cannot have {k} lanes", f"give k from 1 to {MOST_LANES}")
    drawn = np.array([hash64(b"minhash/1", stream=lane) for lane in range(k)], np.uint64)
    multipliers = drawn.astype(np.uint32) | np.uint32(1)
    return multipliers, (drawn >> np.uint64(32)).astype(np.uint32)
