"""Slopes, and the test that says a series has stopped moving. Exact throughout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from netnew.ratchet.profiles import SLOPE_THRESHOLD

Direction = Literal["increasing", "decreasing", "stable"]

# Two slopes closer to zero than this, per cycle, are the same to us: five points in ten cycles.
PLATEAU_MARGIN = Fraction(5, 1000)
# Ten cycles leave eight degrees of freedom. The 95 % quantile of Student's t there, rounded up,
# so that rounding can only make the test stricter (held against SciPy by a test).
PLATEAU_CYCLES = 10
T_QUANTILE_8 = Fraction(1_859_548_038, 1_000_000_000)


def slope(values: Sequence[Fraction]) -> Fraction:
    """Least-squares slope per step; 0 for fewer than two values.

    >>> slope([Fraction(1), Fraction(3), Fraction(5)])
    Fraction(2, 1)
    """
    n = len(values)
    if n < 2:
        return Fraction(0)
    # With x = 0 … n-1: Sxy / Sxx, both times twelve, so that only whole numbers multiply.
    weighted = sum(((2 * x - n + 1) * y for x, y in enumerate(values)), Fraction(0))
    return weighted * 6 / (n * (n * n - 1))


def direction(values: Sequence[Fraction]) -> Direction:
    """Whether scores rise or fall by more than a hundredth a cycle.

    >>> direction([Fraction(n, 10) for n in range(4)])
    'increasing'
    """
    found = slope(values)
    if found > SLOPE_THRESHOLD:
        return "increasing"
    return "decreasing" if found < -SLOPE_THRESHOLD else "stable"


@dataclass(frozen=True, slots=True)
class Plateau:
    """What the equivalence test saw: the slope, its error, and whether it is as good as zero."""

    slope: Fraction
    squared_error: Fraction
    margin: Fraction
    holds: bool


def plateau(scores: Sequence[Fraction], margin: Fraction = PLATEAU_MARGIN) -> Plateau | None:
    """Two one-sided tests at 5 % that the slope of the last ten scores lies within ±margin.

    None for fewer than ten. Not finding a slope is not enough: a short or noisy series, whose
    slope could be anything, is no plateau.

    >>> flat = plateau([Fraction(9, 10)] * 10)
    >>> flat.holds if flat else None
    True
    """
    last = scores[-PLATEAU_CYCLES:]
    n = len(last)
    if n < PLATEAU_CYCLES:
        return None
    found = slope(last)
    mean = sum(last, Fraction(0)) / n
    centre = Fraction(n - 1, 2)
    residuals = (y - mean - found * (x - centre) for x, y in enumerate(last))
    spread = Fraction(n * (n * n - 1), 12)
    squared_error = sum((r * r for r in residuals), Fraction(0)) / (n - 2) / spread
    room = margin - abs(found)
    # room > t·error, squared, so that no root has to be drawn.
    holds = room > 0 and room * room > T_QUANTILE_8 * T_QUANTILE_8 * squared_error
    return Plateau(found, squared_error, margin, holds)
