"""What goes into the ratchet and what comes out of it. Frozen; every number exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from netnew.ratchet.profiles import Level, SignalName


@dataclass(frozen=True, slots=True)
class BenchmarkResult:
    """One benchmark in one cycle, on a scale where more is better."""

    id: str
    score: Fraction | None
    n: int | None = None
    stderr: Fraction | None = None
    # The best that can be attained, where it is known to be below 1 (wrong labels, say).
    attainable: Fraction = Fraction(1)
    threshold: Fraction | None = None
    # Item → passed; items that were not scored are absent.
    items: Mapping[str, bool] = field(default_factory=dict)
    # Item → group, where items come in groups that stand or fall together.
    groups: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Regressions:
    """How the regression tests went; a test that passed on a rerun is flaky, not failed."""

    total: int
    failed: tuple[str, ...] = ()
    flaky: tuple[str, ...] = ()

    @property
    def pass_rate(self) -> Fraction | None:
        """Share of tests that did not fail; None where none ran."""
        return Fraction(self.total - len(self.failed), self.total) if self.total else None


@dataclass(frozen=True, slots=True)
class Cycle:
    """One run of the harness, as it was reported."""

    cycle_id: str
    harness_hash: str
    system: str | None
    timestamp: str | None
    # Rates that the caller computed itself; they stand as given.
    given: Mapping[str, Fraction]
    delta_history: tuple[Fraction, ...] | None
    benchmarks: tuple[BenchmarkResult, ...]
    regressions: Regressions | None
    proposals: Fraction | None
    # Whether every auditor accepted this cycle; None where nobody said.
    auditors_accepted: bool | None
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Metrics:
    """The inputs of the score. None is unknown, which is neither 0 nor 1."""

    benchmark_ceiling_rate: Fraction | None = None
    regression_pass_rate: Fraction | None = None
    proposal_pass_rate: Fraction | None = None
    auditor_unanimous_rate: Fraction | None = None
    improvement_delta: Fraction | None = None
    # Oldest first: the magnitudes of improvement, and the scores that a plateau is seen in.
    delta_history: tuple[Fraction, ...] | None = None
    score_history: tuple[Fraction, ...] = ()
    confirmed_regressions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Signal:
    """One of the five, and what it adds to the score; `None` is unknown."""

    name: SignalName
    value: Fraction | None
    normalized: Fraction | None
    weight: Fraction
    because: str

    @property
    def contribution(self) -> Fraction | None:
        """Weight times normalised value."""
        return None if self.normalized is None else self.weight * self.normalized


@dataclass(frozen=True, slots=True)
class Reading:
    """The score of one cycle with its evidence."""

    profile_version: str
    score: Fraction
    lower: Fraction
    upper: Fraction
    level: Level
    signals: tuple[Signal, ...]
    # The level that the cycle would have with its regression tests all passing.
    level_if_regressions_pass: Level
    veto: str | None
    drivers: tuple[SignalName, ...]
    would_change: tuple[Mapping[str, Any], ...]


Action = Literal["CONTINUE", "FLAG_FOR_REVIEW", "TRIGGER_EXPANSION_RESEARCH"]
Urgency = Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]


@dataclass(frozen=True, slots=True)
class Consistency:
    """Whether saturation has lasted, and what to do."""

    is_consistent: bool
    action: Action
    reason: str | None
    urgency: Urgency
