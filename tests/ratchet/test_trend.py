"""Slopes and plateaus are exact, and agree with SciPy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.ratchet.trend import T_QUANTILE_8, plateau, slope


@given(st.lists(st.fractions(-1, 1, max_denominator=1000), min_size=2, max_size=20))
def test_slope_is_that_of_least_squares(values: list[Fraction]) -> None:
    from scipy.stats import linregress

    expected = linregress(range(len(values)), [float(value) for value in values]).slope
    assert float(slope(values)) == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.fractions(0, 1, max_denominator=1000), min_size=10, max_size=10))
def test_plateau_agrees_with_two_one_sided_t_tests(scores: list[Fraction]) -> None:
    from scipy.stats import linregress, t

    found = plateau(scores)
    fitted = linregress(range(10), [float(score) for score in scores])
    assert found is not None
    if fitted.stderr > 1e-9:
        margin = float(found.margin)
        p = max(
            t.sf((fitted.slope + margin) / fitted.stderr, 8),
            t.cdf((fitted.slope - margin) / fitted.stderr, 8),
        )
        assert found.holds == (p < 0.05) or abs(p - 0.05) < 1e-6


def test_the_quantile_is_that_of_student_rounded_up() -> None:
    from scipy.stats import t

    assert 0 <= float(T_QUANTILE_8) - t.ppf(0.95, 8) < 1e-8


def test_a_short_or_noisy_series_is_no_plateau() -> None:
    noisy = [Fraction(n % 2, 5) for n in range(10)]
    found = plateau(noisy)
    assert found is not None
    assert not found.holds
    assert plateau([Fraction(1)] * 9) is None
    assert slope([]) == slope([Fraction(5)]) == 0


def test_a_slope_on_the_margin_is_no_plateau() -> None:
    found = plateau([Fraction(n, 200) for n in range(10)])
    assert found is not None
    assert (found.slope, found.holds) == (found.margin, False)
