"""The decision gate asked again, with what it looked at the first time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from netnew.memory.decision_gate import DecisionCandidate, judge_decision
from netnew.memory.scoring.weights import Weights, shipped


def looked_at(candidate: DecisionCandidate) -> dict[str, Any]:
    """What a candidate holds, as it is stored beside its verdict.

    Of a tool result only its name and whether it failed decide, and only they are stored.
    """
    held = {name: value for name, value in asdict(candidate).items() if value is not None}
    if held.get("response") == held["text"]:
        del held["response"]
    tools = [{"tool_name": tool.tool_name, "error": tool.failed} for tool in candidate.tools]
    return {**held, "tool_results": tools}


def rejudged(
    document: Mapping[str, Any], *, weights: Weights | None = None
) -> Mapping[str, Any] | None:
    """What the gate says now of a stored decision.

    None where nobody kept what it looked at, or where it was judged by other weights.
    """
    judged, verdict = document.get("judged"), document.get("verdict") or {}
    if not judged or "profile" not in verdict:
        return None
    candidate, used = DecisionCandidate(**judged), weights or shipped()
    if not str(verdict.get("version")).endswith(f"+{used.version}"):
        return None
    again = judge_decision(candidate, profile=verdict["profile"], weights=used)
    return {**again.as_dict(), "rule": again.rule, "threshold": again.threshold}
