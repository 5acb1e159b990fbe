"""What a judgement consists of, with the names of the specification (4.6, 4.7, 4.8, 4.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from netnew.gate.record import Record

Class = Literal[
    "KNOWN",
    "NEAR_DUP",
    "NOVEL_CONNECTED",
    "NOVEL_ORPHAN",
    "BLOCKED_POLICY_MISSING",
    "BLOCKED_INDEX_UNBOUND",
]
Label = Literal[
    "FORWARD_TO_STEP6",
    "FORWARD_TO_STEP5",
    "DROP_DEFER",
    "REWRITE_REQUIRED",
    "BLOCKED_POLICY_MISSING",
    "BLOCKED_INDEX_UNBOUND",
    "BLOCKED_CONTEXT_MISSING",
]
BaseName = Literal["B_user", "B_core"]
IdType = Literal["knowledge_item_id", "co_id", "assertion_id"]
RiskClass = Literal["LOW", "MED", "HIGH"]
BlockedCode = Literal[
    "blocked_policy_missing", "blocked_index_snapshot_missing", "blocked_context_missing"
]
Known = bool | Literal["unknown"]


@dataclass(frozen=True, slots=True)
class Missing(Record):
    """One thing that stood in the way: where, what is wrong, and the way out."""

    code: BlockedCode
    where: str
    problem: str
    way_out: str


@dataclass(frozen=True, slots=True)
class Scores(Record):
    """How like the claim a candidate is; C_lex is exactly intersection / union."""

    lex: Annotated[float, Field(alias="C_lex")]
    sem01: Annotated[float | None, Field(alias="C_sem01")]
    connect: Annotated[float, Field(alias="C_connect")]
    intersection: int
    union: int


@dataclass(frozen=True, slots=True)
class Neighbour(Record):
    """An entry of a base that came up, with its scores."""

    id: str
    neighbor_id_type: IdType
    scores: Scores


@dataclass(frozen=True, slots=True)
class CandidateSummary(Record):
    """How many candidates came from where."""

    ABSENT = frozenset({"lsh_user_count", "lsh_core_count"})

    cand_size: int
    topk_user_count: int
    topk_core_count: int
    lsh_user_count: int | None = None
    lsh_core_count: int | None = None


@dataclass(frozen=True, slots=True)
class BestMatchDup(Record):
    """Fingerprints of the best match beside those of the claim."""

    j_est: Annotated[float, Field(alias="J_est")]
    hamming: Annotated[int, Field(alias="H")]
    minhash_dup: bool
    simhash_dup: bool
    dup_signal: bool


@dataclass(frozen=True, slots=True)
class Fingerprints(Record):
    """Fingerprints of the claim in hex: its lanes (eight digits each), and its SimHash."""

    minhash_sig: str
    simhash_u64: str


@dataclass(frozen=True, slots=True)
class LshAudit(Record):
    """LSH buckets in which anything lay."""

    buckets_hit_user: int
    buckets_hit_core: int


@dataclass(frozen=True, slots=True)
class KnownnessGateRecord(Record):
    """The KGR: what was decided about one claim, and everything that it rests on.

    What could not be computed is null; `missing` then says why. `kgr_id` is a hash of all the
    rest but `gating_time_utc`.
    """

    ABSENT = frozenset({"near_dup_policy", "fingerprints_claim", "lsh_audit", "best_match_dup"})

    kgr_id: str
    gate_version: str
    claim_id: str
    co_id: str | None
    co_id_status: Literal["bound", "provisional", "unavailable"]
    verdict: Annotated[Class, Field(alias="class")]
    decided_by: str | None
    """`thresholds` or `near_dup_override`; null where nothing was classified."""
    policy_config_ref: str | None
    policy_config_hash: str | None
    normalizer_version: str | None
    normalized_claim: str | None
    index_snapshot_binding: dict[str, Any]
    neighbor_id_type: IdType | None
    k: Annotated[int | None, Field(alias="K")]
    filters: dict[str, Any]
    thresholds: dict[str, float] | None
    top_neighbors_user: Sequence[Neighbour]
    top_neighbors_core: Sequence[Neighbour]
    candidate_set_summary: CandidateSummary | None
    best_match_id: str | None
    best_match_base: BaseName | None
    best_match_scores: Scores | None
    tie_break_applied: bool
    risk_class: RiskClass | None
    missing: tuple[Missing, ...]
    gating_time_utc: str
    near_dup_policy: dict[str, Any] | None = None
    fingerprints_claim: Fingerprints | None = None
    lsh_audit: LshAudit | None = None
    best_match_dup: BestMatchDup | None = None


@dataclass(frozen=True, slots=True)
class Quorum(Record):
    """How many distinct reviewers must approve before an orphan goes on."""

    min_humans: int
    min_agents: int


@dataclass(frozen=True, slots=True)
class Route(Record):
    """Where the claim goes next, and why. `next_step` is null where it waits."""

    ABSENT = frozenset({"quorum"})

    label: Label
    reasons: tuple[str, ...]
    next_step: Literal["STEP5", "STEP6"] | None
    fully_resolved: bool = False
    quorum: Quorum | None = None


@dataclass(frozen=True, slots=True)
class DetectedDifferences(Record):
    """What differs from the anchor: true, false, or unknown where nothing explicit says so."""

    scope: Known
    constraints: Known
    wording: Known


@dataclass(frozen=True, slots=True)
class DiffStub(Record):
    """How a claim differs from the entry that it is close to."""

    diff_type: Literal["SCOPE_CHANGE", "CONSTRAINT_CHANGE", "WORDING_ONLY", "UNKNOWN"]
    base_ref: str
    anchor_id: str
    neighbor_id_type: IdType
    detected_differences: DetectedDifferences
    diff_notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuspectedDomain(Record):
    """Tags of the claim as its author gave them; never read out of its words."""

    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Routing(Record):
    """Why an orphan was routed as it was."""

    reason: str


@dataclass(frozen=True, slots=True)
class OrphanIncidentRecord(Record):
    """The OIR: an orphan on its way to clustering or to its quorum."""

    oir_id: str
    co_id: str
    risk_class: RiskClass
    suspected_domain: SuspectedDomain
    routing: Routing
    kgr_ref: str
    protocol_ref: str
    quorum: Quorum
    required_fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DistanceToPass(Record):
    """How far a claim was from passing: a negative margin, or the label that it met."""

    ABSENT = frozenset({"metric", "threshold", "value", "margin", "miss"})

    kind: Literal["numeric", "categorical"]
    metric: Literal["novelty", "connectedness"] | None = None
    threshold: float | None = None
    value: float | None = None
    margin: float | None = None
    miss: str | None = None


@dataclass(frozen=True, slots=True)
class SideScores(Record):
    """Scores of a claim that did not pass."""

    novelty_score: float | None
    connectedness_score: float | None
    simhash_distance: int | None
    minhash_jaccard_est: float | None
    lsh_hit: bool
    kgr_node_count: int
    kgr_edge_count: int
    kgr_seed_refs_count: int


@dataclass(frozen=True, slots=True)
class ClusterRef(Record):
    """The cluster of deferred claims that a claim belongs to."""

    cluster_id: str
    cluster_size: int
    w_indep: float
    """Distinct sources over members: 1.0 where every member has a source of its own."""


@dataclass(frozen=True, slots=True)
class InputRef(Record):
    """What a side record is about."""

    claim_id: str
    index_snapshot_binding: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SideRecord(Record):
    """What is kept of a claim that did not go forward, and what would bring it back."""

    ABSENT = frozenset({"cluster_ref"})

    side_record_id: str
    step_id: Literal["STEP4"]
    input_ref: InputRef
    normalized_claim: str | None
    status: Literal["REJECTED_NOVELTY", "INSUFFICIENT"]
    route: Label
    scores: SideScores
    reason_codes: tuple[str, ...]
    distance_to_pass: DistanceToPass
    recommended_protocol: Literal["PARTNER_DEV", "CREATIVE", "LEARNING"]
    reopen_triggers: tuple[str, ...]
    kgr_ref: str
    cluster_ref: ClusterRef | None = None


@dataclass(frozen=True, slots=True)
class EvidenceGapPlan(Record):
    """What step 5 must be given before the claim can be gated."""

    plan_id: str
    kgr_ref: str
    co_id: str | None
    gaps: tuple[Literal["policy_missing", "index_unbound", "context_missing"], ...]
    missing: tuple[Missing, ...]
    next_step: Literal["STEP5"] = "STEP5"


@dataclass(frozen=True, slots=True)
class Judgement(Record):
    """Everything about one claim, as `gate judge` writes it: one JSON object."""

    ABSENT = frozenset({"diff_stub", "oir", "evidence_gap_plan"})

    claim_id: str
    kgr: KnownnessGateRecord
    route: Route
    side_records: tuple[SideRecord, ...]
    diff_stub: DiffStub | None = None
    oir: OrphanIncidentRecord | None = None
    evidence_gap_plan: EvidenceGapPlan | None = None

    def as_dict(self) -> dict[str, Any]:
        """The judgement as plain values."""
        return self.told_with(self.kgr.as_dict())

    def told_with(self, kgr: dict[str, Any]) -> dict[str, Any]:
        """Give `as_dict` around the record's own document, for whoever has made that already."""
        more = {
            "diff_stub": self.diff_stub,
            "oir": self.oir,
            "evidence_gap_plan": self.evidence_gap_plan,
        }
        return {
            "claim_id": self.claim_id,
            "kgr": kgr,
            "route": self.route.as_dict(),
            "side_records": [one.as_dict() for one in self.side_records],
            **{name: one.as_dict() for name, one in more.items() if one is not None},
        }
