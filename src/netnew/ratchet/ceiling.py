"""When a benchmark has no room left to show that something became better."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from netnew.ratchet.profiles import CEILING, ProfileName
from netnew.ratchet.records import BenchmarkResult

# The sign test needs six items that flip one way before it can be significant at 5 %:
# 2 · (1/2)^6 = 0.03, while five give 0.06. With fewer left no improvement can be shown.
FEWEST_FLIPS = 6


def items_left(result: BenchmarkResult) -> Fraction | None:
    """How many items could still turn from failed to passed; None where n or score is unknown.

    >>> items_left(BenchmarkResult("b", Fraction(9, 10), n=50))
    Fraction(5, 1)
    """
    if result.score is None or result.n is None:
        return None
    return max(Fraction(0), result.n * (result.attainable - result.score))


def at_ceiling(result: BenchmarkResult, profile: ProfileName = "1.1") -> bool | None:
    """Whether the benchmark is at its ceiling; None where its score is unknown.

    >>> at_ceiling(BenchmarkResult("b", Fraction(9, 10), n=50))
    True
    >>> at_ceiling(BenchmarkResult("b", Fraction(9, 10), n=500))
    False
    >>> at_ceiling(BenchmarkResult("b", Fraction(9, 10), n=50), "1.0")
    False
    """
    if result.score is None:
        return None
    if profile == "1.0":
        return result.score > CEILING
    left = items_left(result)
    too_few = left is not None and left < FEWEST_FLIPS
    return result.score > CEILING * result.attainable or too_few


def ceiling_rate(results: Sequence[BenchmarkResult], profile: ProfileName) -> Fraction | None:
    """Share of the benchmarks with a known score that are at their ceiling."""
    known = [found for result in results if (found := at_ceiling(result, profile)) is not None]
    return Fraction(sum(known), len(known)) if known else None


def mean_score(results: Sequence[BenchmarkResult]) -> Fraction | None:
    """Mean over the benchmarks; None where one is unknown, because means of others don't compare.

    >>> mean_score([BenchmarkResult("a", Fraction(1)), BenchmarkResult("b", Fraction(1, 2))])
    Fraction(3, 4)
    """
    scores = [result.score for result in results]
    if not scores or None in scores:
        return None
    return sum((score for score in scores if score is not None), Fraction(0)) / len(scores)
