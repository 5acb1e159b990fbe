"""The saturation score: five signals, weighted, with bounds for what nobody reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import RecordError
from netnew.ratchet.profiles import FULL_AT, LEVELS, Level, Profile, SignalName, level_of
from netnew.ratchet.records import Metrics, Reading, Signal
from netnew.ratchet.signals import signals_of

# Below half of the weights the known signals do not speak for the unknown ones, and the
# score is what is known for sure.
QUORUM = Fraction(1, 2)


def read_saturation(metrics: Metrics, profile: Profile) -> Reading:
    """Score one cycle.

    >>> from netnew.ratchet.profiles import PROFILES
    >>> full = Metrics(*[Fraction(1)] * 4, delta_history=())
    >>> reading = read_saturation(full, PROFILES["1.0"])
    >>> reading.score, reading.level
    (Fraction(4, 5), 'HIGH')
    """
    if not profile.unknown_allowed:
        _require_all(metrics)
    signals = signals_of(metrics, profile)
    score, lower, upper = _bounds(signals)
    veto = _veto(metrics, profile)
    return Reading(
        profile_version=profile.version,
        score=score,
        lower=lower,
        upper=upper,
        level=_capped(level_of(score), veto),
        signals=signals,
        level_if_regressions_pass=level_of(_bounds(_all_passing(signals))[0]),
        veto=veto,
        drivers=_drivers(signals),
        would_change=tuple(_would_change(signals, score, lower, upper)),
    )


def _require_all(metrics: Metrics) -> None:
    for name in (*FULL_AT, "regression_pass_rate"):
        if getattr(metrics, name) is None:
            raise RecordError(
                "cycle",
                "is missing, and profile 1.0 knows no unknown",
                "report it, or use profile 1.1",
                key=f"metrics.{name}",
            )


def _bounds(signals: Sequence[Signal]) -> tuple[Fraction, Fraction, Fraction]:
    """Score, and the least and most that it can be, whatever the unknown signals are."""
    known = [signal for signal in signals if signal.contribution is not None]
    weight = sum((signal.weight for signal in known), Fraction(0))
    lower = sum((signal.contribution or Fraction(0) for signal in known), Fraction(0))
    upper = lower + 1 - weight
    return (lower / weight if weight >= QUORUM else lower), lower, upper


def _veto(metrics: Metrics, profile: Profile) -> str | None:
    failed = metrics.confirmed_regressions
    if profile.name == "1.0" or metrics.regression_pass_rate in (None, 1):
        return None
    named = ", ".join(failed[:3]) + (", …" if len(failed) > 3 else "")
    return (
        f"regressions fail ({named or 'not named'}): a harness that still catches is not CRITICAL"
    )


def _capped(level: Level, veto: str | None) -> Level:
    return "HIGH" if veto and level == "CRITICAL" else level


def _all_passing(signals: Sequence[Signal]) -> list[Signal]:
    return [
        replace(signal, normalized=Fraction(1))
        if signal.name == "regression_pass_rate" and signal.normalized is not None
        else signal
        for signal in signals
    ]


def _drivers(signals: Sequence[Signal]) -> tuple[SignalName, ...]:
    """The signals that count at least half of what they can, the heaviest first."""
    counted = [
        signal
        for signal in signals
        if signal.normalized is not None and signal.normalized >= Fraction(1, 2)
    ]
    ranked = sorted(counted, key=lambda signal: -(signal.contribution or 0))
    return tuple(signal.name for signal in ranked)


def _would_change(
    signals: Sequence[Signal], score: Fraction, lower: Fraction, upper: Fraction
) -> Iterator[Mapping[str, Any]]:
    """What would move the level: each signal alone, and what is unknown."""
    names = [level for level, _ in LEVELS]
    at = names.index(level_of(score))
    weight = sum((s.weight for s in signals if s.normalized is not None), Fraction(0))
    scale = weight if weight >= QUORUM else Fraction(1)
    for signal in signals:
        if signal.normalized is None:
            continue
        if at + 1 < len(names):
            needed = signal.normalized - (score - LEVELS[at][1]) * scale / signal.weight
            if 0 < needed <= 1:
                yield _move(signal, names[at + 1], "below", needed)
        if at > 0:
            needed = signal.normalized + (LEVELS[at - 1][1] - score) * scale / signal.weight
            if 0 <= needed <= 1:
                yield _move(signal, names[at - 1], "at least", needed)
    if level_of(lower) != level_of(upper):
        unknown = [signal.name for signal in signals if signal.normalized is None]
        yield {"report": unknown, "level_between": [level_of(lower), level_of(upper)]}


def _move(signal: Signal, to: Level, side: str, normalized: Fraction) -> Mapping[str, Any]:
    full = FULL_AT.get(signal.name)
    where = "the normalised signal" if full is None else "the rate"
    bound = normalized if full is None else normalized * full
    return {"signal": signal.name, "to": to, "when": f"{where} is {side} {float(bound):.4g}"}
