"""Where a claim goes next, and why (4.7). The first rule that applies gives the label."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from netnew.gate.records import Class, DiffStub, Label, Missing, Quorum, RiskClass, Route
from netnew.gate.rules import OrphanConsensus, Rules


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a gated claim when its route is chosen."""

    verdict: Class
    connect: Fraction
    dup_signal: bool
    canonical: bool
    """Whether the best match is the canonical entry."""
    diff: DiffStub | None
    risk_class: RiskClass | None


def route(standing: Standing, rules: Rules) -> Route:
    """Choose the route of a claim that could be gated."""
    if below := _below_the_bar(standing, rules):
        return Route("DROP_DEFER", below, None)
    if standing.verdict == "NOVEL_ORPHAN":
        return _orphan(standing.risk_class, rules.orphans)
    if standing.verdict == "NOVEL_CONNECTED" or standing.diff is None:
        return Route("FORWARD_TO_STEP5", ("novel_connected",), "STEP5")
    return _near(standing, standing.diff, rules)


def blocked(label: Label, missing: tuple[Missing, ...]) -> Route:
    """Send a claim to step 5 with everything that is missing (4.8)."""
    return Route(label, tuple(dict.fromkeys(one.code for one in missing)), "STEP5")


def _below_the_bar(standing: Standing, rules: Rules) -> tuple[str, ...]:
    reasons: list[str] = []
    if not rules.bar.min_novelty and not rules.bar.min_connectedness:
        return ()
    if 1 - standing.connect < rules.bar.min_novelty:
        reasons += ["near_duplicate_cluster"] if standing.dup_signal else []
        reasons += ["novelty_below_threshold"]
    if standing.connect < rules.bar.min_connectedness:
        reasons += ["connectedness_below_threshold"]
    return tuple(reasons)


def _orphan(risk: RiskClass | None, consensus: OrphanConsensus | None) -> Route:
    if risk is None:
        return Route("BLOCKED_CONTEXT_MISSING", ("blocked_context_missing",), "STEP5")
    below = "connectedness_below_threshold"
    quorum = quorum_for(risk, consensus)
    if quorum is None:
        return Route("DROP_DEFER", (below, "queued_for_clustering"), None)
    return Route("DROP_DEFER", (below, "awaiting_quorum"), None, quorum=quorum)


def quorum_for(risk: RiskClass, consensus: OrphanConsensus | None) -> Quorum | None:
    """Approvals that an orphan of this risk needs; None: it is only queued for clustering.

    >>> both = OrphanConsensus(True, "p/1", Quorum(min_humans=2, min_agents=3), ())
    >>> quorum_for("MED", both), quorum_for("LOW", both)
    (Quorum(min_humans=0, min_agents=3), None)
    """
    if risk == "LOW" or consensus is None or not consensus.enabled:
        return None
    if risk == "MED":
        return Quorum(0, consensus.quorum.min_agents)
    return consensus.quorum


def _near(standing: Standing, diff: DiffStub, rules: Rules) -> Route:
    wording_only = diff.diff_type == "WORDING_ONLY"
    counts_as_known = standing.verdict == "KNOWN" or (
        wording_only and rules.bar.wording_only_is_known
    )
    reason = "known" if standing.verdict == "KNOWN" else "near_duplicate"
    if counts_as_known and standing.canonical and wording_only:
        return Route("FORWARD_TO_STEP6", (reason, "fully_resolved"), "STEP6", fully_resolved=True)
    if diff.diff_type == "UNKNOWN" and rules.bar.rewrite_on_unknown_diff:
        return Route("REWRITE_REQUIRED", ("rewrite_required", "difference_unknown"), None)
    if not counts_as_known and rules.bar.near_dup_approvals:
        reasons = ("near_duplicate_cluster", f"diff_{diff.diff_type.lower()}", "awaiting_quorum")
        return Route("DROP_DEFER", reasons, None, quorum=Quorum(rules.bar.near_dup_approvals, 0))
    why = ("no_canonical_entry",) if counts_as_known and wording_only else ()
    return Route("FORWARD_TO_STEP5", (reason, *why, f"diff_{diff.diff_type.lower()}"), "STEP5")
