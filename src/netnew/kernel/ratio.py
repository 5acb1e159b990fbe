"""A share kept as two whole numbers, so that comparisons stay exact."""

from __future__ import annotations

from typing import NamedTuple


class Ratio(NamedTuple):
    """`part` of `whole`, from 0 to 1, not reduced; `whole` is at least 1.

    >>> overlap = Ratio(2, 3)
    >>> overlap.part * 10 > overlap.whole * 7, float(overlap)
    (False, 0.6666666666666666)
    """

    part: int
    whole: int

    def __float__(self) -> float:
        return self.part / self.whole
