"""Side records: what is kept of a claim that did not go forward (4.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from netnew.foundation.canonical import canonical_json
from netnew.foundation.ids import content_id
from netnew.gate.records import (
    DistanceToPass,
    InputRef,
    KnownnessGateRecord,
    Route,
    SideRecord,
    SideScores,
)
from netnew.gate.rules import Rules

TRIGGERS: Final = ("HUMAN_CHALLENGE", "NEW_SOURCE_CLUSTER", "POLICY_CHANGED")
REJECTIONS: Final = (
    "novelty_below_threshold",
    "connectedness_below_threshold",
    "near_duplicate_cluster",
    "rewrite_required",
)
Protocol = Literal["PARTNER_DEV", "CREATIVE", "LEARNING"]


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores behind a route, exact; None where nothing was measured."""

    connect: Fraction | None
    simhash_distance: int | None = None
    minhash_jaccard_est: Fraction | None = None
    lsh_hit: bool = False
    edges: int = 0


def asks_for_side_record(route: Route) -> bool:
    """Whether a claim on this route does not go forward (4.11.1)."""
    return route.next_step is None or route.label.startswith("BLOCKED")


def side_record(
    kgr: KnownnessGateRecord, route: Route, measured: Measured, rules: Rules | None
) -> SideRecord:
    """Give the record that the route asks for."""
    blocked = route.label.startswith("BLOCKED")
    codes = _blocked_codes(kgr, route) if blocked else _rejections(route)
    distance = _distance(route, codes, measured.connect, rules)
    bare = SideRecord(
        side_record_id="",
        step_id="STEP4",
        input_ref=InputRef(kgr.claim_id, kgr.index_snapshot_binding),
        normalized_claim=kgr.normalized_claim,
        status="INSUFFICIENT" if blocked else "REJECTED_NOVELTY",
        route=route.label,
        scores=_scores(kgr, measured),
        reason_codes=codes,
        distance_to_pass=distance,
        recommended_protocol=protocol(codes, distance),
        reopen_triggers=TRIGGERS,
        kgr_ref=kgr.kgr_id,
    )
    return replace(bare, side_record_id=content_id("side", canonical_json(bare.as_dict())))


def protocol(codes: Sequence[str], distance: DistanceToPass) -> Protocol:
    """What the author is advised to do, by the reason that dominates.

    >>> protocol(("novelty_below_threshold",), DistanceToPass("numeric"))
    'CREATIVE'
    """
    if "rewrite_required" in codes or "blocked_context_missing" in codes:
        return "LEARNING"
    if "near_duplicate_cluster" in codes or distance.kind == "categorical":
        return "PARTNER_DEV"
    dominant = distance.metric or "connectedness"
    if dominant == "novelty" or codes == ("novelty_below_threshold",):
        return "CREATIVE"
    return "PARTNER_DEV"


def _blocked_codes(kgr: KnownnessGateRecord, route: Route) -> tuple[str, ...]:
    found = dict.fromkeys(one.code for one in kgr.missing)
    return tuple(found) or tuple(code for code in route.reasons if code.startswith("blocked_"))


def _rejections(route: Route) -> tuple[str, ...]:
    return tuple(reason for reason in route.reasons if reason in REJECTIONS)


def _scores(kgr: KnownnessGateRecord, measured: Measured) -> SideScores:
    connect, j_est = measured.connect, measured.minhash_jaccard_est
    summary = kgr.candidate_set_summary
    return SideScores(
        None if connect is None else float(1 - connect),
        None if connect is None else float(connect),
        measured.simhash_distance,
        None if j_est is None else float(j_est),
        measured.lsh_hit,
        kgr_node_count=1 + (summary.cand_size if summary else 0),
        kgr_edge_count=measured.edges,
        kgr_seed_refs_count=len(kgr.top_neighbors_user) + len(kgr.top_neighbors_core),
    )


def _distance(
    route: Route, codes: Sequence[str], connect: Fraction | None, rules: Rules | None
) -> DistanceToPass:
    if route.label != "DROP_DEFER" or connect is None or rules is None:
        return DistanceToPass("categorical", miss=route.label)
    failing: list[tuple[Literal["novelty", "connectedness"], Fraction, Fraction]] = []
    if "novelty_below_threshold" in codes:
        failing.append(("novelty", rules.bar.min_novelty, 1 - connect))
    if "connectedness_below_threshold" in codes:
        bar = rules.bar.min_connectedness
        # Under the bar that it failed; an orphan without one failed the orphan threshold.
        failing.append(
            ("connectedness", bar if connect < bar else rules.thresholds.orphan, connect)
        )
    if not failing:
        return DistanceToPass("categorical", miss="awaiting_quorum")
    metric, threshold, value = max(failing, key=lambda one: one[2] - one[1])
    return DistanceToPass(
        "numeric", metric, float(threshold), float(value), float(value - threshold)
    )
