"""What connects two texts: C_connect = α · C_lex + (1 − α) · C_sem01, α a fraction.

Every item takes part, those that share no n-gram with C_lex = 0. Order: C_connect, then C_sem01,
then C_lex, then the smaller external id. All comparisons are between integers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from netnew.kernel.int8 import ONE
from netnew.kernel.setindex import U32, Ratio


def sem01(dot: int) -> Fraction:
    """Cosine of two quantised vectors, moved from −1..1 to 0..1.

    >>> sem01(127 * 127), sem01(0)
    (Fraction(1, 1), Fraction(1, 2))
    """
    return Fraction(dot + ONE, 2 * ONE)


class Connected(NamedTuple):
    """An item found, with the integers behind its scores."""

    item: int
    intersection: int
    union: int
    dot: int

    @property
    def c_lex(self) -> Fraction:
        """Jaccard; 0 where both sets are empty.

        >>> Connected(0, 1, 4, 16129).c_lex
        Fraction(1, 4)
        """
        return Fraction(self.intersection, self.union or 1)

    @property
    def c_sem01(self) -> Fraction:
        """Semantic similarity, moved from −1..1 to 0..1.

        >>> Connected(0, 1, 4, 16129).c_sem01
        Fraction(1, 1)
        """
        return sem01(self.dot)

    def c_connect(self, alpha: Ratio) -> Fraction:
        """Mix both, `alpha` being the lexical share.

        >>> Connected(0, 1, 4, 16129).c_connect((1, 2))
        Fraction(5, 8)
        """
        weight = Fraction(*alpha)
        return weight * self.c_lex + (1 - weight) * self.c_sem01


class Semantics(NamedTuple):
    """What the semantic channel needs: int8 embeddings of the question and of every item."""

    query: NDArray[np.int8]
    vectors: NDArray[np.int8]
    """One row an item."""
    alpha: Ratio
    """The lexical share, a fraction from 0 to 1."""


def define_connected(
    shared: NDArray[np.int64],
    union: NDArray[np.int64],
    semantics: Semantics,
    id_rank: U32,
    k: int,
    alive: NDArray[np.uint8] | None,
) -> list[tuple[int, int, int, int]]:
    """Define the order: sort what could be among the best by exact fractions."""
    query, vectors, alpha = semantics
    dots = vectors.astype(np.int64) @ query.astype(np.int64)
    items = np.arange(len(dots)) if alive is None else np.flatnonzero(alive)
    weight = alpha[0] / alpha[1]
    lexical = shared[items] / np.maximum(union[items], 1)
    about = weight * lexical + (1 - weight) * ((dots[items] + ONE) / (2 * ONE))
    if 0 < k < len(items):
        # Doubles are right to 1e-12 here, so what is clearly below the k-th can be left out.
        items = items[about >= np.partition(about, -k)[-k] - 1e-9]
    found = [Connected(i, int(shared[i]), int(union[i]), int(dots[i])) for i in items.tolist()]
    found.sort(
        key=lambda one: (
            -one.c_connect(alpha),
            -one.dot,
            -one.c_lex,
            id_rank[one.item],
            one.item,
        )
    )
    return list(found[:k])
