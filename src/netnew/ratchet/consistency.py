"""Whether saturation has lasted long enough to act on: a rolling window and trailing streaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from netnew.ratchet.metrics import WINDOW, Past
from netnew.ratchet.profiles import Level
from netnew.ratchet.records import Consistency
from netnew.ratchet.trend import Direction, direction

HIGH_STREAK = 10
CRITICAL_STREAK = 5
SUSTAINED_AVERAGE = Fraction(70, 100)
FEWEST_CYCLES = 10
HIGH_OR_ABOVE = frozenset({"HIGH", "CRITICAL"})


@dataclass(frozen=True, slots=True)
class Rolling:
    """The last cycles of one series, together."""

    cycles_tracked: int
    average: Fraction
    trend: Direction
    consecutive_high: int
    consecutive_critical: int


def roll(past: Sequence[Past], *, flake_tolerance: int = 0) -> Rolling:
    """Sum up the last twenty cycles, oldest first.

    `flake_tolerance` is how many cycles a streak may step over whose only fault is a failed
    regression test that passed again in the next cycle.
    """
    window = past[-WINDOW:]
    scores = [item.score for item in window]
    return Rolling(
        cycles_tracked=len(window),
        average=sum(scores, Fraction(0)) / len(scores) if scores else Fraction(0),
        trend=direction(scores),
        consecutive_high=_streak(window, HIGH_OR_ABOVE.__contains__, flake_tolerance),
        consecutive_critical=_streak(window, "CRITICAL".__eq__, flake_tolerance),
    )


def check_consistency(rolling: Rolling) -> Consistency:
    """What the last cycles ask for.

    >>> check_consistency(Rolling(9, Fraction(1), "stable", 9, 9)).reason
    'Insufficient data: 9 cycles'
    >>> check_consistency(Rolling(10, Fraction(1), "stable", 10, 0)).action
    'TRIGGER_EXPANSION_RESEARCH'
    """
    if rolling.cycles_tracked < FEWEST_CYCLES:
        reason = f"Insufficient data: {rolling.cycles_tracked} cycles"
        return Consistency(False, "CONTINUE", reason, "LOW")
    if rolling.consecutive_critical >= CRITICAL_STREAK:
        reason = f"URGENT: {rolling.consecutive_critical} consecutive CRITICAL"
        return Consistency(True, "TRIGGER_EXPANSION_RESEARCH", reason, "CRITICAL")
    if rolling.consecutive_high >= HIGH_STREAK:
        reason = f"{rolling.consecutive_high} consecutive HIGH"
        return Consistency(True, "TRIGGER_EXPANSION_RESEARCH", reason, "HIGH")
    if rolling.average >= SUSTAINED_AVERAGE and rolling.trend == "increasing":
        reason = f"Rolling avg {float(rolling.average):.2f} with increasing trend"
        return Consistency(True, "FLAG_FOR_REVIEW", reason, "MEDIUM")
    return Consistency(False, "CONTINUE", None, "LOW")


def _streak(window: Sequence[Past], counts: Callable[[Level], bool], tolerance: int) -> int:
    length, spared = 0, 0
    for at in range(len(window) - 1, -1, -1):
        item = window[at]
        if counts(item.level):
            length += 1
        elif spared < tolerance and length and counts(item.level_if_regressions_pass):
            spared += 1  # stepped over: it neither counts nor ends the streak
        else:
            break
    return length
