"""The decision gate asked again, with what it looked at the first time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from netnew.memory.decision_gate import DecisionCandidate, judge_decision


def looked_at(candidate: DecisionCandidate) -> dict[str, Any]:
    """What a candidate holds, as it is stored beside its verdict."""
    held = {name: value for name, value in asdict(candidate).items() if value is not None}
    return {**held, "tool_results": [asdict(tool) for tool in candidate.tools]}


def rejudged(document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the gate says now of a stored decision; None where nobody kept what it looked at."""
    judged, verdict = document.get("judged"), document.get("verdict") or {}
    if not judged or "profile" not in verdict:
        return None
    again = judge_decision(DecisionCandidate(**judged), profile=verdict["profile"])
    return {**again.as_dict(), "rule": again.rule, "threshold": again.threshold}
