"""The documents that are stored and shown: a cycle's snapshot, and the rolling aggregate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import DamagedError
from netnew.ratchet.ceiling import mean_score
from netnew.ratchet.consistency import Rolling
from netnew.ratchet.metrics import WINDOW, Past
from netnew.ratchet.numbers import shown
from netnew.ratchet.profiles import LEVELS
from netnew.ratchet.records import Consistency, Cycle, Metrics, Reading, Signal

NAMESPACE = "eval-harness/saturation"
SCHEMA_VERSION = "1.0"


def cycle_key(cycle_id: str) -> str:
    """Where the snapshot of a cycle is kept."""
    return f"{NAMESPACE}/cycles/{cycle_id}"


def aggregate_key(series: str | None = None) -> str:
    """Where the aggregate of a series is kept; without one, that of the newest cycle."""
    return f"{NAMESPACE}/aggregate" + ("" if series is None else f"/{series}")


def expansion_key(expansion_id: str) -> str:
    """Where an expansion is kept."""
    return f"{NAMESPACE}/expansions/{expansion_id}"


def snapshot_of(cycle: Cycle, metrics: Metrics, reading: Reading) -> dict[str, Any]:
    """The snapshot of one cycle, without any time of ours in it."""
    return {
        "cycle_id": cycle.cycle_id,
        "metrics": {
            "benchmark_ceiling_rate": _shown(metrics.benchmark_ceiling_rate),
            "regression_pass_rate": _shown(metrics.regression_pass_rate),
            "improvement_delta": _shown(metrics.improvement_delta),
            "proposal_pass_rate": _shown(metrics.proposal_pass_rate),
            "auditor_unanimous_rate": _shown(metrics.auditor_unanimous_rate),
        },
        "saturation_score": shown(reading.score),
        "saturation_level": reading.level,
        "x-schema-version": SCHEMA_VERSION,
        "profile": reading.profile_version,
        "series": cycle.harness_hash,
        "system": cycle.system,
        "score_bounds": [shown(reading.lower), shown(reading.upper)],
        "signals": [_signal(signal) for signal in reading.signals],
        "unknown": [signal.name for signal in reading.signals if signal.normalized is None],
        "drivers": list(reading.drivers),
        "veto": reading.veto,
        "would_change": [dict(change) for change in reading.would_change],
    }


def consistency_document(found: Consistency) -> dict[str, Any]:
    """The answer in the words of the specification.

    >>> consistency_document(Consistency(False, "CONTINUE", None, "LOW"))["action"]
    'CONTINUE'
    """
    return {
        "is_consistent": found.is_consistent,
        "action": found.action,
        "reason": found.reason,
        "urgency": found.urgency,
    }


def past_of(cycle: Cycle, metrics: Metrics, reading: Reading) -> Past:
    """What later cycles need to know of this one."""
    return Past(
        cycle.cycle_id,
        reading.score,
        reading.level,
        reading.level_if_regressions_pass,
        mean_score(cycle.benchmarks),
        metrics.improvement_delta,
        cycle.auditors_accepted,
    )


def aggregate_of(
    series: str, past: Sequence[Past], rolling: Rolling, since_expansion: int | None
) -> dict[str, Any]:
    """The aggregate of one series, over its last twenty cycles."""
    window = past[-WINDOW:]
    return {
        "window_size": WINDOW,
        "cycles_tracked": len(window),
        "oldest_cycle": window[0].cycle_id if window else None,
        "newest_cycle": window[-1].cycle_id if window else None,
        "rolling_metrics": {
            "avg_saturation_score": shown(rolling.average),
            "saturation_trend": rolling.trend,
            "consecutive_high_count": rolling.consecutive_high,
            "consecutive_critical_count": rolling.consecutive_critical,
        },
        "history": [_past_document(item) for item in window],
        "x-schema-version": SCHEMA_VERSION,
        "series": series,
        # Cycles since the last expansion was closed; None where there was none.
        "cycles_since_expansion": since_expansion,
    }


def past_in(aggregate: Mapping[str, Any] | None) -> list[Past]:
    """The cycles that an aggregate holds; a damaged one is an error, never an empty history."""
    if aggregate is None:
        return []
    try:
        return [_past_from(item) for item in aggregate["history"]]
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise DamagedError(
            f"the stored aggregate cannot be read ({error!r})",
            "restore the database from a copy; nothing was recorded",
        ) from error


def _past_document(item: Past) -> dict[str, Any]:
    return {
        "cycle_id": item.cycle_id,
        "score": shown(item.score),
        "level": item.level,
        "level_if_regressions_pass": item.level_if_regressions_pass,
        # Fractions as text: what later cycles compute with must not have been rounded.
        "exact": [
            _fraction(item.score),
            _fraction(item.mean_score),
            _fraction(item.improvement_delta),
        ],
        "auditors_accepted": item.auditors_accepted,
    }


def _past_from(item: Mapping[str, Any]) -> Past:
    levels = {name: name for name, _ in LEVELS}
    score, mean, delta = (None if text is None else Fraction(text) for text in item["exact"])
    accepted = item["auditors_accepted"]
    if score is None or accepted not in (True, False, None):
        raise ValueError("the history holds no score")
    return Past(
        str(item["cycle_id"]),
        score,
        levels[item["level"]],
        levels[item["level_if_regressions_pass"]],
        mean,
        delta,
        accepted,
    )


def _signal(signal: Signal) -> dict[str, Any]:
    return {
        "name": signal.name,
        "status": "unknown" if signal.normalized is None else "known",
        "value": _shown(signal.value),
        "normalized": _shown(signal.normalized),
        "weight": shown(signal.weight),
        "contribution": _shown(signal.contribution),
        "because": signal.because,
    }


def _shown(number: Fraction | None) -> float | None:
    return None if number is None else shown(number)


def _fraction(number: Fraction | None) -> str | None:
    return None if number is None else str(number)
