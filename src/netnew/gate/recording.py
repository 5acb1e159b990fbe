"""The records of one judgement, KGR and OIR, with ids that are hashes of what they hold."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from netnew.foundation.canonical import canonical_json
from netnew.foundation.ids import content_id
from netnew.gate.binding import Bound
from netnew.gate.candidates import Neighbours, acceptance
from netnew.gate.claim import Claim
from netnew.gate.fingerprints import Likeness
from netnew.gate.gated import Gated
from netnew.gate.policy import Policy
from netnew.gate.records import (
    BestMatchDup,
    Fingerprints,
    KnownnessGateRecord,
    LshAudit,
    OrphanIncidentRecord,
    Quorum,
    Route,
    Routing,
    SuspectedDomain,
)
from netnew.gate.rules import Rules
from netnew.gate.versions import GATE_VERSION

CoIdStatus = Literal["bound", "provisional", "unavailable"]


class Recorded(NamedTuple):
    """A record, and what making its id gave besides: nothing is laid out twice."""

    kgr: KnownnessGateRecord
    document: dict[str, Any]
    written: bytes
    """Canonical JSON of the document without the time."""


def record(
    claim: Claim,
    text: str | None,
    gated: Gated,
    bound: Bound,
    policy: Policy | None,
    rules: Rules | None,
    *,
    gating_time_utc: str,
) -> Recorded:
    """Write down everything about one gated claim."""
    best, top = gated.best, gated.found.top
    co_id, status = co_id_of(claim, text, policy.ref if policy else None)
    normalizer = policy.values.get("policy.versions.normalizer_version") if policy else None
    bare = KnownnessGateRecord(
        kgr_id="",
        gate_version=GATE_VERSION,
        claim_id=claim.claim_id,
        co_id=co_id,
        co_id_status=status,
        verdict=gated.verdict,
        decided_by=gated.decided_by,
        policy_config_ref=policy.ref if policy else None,
        policy_config_hash=policy.hash if policy else None,
        normalizer_version=normalizer,
        normalized_claim=text,
        index_snapshot_binding=dict(bound.document),
        neighbor_id_type=best.id_type if best else None,
        k=claim.k or (rules.k_default if rules else None),
        filters=filters_of(rules, claim),
        thresholds=rules.thresholds.as_dict() if rules else None,
        top_neighbors_user=Neighbours(top["B_user"]) if top else (),
        top_neighbors_core=Neighbours(top["B_core"]) if top else (),
        candidate_set_summary=gated.found.summary() if top is not None else None,
        best_match_id=best.id if best else None,
        best_match_base=best.base if best else None,
        best_match_scores=best.scores() if best else None,
        tie_break_applied=gated.found.tie_break_applied,
        risk_class=claim.risk_class,
        missing=gated.missing,
        gating_time_utc="",
        **_near_dup(gated, rules),
    )
    document = bare.as_dict()
    kgr_id, written = _named(document)
    document |= {"kgr_id": kgr_id, "gating_time_utc": gating_time_utc}
    for name in _OUTSIDE:
        # Frozen for everybody else: nobody has seen it yet, and a copy costs as much as hashing.
        object.__setattr__(bare, name, document[name])
    return Recorded(bare, document, written)


def _named(document: dict[str, Any]) -> tuple[str, bytes]:
    """Content id of a record's document, and the document's canonical JSON with that id in it.

    The id covers all but itself and the time. It is put into its place between the other keys.
    """
    told = {name: value for name, value in document.items() if name not in _OUTSIDE}
    before = canonical_json({name: told[name] for name in told if name < "kgr_id"})[:-1]
    behind = canonical_json({name: told[name] for name in told if name > "kgr_id"})[1:]
    kgr_id = content_id("kgr", before + b"," + behind)
    return kgr_id, b'%b,"kgr_id":"%b",%b' % (before, kgr_id.encode(), behind)


_OUTSIDE: Final = ("kgr_id", "gating_time_utc")


def co_id_of(claim: Claim, text: str | None, ref: str | None) -> tuple[str | None, CoIdStatus]:
    """Name the claim by what it says, where it holds, and under which policy (4.6.2)."""
    if not text or ref is None:
        return None, "unavailable"
    if claim.scope_ref is None and claim.terms_ref is None:
        return content_id("co", text, ref), "provisional"
    return content_id("co", text, claim.scope_ref or "", claim.terms_ref or "", ref), "bound"


def filters_of(rules: Rules | None, claim: Claim) -> dict[str, Any]:
    """Name the filters that were applied; empty where every item could be a candidate."""
    if rules is None or acceptance(rules.filters, claim) is None:
        return {}
    own = rules.filters
    return {
        "tags_any": list(own.tags_any),
        "tags_none": list(own.tags_none),
        "language_mode": own.language_mode,
        "languages": sorted(claim.languages) if own.language_mode == "same" else [],
        "min_candidate_len": own.min_candidate_len,
        "max_candidate_len": own.max_candidate_len,
    }


def orphan_record(
    claim: Claim, kgr: KnownnessGateRecord, chosen: Route, rules: Rules | None
) -> OrphanIncidentRecord | None:
    """Give the record of an orphan that waits (4.7.5.2), None of every other claim."""
    waits = kgr.verdict == "NOVEL_ORPHAN" and chosen.label == "DROP_DEFER"
    consensus = rules.orphans if rules else None
    if not waits or consensus is None or kgr.co_id is None or claim.risk_class is None:
        return None
    return OrphanIncidentRecord(
        content_id("oir", kgr.kgr_id),
        kgr.co_id,
        claim.risk_class,
        SuspectedDomain(claim.tags),
        Routing(", ".join(chosen.reasons)),
        kgr.kgr_id,
        consensus.protocol_ref,
        chosen.quorum or Quorum(0, 0),
        consensus.required_fields,
    )


def _near_dup(gated: Gated, rules: Rules | None) -> dict[str, Any]:
    if rules is None or rules.near_dup is None:
        return {}
    mark, alike, hits = gated.print_of_claim, gated.likeness, gated.found.buckets_hit
    return {
        "near_dup_policy": rules.near_dup.as_dict(),
        "fingerprints_claim": Fingerprints(mark.signature_hex, f"{mark.simhash:016x}")
        if mark
        else None,
        "lsh_audit": LshAudit(hits["B_user"], hits["B_core"]) if hits else None,
        "best_match_dup": _dup(alike) if alike else None,
    }


def _dup(alike: Likeness) -> BestMatchDup:
    return BestMatchDup(
        float(alike.j_est),
        alike.distance,
        alike.minhash_dup,
        alike.simhash_dup,
        alike.dup_signal,
    )
