"""The normative sentences of the specification; docs/reference/gate-conformance.md lists them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from netnew import Netnew
from netnew.foundation.ids import content_id
from netnew.gate.claim import given
from netnew.kernel.minhash import jaccard_estimate, minhash
from netnew.kernel.shingles import shingles
from netnew.kernel.simhash import hamming, simhash
from tests.gate.shelf import CORE, NEAR_DUP, USER, changed, gate, told

ROOT = Path(__file__).resolve().parents[2]
SLO = "The p95 latency must stay under 200 ms."
FIELDS = {"scope_ref": "eu", "constraints": {"tier": 1}}


def test_tags_come_from_metadata_and_never_from_prose(nn: Netnew) -> None:
    metadata = {"tags": ["zoo"], "metadata_schema_version": "1"}
    judging = gate(nn)
    tagged = judging.judge("#physics lang:de Quantum zebras", metadata=metadata)
    assert tagged.oir is not None
    assert tagged.oir.suspected_domain.tags == ("zoo",)
    bare = judging.judge("#physics lang:de Quantum zebras")
    assert bare.oir is not None
    assert bare.oir.suspected_domain.tags == ()


def test_metadata_is_kept_whole_with_its_schema_version(nn: Netnew) -> None:
    metadata = {"metadata_schema_version": "2.1", "tags": ["zoo"], "model": {"name": "m", "n": 3}}
    judging = gate(nn)

    (document,) = nn.gate.judge(judging, [given("Quantum zebras", metadata=metadata)])

    assert nn.gate.explain(document["kgr"]["kgr_id"])["claim"]["metadata"] == metadata


def test_with_near_dup_the_binding_names_its_implementations(nn: Netnew) -> None:
    names = {
        "shingler_version",
        *(f"{kind}_impl_version" for kind in ("minhash", "lsh", "simhash")),
    }

    on, off = (gate(nn, changed(**keys)).judge(SLO).kgr for keys in (NEAR_DUP, {}))

    assert all(on.index_snapshot_binding[name] for name in names)
    assert not names & set(off.index_snapshot_binding)


def test_c_lex_is_the_exact_jaccard_of_n_grams(nn: Netnew) -> None:
    judgement = gate(nn).judge("The p95 latency must stay under 500 ms.")
    ours, theirs = (
        set(shingles(text, "char5/1").tolist())
        for text in ("The p95 latency must stay under 500 ms.", SLO)
    )
    scores = judgement.kgr.best_match_scores
    assert scores is not None
    assert (scores.intersection, scores.union) == (len(ours & theirs), len(ours | theirs))
    assert scores.lex == scores.intersection / scores.union
    assert 0 <= scores.lex <= 1


def test_without_semantics_c_connect_is_c_lex_and_c_sem01_is_not_computed(nn: Netnew) -> None:
    judgement = gate(nn).judge("The p95 latency must stay under 500 ms.")
    for neighbour in (*judgement.kgr.top_neighbors_user, *judgement.kgr.top_neighbors_core):
        assert neighbour.scores.connect == neighbour.scores.lex
        assert neighbour.scores.sem01 is None


def test_the_normaliser_is_logged_and_decides_what_is_compared(nn: Netnew) -> None:
    kgr = gate(nn).judge("  The  p95 latency must\u2009stay under 200 ms. ").kgr
    assert (kgr.normalizer_version, kgr.normalized_claim) == ("claim/1", SLO)
    assert kgr.verdict == "KNOWN"


def test_fingerprints_and_their_thresholds_make_the_dup_signal(nn: Netnew) -> None:
    near = "The p95 latency must stay under 500 ms."
    kgr = gate(nn, changed(**NEAR_DUP)).judge(near).kgr
    j_est = jaccard_estimate(*(minhash(shingles(text, "char5/1"), 128) for text in (near, SLO)))
    distance = hamming(simhash(near), simhash(SLO))
    dup = kgr.best_match_dup
    assert dup is not None
    assert (dup.j_est, dup.hamming) == (float(j_est), distance)
    assert dup.minhash_dup == (Fraction(*j_est) >= Fraction("0.8"))
    assert dup.simhash_dup == (distance <= 3)
    assert dup.dup_signal == (dup.minhash_dup or dup.simhash_dup)


def test_lsh_candidates_are_scored_exactly_beside_the_top_k(nn: Netnew) -> None:
    many = [{"id": f"n{n}", "text": f"The p95 latency must stay under 200 ms. v{n}"}
            for n in range(6)]  # fmt: skip
    judgement = gate(nn, changed(**NEAR_DUP), core=many).judge(SLO, k=2)
    summary = judgement.kgr.candidate_set_summary
    assert summary is not None
    assert (summary.topk_core_count, summary.lsh_core_count) == (2, 6)
    assert summary.cand_size == 6
    assert judgement.kgr.lsh_audit is not None
    assert judgement.kgr.lsh_audit.buckets_hit_core > 0


def test_k_is_the_policys_unless_it_is_given(nn: Netnew) -> None:
    judging = gate(nn, changed(K_default=1))
    assert (judging.judge(SLO).kgr.k, judging.judge(SLO, k=2).kgr.k) == (1, 2)
    assert len(judging.judge(SLO).kgr.top_neighbors_core) == 1


def test_filters_are_applied_and_logged(nn: Netnew) -> None:
    judging = gate(nn, changed(retrieval_filters={"tags_any": ["slo"]}))
    kgr = judging.judge("All services write structured logs to standard output.").kgr
    assert kgr.best_match_id is None
    assert kgr.filters["tags_any"] == ["slo"]
    assert (
        gate(nn, user=judging._snapshots["B_user"], core=judging._snapshots["B_core"])
        .judge(SLO)
        .kgr.filters
        == {}
    )


def test_a_language_mode_keeps_to_the_claims_own_language_tag(nn: Netnew) -> None:
    core = [{"id": "de", "text": SLO, "tags": ["lang:de"]}, {"id": "en", "text": SLO + " Yes."}]
    judging = gate(nn, changed(language_mode="same"), core=core)
    assert judging.judge(SLO).kgr.best_match_id == "de"
    assert judging.judge(SLO, metadata={"tags": ["lang:en"]}).kgr.best_match_id == "en"


def test_length_filters_leave_candidates_out(nn: Netnew) -> None:
    assert gate(nn, changed(max_candidate_len=20)).judge(SLO).kgr.best_match_id is None


def test_every_neighbour_and_the_record_name_the_type_of_the_id(nn: Netnew) -> None:
    nn.bases.add("typed", CORE, id_type="assertion_id")
    kgr = gate(nn, core=nn.bases.snapshot("typed")).judge(SLO).kgr
    assert kgr.neighbor_id_type == "assertion_id"
    assert {one.neighbor_id_type for one in kgr.top_neighbors_core} == {"assertion_id"}
    assert {one.neighbor_id_type for one in kgr.top_neighbors_user} <= {"knowledge_item_id"}


@pytest.mark.parametrize(
    ("taus", "verdict"),
    [((1, 0.5, 0.1), "NEAR_DUP"), ((0.7, 0.5, 0.1), "KNOWN"), ((1, 0.9, 0.1), "NOVEL_CONNECTED"),
     ((1, 1, 0.9), "NOVEL_ORPHAN")],
)  # fmt: skip
def test_thresholds_classify_and_bounds_belong_above(
    nn: Netnew, taus: tuple[float, ...], verdict: str
) -> None:
    names = ("tau_known", "tau_near", "tau_orphan")
    policy = changed(**dict(zip(names, taus, strict=True)))
    assert gate(nn, policy).judge("The p95 latency must stay under 500 ms.").kgr.verdict == verdict


def test_a_threshold_is_met_exactly_where_floats_would_miss(nn: Netnew) -> None:
    third = [{"id": "a", "text": "abcdefg"}]
    for tau, verdict in (
        (0.3333333333333333, "NEAR_DUP"),
        (0.33333333333333337, "NOVEL_CONNECTED"),
    ):
        policy = changed(tau_known=1, tau_near=tau, tau_orphan=0)
        kgr = gate(nn, policy, core=third).judge("abcde").kgr
        scores = kgr.best_match_scores
        assert scores is not None
        assert (scores.intersection, scores.union) == (1, 3)
        assert kgr.verdict == verdict


def test_the_override_goes_by_c_lex_of_the_best_alone(nn: Netnew) -> None:
    forced = gate(nn, changed(**NEAR_DUP)).judge(SLO)
    assert forced.kgr.decided_by == "near_dup_override"
    far = gate(nn, changed(tau_near=0.9, tau_known=0.95, tau_dup_jaccard_est=0.5, **NEAR_DUP))
    kept = far.judge("The p95 latency must stay under 500 ms.")
    assert kept.kgr.best_match_dup is not None
    assert kept.kgr.best_match_dup.dup_signal
    assert (kept.kgr.verdict, kept.kgr.decided_by) == ("NOVEL_CONNECTED", "thresholds")


def test_ties_break_by_id_and_the_record_says_so(nn: Netnew) -> None:
    twins = [{"id": name, "text": SLO} for name in ("z", "b", "Ä", "B")]
    kgr = gate(nn, core=twins).judge(SLO).kgr
    assert (kgr.best_match_id, kgr.tie_break_applied) == ("B", True)
    assert gate(nn, user=USER[:1], core=CORE[:1]).judge(SLO).kgr.tie_break_applied is False


def test_a_co_id_is_a_hash_of_text_scope_terms_and_policy(nn: Netnew) -> None:
    judging, ref = gate(nn), "netnew-balanced/2"
    bare, placed = judging.judge(SLO).kgr, judging.judge(SLO, scope_ref="eu", terms_ref="t").kgr
    assert (bare.co_id, bare.co_id_status) == (content_id("co", SLO, ref), "provisional")
    assert placed.co_id == content_id("co", SLO, "eu", "t", ref)
    assert placed.co_id_status == "bound"
    assert judging.judge("  " + SLO).kgr.co_id == bare.co_id


def test_known_is_resolved_only_with_canonical_entry_same_scope_same_constraints(
    nn: Netnew,
) -> None:
    judging = gate(nn)
    assert judging.judge(SLO, **FIELDS).route.label == "FORWARD_TO_STEP6"
    for other in ({"scope_ref": "us"}, {"constraints": {"tier": 2}}, {"scope_ref": None},
                  {"constraints": None}):  # fmt: skip
        judgement = judging.judge(SLO, **{**FIELDS, **other})
        assert judgement.route.label == "FORWARD_TO_STEP5"
        assert judgement.diff_stub is not None
    assert judging.judge(USER[0]["text"]).route.reasons[:2] == ("known", "no_canonical_entry")


DIFFERENT = {
    "number": "The p95 latency must stay under 500 ms.",
    "unit": "The p95 latency must stay under 200 s.",
    "negation": "The p95 latency must not stay under 200 ms.",
    "modality": "The p95 latency should stay under 200 ms.",
    "date": "The p95 latency must stay under 200 ms by 3 May 2026.",
    "quantifier": "The p95 latency must always stay under 200 ms.",
    "comparator": "The p95 latency must stay over 200 ms.",
}


@pytest.mark.parametrize("kind", DIFFERENT)
def test_what_text_states_exactly_is_a_constraint_difference(nn: Netnew, kind: str) -> None:
    diff = gate(nn).judge(DIFFERENT[kind], **FIELDS).diff_stub
    assert diff is not None
    assert diff.diff_type == "CONSTRAINT_CHANGE"
    assert any(note.startswith(f"{kind}: claim ") for note in diff.diff_notes), diff.diff_notes


def test_unknown_differences_are_never_guessed(nn: Netnew) -> None:
    judging = gate(nn, changed(tau_known=0.9))
    unknown = judging.judge("Alice prefers green tea in the evening.").diff_stub
    assert unknown is not None
    assert unknown.diff_type == "UNKNOWN"
    assert (unknown.detected_differences.scope, unknown.detected_differences.constraints) == (
        "unknown", "unknown",
    )  # fmt: skip
    worded = judging.judge("The p95 latency must stay under 200 ms at peak.", **FIELDS).diff_stub
    assert worded is not None
    assert worded.diff_type == "WORDING_ONLY"


def test_a_diff_stub_names_its_anchor_and_what_was_compared(nn: Netnew) -> None:
    diff = gate(nn).judge(SLO, scope_ref="us").diff_stub
    assert diff is not None
    assert (diff.base_ref, diff.anchor_id, diff.neighbor_id_type) == (
        "B_core/latency", "latency", "knowledge_item_id",
    )  # fmt: skip
    assert diff.diff_type == "SCOPE_CHANGE"
    assert 'scope_ref: claim "us", anchor "eu"' in diff.diff_notes


def test_a_connected_claim_goes_to_step_5_with_its_neighbours(nn: Netnew) -> None:
    judgement = gate(nn).judge("Alice prefers black coffee.")
    assert (judgement.route.label, judgement.route.next_step) == ("FORWARD_TO_STEP5", "STEP5")
    assert judgement.kgr.best_match_id == "tea"
    assert judgement.kgr.top_neighbors_user


QUORUMS: dict[str, Any] = {"LOW": None, "MED": (0, 2), "HIGH": (1, 2)}


@pytest.mark.parametrize("risk", QUORUMS)
def test_an_orphan_is_routed_by_its_risk(nn: Netnew, risk: str) -> None:
    judgement = gate(nn).judge("Quantum zebras", risk_class=risk)
    quorum = judgement.route.quorum
    assert judgement.route.label == "DROP_DEFER"
    assert (quorum and (quorum.min_humans, quorum.min_agents)) == QUORUMS[risk]
    oir = judgement.oir
    assert oir is not None
    assert (oir.risk_class, oir.kgr_ref, oir.protocol_ref) == (
        risk, judgement.kgr.kgr_id, "netnew-quorum/1",
    )  # fmt: skip
    assert oir.co_id == judgement.kgr.co_id


def test_a_disabled_consensus_asks_nobody(nn: Netnew) -> None:
    policy = changed(orphan_consensus__enabled=False)
    judgement = gate(nn, policy).judge("Quantum zebras", risk_class="HIGH")
    assert judgement.route.reasons[-1] == "queued_for_clustering"


def test_what_is_blocked_goes_to_step_5_with_a_gap_plan_and_is_not_searched(nn: Netnew) -> None:
    for judging, gap in (
        (gate(nn, changed("policy_config_ref")), "policy_missing"),
        (gate(nn, core=None), "index_unbound"),
    ):
        judgement = judging.judge(SLO)
        assert judgement.route.next_step == "STEP5"
        assert judgement.kgr.candidate_set_summary is None
        assert judgement.evidence_gap_plan is not None
        assert judgement.evidence_gap_plan.gaps == (gap,)
        assert judgement.side_records[0].status == "INSUFFICIENT"


def test_a_side_record_follows_a_drop_a_rewrite_and_a_block_and_nothing_else(nn: Netnew) -> None:
    judging = gate(nn, changed(max_claim_len=60))
    counts = {
        claim: len(judging.judge(claim, risk_class=risk).side_records)
        for claim, risk in ((SLO, "LOW"), ("Alice prefers coffee", "LOW"), ("zebras", "LOW"),
                            ("x" * 61, "LOW"), ("", "LOW"))
    }  # fmt: skip
    assert counts == {SLO: 0, "Alice prefers coffee": 0, "zebras": 1, "x" * 61: 1, "": 1}


def test_a_side_record_carries_scores_codes_distance_and_protocol(nn: Netnew) -> None:
    orphan = gate(nn).judge("Quantum zebras").side_records[0]
    assert orphan.reason_codes == ("connectedness_below_threshold",)
    assert orphan.distance_to_pass.as_dict() == {
        "kind": "numeric", "metric": "connectedness", "threshold": 0.16, "value": 0.0,
        "margin": -0.16,
    }  # fmt: skip
    assert orphan.recommended_protocol == "PARTNER_DEV"
    assert set(orphan.reopen_triggers) == {
        "HUMAN_CHALLENGE",
        "NEW_SOURCE_CLUSTER",
        "POLICY_CHANGED",
    }
    novelty = gate(nn, changed(min_novelty=0.5)).judge(SLO).side_records[0]
    assert novelty.reason_codes == ("novelty_below_threshold",)
    assert novelty.recommended_protocol == "CREATIVE"
    assert novelty.distance_to_pass.margin == -0.5
    dup = gate(nn, changed(min_novelty=0.5, **NEAR_DUP)).judge(SLO).side_records[0]
    assert dup.recommended_protocol == "PARTNER_DEV"
    assert dup.scores.minhash_jaccard_est == 1.0
    long = gate(nn, changed(max_claim_len=5)).judge(SLO).side_records[0]
    assert long.distance_to_pass.as_dict() == {"kind": "categorical", "miss": "REWRITE_REQUIRED"}
    assert long.recommended_protocol == "LEARNING"


def test_side_scores_are_counted_from_the_record(nn: Netnew) -> None:
    judgement = gate(nn, changed(min_connectedness=0.9)).judge("Alice prefers coffee")
    scores, kgr = judgement.side_records[0].scores, judgement.kgr
    assert kgr.candidate_set_summary is not None
    assert scores.kgr_node_count == 1 + kgr.candidate_set_summary.cand_size
    assert scores.kgr_seed_refs_count == len(kgr.top_neighbors_user) + len(kgr.top_neighbors_core)
    assert scores.novelty_score == pytest.approx(1 - scores.connectedness_score)
    assert judgement.side_records[0].input_ref.claim_id == judgement.claim_id
    assert judgement.side_records[0].normalized_claim == kgr.normalized_claim


def test_the_time_is_outside_every_id(nn: Netnew) -> None:
    from datetime import UTC, datetime

    one = gate(nn)
    other = gate(nn, user=one._snapshots["B_user"], core=one._snapshots["B_core"])
    other._clock = lambda: datetime(2031, 1, 1, tzinfo=UTC)
    first, second = one.judge(SLO), other.judge(SLO)
    assert first.kgr.gating_time_utc != second.kgr.gating_time_utc
    assert told(first) == told(second)


@pytest.mark.parametrize("claim", [SLO, "Quantum zebras", "", "Alice prefers tea"])
@pytest.mark.parametrize("near_dup", [{}, NEAR_DUP], ids=["plain", "near-dup"])
def test_every_judgement_fits_its_published_schema(
    nn: Netnew, claim: str, near_dup: dict[str, Any]
) -> None:
    schema = json.loads((ROOT / "docs/reference/schemas/gate-judgement-1.json").read_text())
    judgement = gate(nn, changed(**near_dup)).judge(claim, risk_class="HIGH")
    jsonschema.validate(judgement.as_dict(), schema)
