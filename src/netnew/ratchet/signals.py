"""The five signals of saturation, each as a number from 0 to 1 and the words for it."""

from __future__ import annotations

from fractions import Fraction

from netnew.ratchet.profiles import FULL_AT, SLOPE_THRESHOLD, WEIGHTS, Profile, SignalName
from netnew.ratchet.records import Metrics, Signal
from netnew.ratchet.trend import plateau, slope

UNKNOWN = "not reported"


def signals_of(metrics: Metrics, profile: Profile) -> tuple[Signal, ...]:
    """All five, in the order of their weights.

    >>> from netnew.ratchet.profiles import PROFILES
    >>> found = signals_of(Metrics(benchmark_ceiling_rate=Fraction(2, 5)), PROFILES["1.1"])
    >>> found[0].normalized, found[1].normalized
    (Fraction(1, 2), None)
    """
    trend = _acceleration if profile.name == "1.0" else _plateau
    return (
        _rate("benchmark_ceiling_rate", metrics.benchmark_ceiling_rate, "of benchmarks at ceiling"),
        _regressions(metrics, profile),
        trend(metrics, profile),
        _rate("proposal_pass_rate", metrics.proposal_pass_rate, "of proposals pass"),
        _rate(
            "auditor_unanimous_rate",
            metrics.auditor_unanimous_rate,
            "of cycles unanimous" if profile.name == "1.0" else "of cycles accepted by all",
        ),
    )


def _rate(name: SignalName, value: Fraction | None, words: str) -> Signal:
    if value is None:
        return Signal(name, None, None, WEIGHTS[name], UNKNOWN)
    full = FULL_AT[name]
    because = f"{float(value * 100):.4g} % {words}; counts in full from {float(full * 100):g} %"
    return Signal(name, value, min(Fraction(1), value / full), WEIGHTS[name], because)


def _regressions(metrics: Metrics, profile: Profile) -> Signal:
    name: SignalName = "regression_pass_rate"
    value = metrics.regression_pass_rate
    if value is None:
        return Signal(name, None, None, WEIGHTS[name], UNKNOWN)
    if value == 1:
        return Signal(name, value, Fraction(1), WEIGHTS[name], "every regression test passes")
    # The letter gives half for any failure; 1.1 gives less the more tests fail.
    normalized = Fraction(1, 2) if profile.name == "1.0" else value / 2
    because = f"{float(value * 100):.4g} % of regression tests pass"
    return Signal(name, value, normalized, WEIGHTS[name], because)


def _acceleration(metrics: Metrics, profile: Profile) -> Signal:
    name: SignalName = "improvement_delta_trend"
    history = metrics.delta_history or ()
    if len(history) < profile.trend_needs:
        because = f"{len(history)} improvements known, {profile.trend_needs} needed"
        return Signal(name, None, Fraction(0), WEIGHTS[name], because)
    found = slope(history)
    declines = found < -SLOPE_THRESHOLD
    normalized = min(Fraction(1), abs(found) * 10) if declines else Fraction(0)
    because = f"improvements change by {float(found):+.4g} a cycle"
    return Signal(name, found, normalized, WEIGHTS[name], because)


def _plateau(metrics: Metrics, profile: Profile) -> Signal:
    name: SignalName = "improvement_delta_trend"
    found = plateau(metrics.score_history)
    if found is None:
        because = (
            f"scores of {len(metrics.score_history)} cycles known, {profile.trend_needs} needed"
        )
        return Signal(name, None, None, WEIGHTS[name], because)
    words = "scores stand still" if found.holds else "scores still move, or vary too much to tell"
    because = f"{words}: {float(found.slope):+.4g} a cycle against ±{float(found.margin):g}"
    return Signal(name, found.slope, Fraction(int(found.holds)), WEIGHTS[name], because)
