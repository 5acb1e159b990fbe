"""Ceilings know how many items there are and how much can be attained at all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from netnew.ratchet.ceiling import at_ceiling, ceiling_rate, items_left, mean_score
from netnew.ratchet.comparison import mcnemar
from netnew.ratchet.records import BenchmarkResult


def result(score: str, n: int | None = None, attainable: str = "1") -> BenchmarkResult:
    return BenchmarkResult("b", Fraction(score), n, attainable=Fraction(attainable))


@pytest.mark.parametrize(
    ("found", "letter", "repaired"),
    [
        (result("0.95", 1000), False, False),
        (result("0.951", 1000), True, True),
        # Five items left: even if all five flip, chance explains it once in sixteen times.
        (result("0.90", 50), False, True),
        (result("0.90", 60), False, False),
        # Labels cap what can be attained.
        (result("0.90", 1000, "0.94"), False, True),
        (result("0.89", 1000, "0.94"), False, False),
        (result("0.5", 8), False, True),
    ],
)
def test_where_each_profile_sees_a_ceiling(
    found: BenchmarkResult, letter: bool, repaired: bool
) -> None:
    assert (at_ceiling(found, "1.0"), at_ceiling(found, "1.1")) == (letter, repaired)


@pytest.mark.parametrize("n", [20, 50, 100, 164, 500])
def test_the_blind_point_is_one_minus_five_over_n(n: int) -> None:
    five, six = (result(str(Fraction(n - left, n)), n) for left in (5, 6))
    assert items_left(five) == 5
    assert at_ceiling(five)
    assert at_ceiling(six) == (Fraction(n - 6, n) > Fraction(95, 100))
    assert mcnemar(5, 0) >= Fraction(1, 20) > mcnemar(6, 0)


def test_an_unknown_score_counts_for_nothing() -> None:
    unknown = BenchmarkResult("u", None)
    assert at_ceiling(unknown) is None
    assert ceiling_rate([unknown], "1.1") is None
    assert ceiling_rate([unknown, result("0.99", 500)], "1.1") == 1
    assert mean_score([unknown, result("0.99")]) is None
    assert mean_score([]) is None


def test_a_hard_suite_lowers_the_rate() -> None:
    easy = [result("0.99", 500)] * 4
    assert ceiling_rate([*easy, result("0.2", 500)], "1.1") == Fraction(4, 5)
