"""How small a difference a benchmark can see, and how many items a smaller one would take."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from netnew.foundation.errors import MissingExtraError

ALPHA = 0.05
POWER = 0.80


class Interval(NamedTuple):
    """The 95 % interval of a share."""

    low: float
    high: float


def wilson(score: Fraction, n: int) -> Interval:
    """Wilson's interval of a score over n items.

    >>> [round(bound, 3) for bound in wilson(Fraction(9, 10), 100)]
    [0.826, 0.945]
    """
    from_scipy = _stats()
    passed = round(score * n)
    found = from_scipy.binomtest(passed, n).proportion_ci(0.95, method="wilson")
    return Interval(float(found.low), float(found.high))


def minimum_detectable_effect(score: Fraction, n: int, flips: Fraction | None = None) -> float:
    """The smallest true difference that a comparison finds four times in five, at 5 %.

    With `flips`, the share of items that differ between two runs, the runs are compared item
    by item; without, as two separate samples.

    >>> round(minimum_detectable_effect(Fraction(1, 2), 100), 2)
    0.2
    """
    return _reach() * math.sqrt(float(_variance(score, n, flips)) / n)


def items_needed(difference: float, score: Fraction, n: int, flips: Fraction | None = None) -> int:
    """How many items it takes to see this difference, all else as it is now.

    >>> items_needed(0.01, Fraction(1, 2), 100)
    39245
    """
    variance = float(_variance(score, n, flips))
    return math.ceil(variance * (_reach() / difference) ** 2)


def chance_of_all_failing(n: int, failure_rates: list[Fraction], seen: int) -> float:
    """How likely at least `seen` of n items fail in every run, were failures spread by chance.

    >>> chance_of_all_failing(100, [Fraction(1, 10)] * 3, 5) < 0.001
    True
    """
    together = math.prod(float(rate) for rate in failure_rates)
    return float(_stats().binom.sf(seen - 1, n, together))


def _variance(score: Fraction, n: int, flips: Fraction | None) -> Fraction:
    """Variance of one item's difference. All passed or none is no certainty: add one of each."""
    if flips is not None:
        return max(flips, Fraction(1, n))
    p = (score * n + 1) / (n + 2)
    return 2 * p * (1 - p)


def _reach() -> float:
    """How many standard errors off zero a difference must be to be found so often."""
    norm = _stats().norm
    return float(norm.ppf(1 - ALPHA / 2) + norm.ppf(POWER))


def _stats() -> Any:
    try:
        from scipy import stats
    except ImportError as error:
        raise MissingExtraError("verdicts on benchmarks", "stats") from error
    return stats
