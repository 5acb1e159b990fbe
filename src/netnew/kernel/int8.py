"""Embeddings as small integers: quantised once, then compared exactly.

C_sem of two vectors is dot / 127², C_sem01 is (dot + 127²) / (2 · 127²), both exact. A component
moves by at most half a step of 1/127 (and 1e-13 for the double arithmetic), so C_sem differs from
the cosine of the floats by at most √d / 127 + d / (4 · 127²), and by about 0.3 / 127 in practice,
as the errors point both ways. A vector's product with itself may thus be slightly off 127².
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import InputError
from netnew.kernel.implementation import crate, twin

INT8_VERSION: Final = "int8/1"
ONE: Final = 127 * 127
# 128 * 128 * 2**16 is 2**30: every dot product fits 32 bits.
WIDEST: Final = 1 << 16

I8 = NDArray[np.int8]


class Near(NamedTuple):
    """A vector found: C_sem is exactly dot / 127²."""

    item: int
    dot: int


class Nearest(NamedTuple):
    """The answers to many queries, laid end to end."""

    offsets: NDArray[np.uint64]
    items: NDArray[np.uint32]
    dots: NDArray[np.int32]

    def of(self, query: int) -> list[Near]:
        """Give the answer to one query, best first."""
        part = slice(int(self.offsets[query]), int(self.offsets[query + 1]))
        pairs = zip(self.items[part].tolist(), self.dots[part].tolist(), strict=True)
        return [Near(item, dot) for item, dot in pairs]


def quantize_vectors(vectors: NDArray[np.float32]) -> I8:
    """Normalise each row, scale it to 127 and round half to even; a zero row stays zero.

    >>> quantize_vectors(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist()
    [[76, 102], [0, 0]]
    """
    if vectors.dtype != np.float32 or vectors.ndim != 2:
        raise InputError("vectors are no float32[n, d]", "pass embeddings.astype(np.float32)")
    if not np.isfinite(vectors).all():
        raise InputError("a vector holds a number that is not finite", "embed that text again")
    return quantize(np.ascontiguousarray(vectors))


@twin
def quantize(vectors: NDArray[np.float32]) -> I8:
    """Quantise rows of finite numbers, by one fixed sequence of IEEE double operations."""
    squares = np.zeros(len(vectors))
    for column in vectors.T.astype(np.float64):
        squares += column * column
    norms = np.sqrt(squares)
    norms[norms == 0] = 1
    steps: I8 = np.rint(vectors.astype(np.float64) / norms[:, None] * 127).astype(np.int8)
    return steps


def nearest(
    vectors: I8,
    id_rank: NDArray[np.uint32],
    queries: I8,
    k: int,
    *,
    alive: NDArray[np.bool_] | None = None,
    threads: int = 0,
    simd: str = "auto",
) -> Nearest:
    """Find the k rows with the greatest dot products for each query, exactly.

    Ties go to the smaller `id_rank`. The answer is the same for any `threads` and `simd`.

    >>> rows = np.array([[127, 0], [90, 90], [0, 127]], dtype=np.int8)
    >>> ranks = np.arange(3, dtype=np.uint32)
    >>> nearest(rows, ranks, np.array([[127, 0]], dtype=np.int8), 2).of(0)
    [Near(item=0, dot=16129), Near(item=1, dot=11430)]
    """
    _check(vectors, id_rank, queries)
    if k < 0 or threads < 0:
        raise InputError("k and threads are no counts", "pass 0 or more")
    flags = None
    if alive is not None:
        if alive.dtype != np.bool_ or alive.shape != id_rank.shape:
            raise InputError("alive has not one flag an item", f"pass bool[{len(id_rank)}]")
        flags = np.ascontiguousarray(alive).view(np.uint8)
    rust = crate()
    arrays = (np.ascontiguousarray(vectors), id_rank, np.ascontiguousarray(queries))
    if rust is not None:
        return Nearest(*rust.nearest_int8(*arrays, k, flags, threads, simd))
    return nearest_int8(*arrays, k, flags)


def nearest_int8(
    vectors: I8,
    id_rank: NDArray[np.uint32],
    queries: I8,
    k: int,
    alive: NDArray[np.uint8] | None,
) -> Nearest:
    """Define `nearest`: all dot products, sorted."""
    rows = np.arange(len(vectors)) if alive is None else np.flatnonzero(alive)
    items, dots = [], []
    for query in queries:
        products = vectors[rows].astype(np.int32) @ query.astype(np.int32)
        best = np.lexsort((rows, id_rank[rows], -products))[:k]
        items.append(rows[best].astype(np.uint32))
        dots.append(products[best].astype(np.int32))
    ends = np.cumsum([0, *(len(part) for part in items)]).astype(np.uint64)
    return Nearest(
        ends,
        np.concatenate([np.empty(0, np.uint32), *items]),
        np.concatenate([np.empty(0, np.int32), *dots]),
    )


def _check(vectors: I8, id_rank: NDArray[np.uint32], queries: I8) -> None:
    if vectors.dtype != np.int8 or vectors.ndim != 2 or vectors.shape[1] > WIDEST:
        raise InputError(f"vectors are no int8[n, d] with d up to {WIDEST}", "quantize them first")
    if queries.dtype != np.int8 or queries.ndim != 2 or queries.shape[1] != vectors.shape[1]:
        raise InputError("queries are no int8 of the same width", "quantize them the same way")
    if id_rank.dtype != np.uint32 or id_rank.shape != (len(vectors),):
        raise InputError("id_rank is no array of uint32 with one rank an item", "pass uint32[n]")
