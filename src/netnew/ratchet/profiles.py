"""The two ways to score: `1.0` is the letter of the specification, `1.1` repairs it.

Weights, thresholds, windows and levels are the same in both. What `1.1` repairs: it knows a
plateau from an acceleration, a ceiling by its number of items, a small regression from a
large one, a confirmed regression as a veto, and an unknown input as unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from netnew.foundation.errors import InputError

ProfileName = Literal["1.0", "1.1"]
SignalName = Literal[
    "benchmark_ceiling_rate",
    "regression_pass_rate",
    "improvement_delta_trend",
    "proposal_pass_rate",
    "auditor_unanimous_rate",
]
Level = Literal["NORMAL", "ELEVATED", "HIGH", "CRITICAL"]

WEIGHTS: dict[SignalName, Fraction] = {
    "benchmark_ceiling_rate": Fraction(30, 100),
    "regression_pass_rate": Fraction(25, 100),
    "improvement_delta_trend": Fraction(20, 100),
    "proposal_pass_rate": Fraction(15, 100),
    "auditor_unanimous_rate": Fraction(10, 100),
}
# The rate from which on a signal counts in full.
FULL_AT: dict[SignalName, Fraction] = {
    "benchmark_ceiling_rate": Fraction(80, 100),
    "proposal_pass_rate": Fraction(85, 100),
    "auditor_unanimous_rate": Fraction(90, 100),
}
# Lower bounds, each inclusive.
LEVELS: tuple[tuple[Level, Fraction], ...] = (
    ("CRITICAL", Fraction(85, 100)),
    ("HIGH", Fraction(70, 100)),
    ("ELEVATED", Fraction(50, 100)),
    ("NORMAL", Fraction(0)),
)
CEILING = Fraction(95, 100)
SLOPE_THRESHOLD = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Profile:
    """A named way to score; its version is part of every reading's digest."""

    name: ProfileName
    version: str
    # Cycles that the trend looks at, and the fewest that it needs.
    trend_window: int
    trend_needs: int
    unknown_allowed: bool


PROFILES: dict[str, Profile] = {
    "1.0": Profile("1.0", "saturation/1.0", trend_window=20, trend_needs=5, unknown_allowed=False),
    "1.1": Profile("1.1", "saturation/1.1", trend_window=10, trend_needs=10, unknown_allowed=True),
}


def profile_named(name: str) -> Profile:
    """The profile of this name.

    >>> profile_named("1.1").trend_window
    10
    """
    if name not in PROFILES:
        raise InputError(f"there is no profile `{name}`", f"choose one of {', '.join(PROFILES)}")
    return PROFILES[name]


def level_of(score: Fraction) -> Level:
    """The level that a score lies in.

    >>> level_of(Fraction(7, 10)), level_of(Fraction(699, 1000))
    ('HIGH', 'ELEVATED')
    """
    return next(level for level, bound in LEVELS if score >= bound)
