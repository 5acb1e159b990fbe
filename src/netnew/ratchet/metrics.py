"""From a cycle and the ones before it to the inputs of the score."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from netnew.ratchet.ceiling import ceiling_rate, mean_score
from netnew.ratchet.profiles import Level, ProfileName
from netnew.ratchet.records import Cycle, Metrics

WINDOW = 20


class Past(NamedTuple):
    """What later cycles need to know of an earlier one of the same series."""

    cycle_id: str
    score: Fraction
    level: Level
    level_if_regressions_pass: Level
    mean_score: Fraction | None
    improvement_delta: Fraction | None
    auditors_accepted: bool | None


def metrics_of(cycle: Cycle, past: Sequence[Past], profile: ProfileName) -> Metrics:
    """The inputs of the score. What the caller gave stands; the rest comes from the results.

    `past` is the same series only, oldest first: nothing is compared across two harnesses.
    """
    recent = past[-(WINDOW - 1) :]
    here = mean_score(cycle.benchmarks)
    delta = _delta(cycle, here, recent)
    return Metrics(
        benchmark_ceiling_rate=cycle.given.get(
            "benchmark_ceiling_rate", ceiling_rate(cycle.benchmarks, profile)
        ),
        regression_pass_rate=cycle.given.get(
            "regression_pass_rate", cycle.regressions.pass_rate if cycle.regressions else None
        ),
        proposal_pass_rate=cycle.given.get("proposal_pass_rate", cycle.proposals),
        auditor_unanimous_rate=cycle.given.get(
            "auditor_unanimous_rate", _accepted_rate(cycle, recent)
        ),
        improvement_delta=delta,
        delta_history=_delta_history(cycle, delta, recent),
        score_history=_score_history(cycle, here, delta, recent),
        confirmed_regressions=cycle.regressions.failed if cycle.regressions else (),
    )


def _delta(cycle: Cycle, here: Fraction | None, recent: Sequence[Past]) -> Fraction | None:
    if "improvement_delta" in cycle.given:
        return cycle.given["improvement_delta"]
    before = recent[-1].mean_score if recent else None
    return None if here is None or before is None else here - before


def _accepted_rate(cycle: Cycle, recent: Sequence[Past]) -> Fraction | None:
    # Unanimous acceptance: auditors who all reject agree too, and that is no saturation.
    said = [past.auditors_accepted for past in recent] + [cycle.auditors_accepted]
    known = [accepted for accepted in said if accepted is not None]
    return Fraction(sum(known), len(known)) if known else None


def _delta_history(
    cycle: Cycle, delta: Fraction | None, recent: Sequence[Past]
) -> tuple[Fraction, ...]:
    if cycle.delta_history is not None:
        return cycle.delta_history
    deltas = [past.improvement_delta for past in recent] + [delta]
    return tuple(known for known in deltas if known is not None)


def _score_history(
    cycle: Cycle, here: Fraction | None, delta: Fraction | None, recent: Sequence[Past]
) -> tuple[Fraction, ...]:
    if cycle.delta_history is not None:
        return tuple(accumulate(cycle.delta_history))
    means = _unbroken([past.mean_score for past in recent] + [here])
    # Where cycles bring only deltas, their running sum is the score up to a constant,
    # and a slope does not see a constant.
    return means or tuple(
        accumulate(_unbroken([past.improvement_delta for past in recent] + [delta]))
    )


def _unbroken(values: Sequence[Fraction | None]) -> tuple[Fraction, ...]:
    """The known values behind the last unknown one."""
    found: list[Fraction] = []
    for value in reversed(values):
        if value is None:
            break
        found.append(value)
    return tuple(reversed(found))
