"""What a claim must be given before it can be gated: EvidenceGapPlan stubs (4.8)."""

from __future__ import annotations

from typing import Final, Literal

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import NetnewError
from netnew.foundation.ids import content_id
from netnew.gate.policy import Policy
from netnew.gate.records import BlockedCode, EvidenceGapPlan, KnownnessGateRecord, Missing, Route

Gap = Literal["policy_missing", "index_unbound", "context_missing"]
GAPS: Final[dict[BlockedCode, Gap]] = {
    "blocked_policy_missing": "policy_missing",
    "blocked_index_snapshot_missing": "index_unbound",
    "blocked_context_missing": "context_missing",
}


def evidence_gap_plan(kgr: KnownnessGateRecord, route: Route) -> EvidenceGapPlan | None:
    """Give the plan of a blocked claim, None of any other."""
    if not route.label.startswith("BLOCKED"):
        return None
    gaps = tuple(dict.fromkeys(GAPS[one.code] for one in kgr.missing))
    told = [one.as_dict() for one in kgr.missing]
    plan_id = content_id("gap", kgr.kgr_id, canonical_json(told).decode())
    return EvidenceGapPlan(plan_id, kgr.kgr_id, kgr.co_id, gaps, kgr.missing)


def blank_claim() -> Missing:
    """What a claim without words lacks."""
    return Missing(
        "blocked_context_missing", "raw_idea", "is absent or blank", "say what is claimed"
    )


def no_risk_class() -> Missing:
    """What an orphan without a risk class lacks."""
    return Missing(
        "blocked_context_missing", "risk_class", "is missing, and an orphan is routed by it",
        "give LOW, MED or HIGH",
    )  # fmt: skip


def orphan_keys(policy: Policy) -> tuple[Missing, ...]:
    """Name the keys that a policy lacks and an orphan needs."""
    return tuple(
        Missing(
            "blocked_policy_missing", fault.key, f"{fault.problem}; expected {fault.expected}",
            "an orphan needs it; add it to the policy",
        )
        for fault in policy.orphan_problems
    )  # fmt: skip


def damaged_snapshot(error: NetnewError) -> Missing:
    """Say that bytes of a snapshot are not those that its hash stands for."""
    return Missing("blocked_index_snapshot_missing", "snapshot", error.problem, error.way_out)
