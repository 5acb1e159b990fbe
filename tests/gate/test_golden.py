"""Every class, route, blocked reason and tie-break, pinned whole in tests/golden/gate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from netnew import Gate, Netnew, load_policy
from tests.conftest import Golden
from tests.gate.shelf import CORE, NEAR_DUP, SEMANTIC, Compass, changed, gate, noon, told

LATENCY = "The p95 latency must stay under 200 ms."


AS_USUAL: Mapping[str, Any] = MappingProxyType({})


class Case(NamedTuple):
    """A claim, what is unusual about its policy and bases, and the class and label that follow."""

    verdict: str
    label: str
    raw_idea: str | None
    claim: Mapping[str, Any] = AS_USUAL
    policy: Mapping[str, Any] = AS_USUAL
    left_out: tuple[str, ...] = ()
    options: Mapping[str, Any] = AS_USUAL


TIE_IDS = [{"id": "b", "text": "one two three four"}, {"id": "a", "text": "one two three four"}]
TIE_BASES = [{"id": "same", "text": "one two three four"}]

# Both share "aaaa bbbb" with the claim; only the later one means what it means.
TIE_MEANINGS = [
    {"id": "a", "text": "aaaa bbbb journal"}, {"id": "b", "text": "aaaa bbbb hurried"}
]  # fmt: skip

WITH_VECTORS = {"embedder": Compass(), "vectors": Compass()}

CASES = {
    "known-resolved": Case(
        "KNOWN", "FORWARD_TO_STEP6", LATENCY, {"scope_ref": "eu", "constraints": {"tier": 1}}
    ),
    "known-other-scope": Case(
        "KNOWN", "FORWARD_TO_STEP5", LATENCY, {"scope_ref": "us", "constraints": {"tier": 1}}
    ),
    "known-scope-unknown": Case("KNOWN", "FORWARD_TO_STEP5", LATENCY),
    "known-not-canonical": Case(
        "KNOWN", "FORWARD_TO_STEP5", "Alice prefers green tea in the morning."
    ),
    "near-other-number": Case(
        "NEAR_DUP", "FORWARD_TO_STEP5", "The p95 latency must stay under 500 ms."
    ),
    "near-negated": Case(
        "NEAR_DUP", "FORWARD_TO_STEP5", "The p95 latency must not stay under 200 ms.",
        policy={"tau_known": 0.95},
    ),
    "near-wording-only": Case(
        "NEAR_DUP", "FORWARD_TO_STEP5", "The p95 latency must stay under 200 ms at peak.",
        {"scope_ref": "eu", "constraints": {"tier": 1}},
        {"tau_known": 0.9},
    ),
    "near-wording-is-known": Case(
        "NEAR_DUP", "FORWARD_TO_STEP6", "The p95 latency must stay under 200 ms at peak.",
        {"scope_ref": "eu", "constraints": {"tier": 1}},
        {"tau_known": 0.9, "wording_only_is_known": True},
    ),
    "near-rewrite": Case(
        "NEAR_DUP", "REWRITE_REQUIRED", "Alice prefers green tea in the evening.",
        policy={"tau_known": 0.9, "rewrite_on_unknown_diff": True},
    ),
    "connected": Case("NOVEL_CONNECTED", "FORWARD_TO_STEP5", "Alice prefers black coffee."),
    "orphan-low": Case("NOVEL_ORPHAN", "DROP_DEFER", "Quantum zebras", {"risk_class": "LOW"}),
    "orphan-med": Case(
        "NOVEL_ORPHAN", "DROP_DEFER", "Quantum zebras",
        {"risk_class": "MED", "metadata": {"tags": ["zoo"], "metadata_schema_version": "1"}},
    ),
    "orphan-high": Case("NOVEL_ORPHAN", "DROP_DEFER", "Quantum zebras", {"risk_class": "HIGH"}),
    "orphan-without-risk": Case(
        "NOVEL_ORPHAN", "BLOCKED_CONTEXT_MISSING", "Quantum zebras", {"risk_class": None}
    ),
    "orphan-without-consensus": Case(
        "BLOCKED_POLICY_MISSING", "BLOCKED_POLICY_MISSING", "Quantum zebras",
        left_out=("protocol_ref",),
    ),
    "blank": Case("NOVEL_ORPHAN", "BLOCKED_CONTEXT_MISSING", " \t\n"),
    "absent": Case("NOVEL_ORPHAN", "BLOCKED_CONTEXT_MISSING", None),
    "too-long": Case(
        "NOVEL_ORPHAN", "REWRITE_REQUIRED", "word " * 20, policy={"max_claim_len": 50}
    ),
    "below-novelty": Case(
        "KNOWN", "DROP_DEFER", LATENCY, policy={"min_novelty": 0.2, **NEAR_DUP}
    ),
    "below-connectedness": Case(
        "NOVEL_CONNECTED", "DROP_DEFER", "Alice prefers black coffee.",
        policy={"min_connectedness": 0.4},
    ),
    "near-dup-channel": Case(
        "NEAR_DUP", "FORWARD_TO_STEP5", "The p95 latency must stay under 500 ms.", policy=NEAR_DUP
    ),
    "near-dup-forces-known": Case(
        "KNOWN", "FORWARD_TO_STEP5", LATENCY, {"scope_ref": "us"}, NEAR_DUP
    ),
    "filtered-by-tag": Case(
        "NOVEL_ORPHAN", "DROP_DEFER", "All services write structured logs to standard output.",
        policy={"retrieval_filters": {"tags_none": ["draft"]}},
    ),
    "tie-by-id": Case(
        "KNOWN", "FORWARD_TO_STEP5", "one two three four",
        options={"user": TIE_IDS, "core": CORE},
    ),
    "tie-by-base": Case(
        "KNOWN", "FORWARD_TO_STEP5", "one two three four",
        options={"user": TIE_BASES, "core": TIE_BASES},
    ),
    "semantic": Case(
        "NEAR_DUP", "FORWARD_TO_STEP5", "Quick speed.",
        policy=SEMANTIC | {"tau_known": 0.6, "tau_near": 0.4}, options=WITH_VECTORS,
    ),
    "semantic-near-dup": Case(
        "KNOWN", "FORWARD_TO_STEP5", LATENCY, policy=SEMANTIC | NEAR_DUP,
        options=WITH_VECTORS,
    ),
    "tie-by-meaning": Case(
        "NOVEL_CONNECTED", "FORWARD_TO_STEP5", "aaaa bbbb latency",
        policy=SEMANTIC | {"alpha": 1}, options=WITH_VECTORS | {"core": TIE_MEANINGS},
    ),
    "blocked-no-embedder": Case(
        "BLOCKED_INDEX_UNBOUND", "BLOCKED_INDEX_UNBOUND", LATENCY, policy=SEMANTIC
    ),
    "blocked-no-normalizer": Case(
        "BLOCKED_POLICY_MISSING", "BLOCKED_POLICY_MISSING", LATENCY,
        left_out=("normalizer_version",),
    ),
    "blocked-no-ref": Case(
        "BLOCKED_POLICY_MISSING", "BLOCKED_POLICY_MISSING", LATENCY,
        left_out=("policy_config_ref",),
    ),
    "blocked-alpha": Case(
        "BLOCKED_POLICY_MISSING", "BLOCKED_POLICY_MISSING", LATENCY, policy={"alpha": 0.7}
    ),
    "blocked-no-user-snapshot": Case(
        "BLOCKED_INDEX_UNBOUND", "BLOCKED_INDEX_UNBOUND", LATENCY, options={"user": None}
    ),
    "blocked-policy-and-index": Case(
        "BLOCKED_POLICY_MISSING", "BLOCKED_POLICY_MISSING", None,
        left_out=("K_default",), options={"core": None},
    ),
    "empty-bases": Case(
        "NOVEL_ORPHAN", "DROP_DEFER", LATENCY,
        options={"user": [{"id": "x", "text": "zz"}], "core": [{"id": "y", "text": "qq"}]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_judgement_is_the_golden_one(nn: Netnew, golden: Golden, name: str) -> None:
    case = CASES[name]
    judging = gate(nn, changed(*case.left_out, **case.policy), **case.options)
    judgement = judging.judge(case.raw_idea, claim_id=name, **case.claim)
    assert (judgement.kgr["class"], judgement.route["label"]) == (case.verdict, case.label)
    document = told(judgement)
    text = json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True)
    golden(f"gate/{name}.json", f"{text}\n")


def test_every_class_and_label_has_a_golden_case() -> None:
    from typing import get_args

    from netnew.gate.records import Class, Label

    assert {case.verdict for case in CASES.values()} == set(get_args(Class))
    assert {case.label for case in CASES.values()} == set(get_args(Label))


def test_nothing_at_all_is_blocked_with_every_reason(golden: Golden) -> None:
    judgement = Gate(None, user=None, core=None, clock=noon).judge(None)
    text = json.dumps(told(judgement), indent=1, sort_keys=True)
    golden("gate/blocked-everything.json", f"{text}\n")
    assert {one.code for one in judgement.kgr.missing} == {
        "blocked_policy_missing", "blocked_index_snapshot_missing", "blocked_context_missing",
    }  # fmt: skip


def test_an_empty_policy_names_every_required_key(nn: Netnew) -> None:
    judgement = gate(nn, load_policy({})).judge(LATENCY)
    assert len(judgement.kgr.missing) == 10
