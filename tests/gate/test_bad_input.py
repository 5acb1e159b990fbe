"""Bad input of every kind: it blocks with its reason, or it is one line that says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from netnew import InputError, Netnew, NetnewError, Recipe, load_policy
from tests.gate.shelf import CORE, USER, changed, gate, snapshot

CLAIM = "The p95 latency must stay under 200 ms."

# Value of one key of the pack → what the record says about it.
BAD_VALUES: list[tuple[str, Any, str]] = [
    ("use_semantic", "yes", "policy.step4.scoring.use_semantic"),
    ("use_semantic", 1, "policy.step4.scoring.use_semantic"),
    ("alpha", "high", "policy.step4.scoring.alpha"),
    ("alpha", 1.5, "policy.step4.scoring.alpha"),
    ("alpha", -0.1, "policy.step4.scoring.alpha"),
    ("alpha", True, "policy.step4.scoring.alpha"),
    ("alpha", 0.7, "policy.step4.scoring.alpha"),
    ("alpha", float("nan"), "policy.step4.scoring.alpha"),
    ("alpha", float("inf"), "policy.step4.scoring.alpha"),
    ("tau_known", None, "policy.step4.thresholds.tau_known"),
    ("tau_known", 0.3, "policy.step4.thresholds.tau_near"),
    ("tau_near", 0.9, "policy.step4.thresholds.tau_near"),
    ("tau_orphan", 0.7, "policy.step4.thresholds.tau_orphan"),
    ("tau_orphan", [0.1], "policy.step4.thresholds.tau_orphan"),
    ("K_default", 0, "policy.step4.retrieval.K_default"),
    ("K_default", 2.5, "policy.step4.retrieval.K_default"),
    ("K_default", "ten", "policy.step4.retrieval.K_default"),
    ("K_default", 10**9, "policy.step4.retrieval.K_default"),
    ("language_mode", "guess", "policy.step4.retrieval.language_mode"),
    ("normalizer_version", "claim/9", "policy.versions.normalizer_version"),
    ("normalizer_version", "", "policy.versions.normalizer_version"),
    ("normalizer_version", 1, "policy.versions.normalizer_version"),
    ("retrieval_impl_version", "exact/9", "policy.versions.retrieval_impl_version"),
    ("similarity_impl_version", "cosine", "policy.versions.similarity_impl_version"),
    ("lex_impl_version", "word99/1", "policy.versions.lex_impl_version"),
    ("lex_impl_version", "trigram", "policy.versions.lex_impl_version"),
    ("minhash_impl_version", "minhash/9", "policy.versions.minhash_impl_version"),
    ("lsh_impl_version", "lsh/9", "policy.versions.lsh_impl_version"),
    ("simhash_impl_version", "simhash/9", "policy.versions.simhash_impl_version"),
    ("near_dup__enabled", "on", "policy.step4.near_dup.enabled"),
    ("shingle_k", 0, "policy.step4.near_dup.shingle_k"),
    ("minhash_k", 127, "policy.step4.near_dup.lsh_bands"),
    ("lsh_rows", 3, "policy.step4.near_dup.lsh_bands"),
    ("simhash_bits", 65, "policy.step4.near_dup.simhash_bits"),
    ("tau_dup_jaccard_est", 2, "policy.step4.near_dup.tau_dup_jaccard_est"),
    ("tau_dup_simhash_hamming", -1, "policy.step4.near_dup.tau_dup_simhash_hamming"),
    ("min_novelty", 7, "policy.step4.gate.min_novelty"),
    ("policy_config_ref", "  ", "policy_config_ref"),
    ("policy_config_ref", {"a": 1}, "policy_config_ref"),
    ("required_fields", "reason", "policy.orphan_consensus.required_fields"),
    ("min_humans", -1, "policy.orphan_consensus.quorum.min_humans"),
]
REQUIRED = (
    "policy_config_ref", "use_semantic", "alpha", "normalizer_version", "retrieval_impl_version",
    "similarity_impl_version", "tau_known", "tau_near", "tau_orphan", "K_default",
)  # fmt: skip
NEAR_DUP_KEYS = (
    "shingle_k", "minhash_k", "lsh_bands", "lsh_rows", "tau_dup_jaccard_est",
    "tau_dup_simhash_hamming", "minhash_impl_version", "lsh_impl_version", "simhash_impl_version",
)  # fmt: skip
ORPHAN_KEYS = (
    "orphan_consensus__enabled", "protocol_ref", "min_humans", "min_agents", "required_fields",
)  # fmt: skip


def wheres(judgement: Any) -> list[str]:
    return [one.where for one in judgement.kgr.missing]


@pytest.mark.parametrize(("key", "value", "where"), BAD_VALUES, ids=str)
def test_a_bad_value_blocks_and_is_named(nn: Netnew, key: str, value: Any, where: str) -> None:
    judgement = gate(nn, changed(**{key: value})).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_POLICY_MISSING"
    assert where in wheres(judgement)
    assert judgement.side_records[0].reason_codes == ("blocked_policy_missing",)


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_key_blocks_and_is_named(nn: Netnew, key: str) -> None:
    judgement = gate(nn, changed(key)).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_POLICY_MISSING"
    assert any(where.endswith(key) for where in wheres(judgement))
    assert judgement.route["next_step"] == "STEP5"
    assert judgement.evidence_gap_plan is not None


@pytest.mark.parametrize("key", NEAR_DUP_KEYS)
def test_a_near_dup_key_is_required_only_while_it_is_enabled(nn: Netnew, key: str) -> None:
    assert changed(key).problems == ()
    judgement = gate(nn, changed(key, near_dup__enabled=True)).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_POLICY_MISSING"
    assert any(where.endswith(key) for where in wheres(judgement))


@pytest.mark.parametrize("key", ORPHAN_KEYS)
def test_a_consensus_key_is_required_only_where_an_orphan_comes(nn: Netnew, key: str) -> None:
    judging = gate(nn, changed(key))
    assert judging.judge(CLAIM).kgr["class"] == "KNOWN"
    orphan = judging.judge("Quantum zebras")
    assert orphan.kgr["class"] == "BLOCKED_POLICY_MISSING"
    assert orphan.oir is None


def test_embeddings_need_a_model_and_the_bases_must_have_it(nn: Netnew) -> None:
    unnamed = gate(nn, changed(use_semantic=True, alpha=0.5)).judge(CLAIM)
    assert unnamed.kgr["class"] == "BLOCKED_POLICY_MISSING"
    named = changed(
        use_semantic=True, alpha=0.5, embedding_model_id="m", embedding_impl_version="m/1"
    )
    judgement = gate(nn, named).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_INDEX_UNBOUND"
    assert wheres(judgement) == [*["embedding_model_id"] * 2, "embedder"]


BINDING = {
    "b_user_snapshot_id": "snap_user",
    "b_core_snapshot_id": "snap_core",
    "retrieval_impl_version": "exact/1",
}


def test_a_binding_that_fits_is_carried_whole(nn: Netnew) -> None:
    judgement = gate(nn, binding={**BINDING, "note": "by hand"}).judge(CLAIM)
    assert judgement.kgr["class"] == "KNOWN"
    assert judgement.kgr["index_snapshot_binding"]["note"] == "by hand"
    assert judgement.kgr["index_snapshot_binding"]["bound_to"] == "given"


@pytest.mark.parametrize(
    "binding",
    [
        {},
        *({**BINDING, name: None} for name in BINDING),
        *({**BINDING, name: "snap_other"} for name in BINDING),
        {**BINDING, "b_user_snapshot_hash": "f" * 64},
        {**BINDING, "lex_impl_version": "word2/1"},
    ],
    ids=str,
)
def test_a_binding_that_does_not_fit_blocks(nn: Netnew, binding: dict[str, Any]) -> None:
    judgement = gate(nn, binding=binding).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_INDEX_UNBOUND"
    assert judgement.kgr.top_neighbors_core == ()
    assert "blocked_index_snapshot_missing" in judgement.side_records[0].reason_codes


@pytest.mark.parametrize("name", ["policy_config_hash", "policy_config_ref"])
def test_a_policy_that_is_not_the_bound_one_blocks(nn: Netnew, name: str) -> None:
    judgement = gate(nn, binding={**BINDING, name: "other"}).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_POLICY_MISSING"


@pytest.mark.parametrize("side", ["user", "core"])
def test_a_snapshot_that_is_not_there_blocks(nn: Netnew, side: str) -> None:
    judgement = gate(nn, **{side: None}).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_INDEX_UNBOUND"
    assert wheres(judgement) == [f"b_{side}_snapshot_id"]


def test_an_unknown_id_type_blocks(nn: Netnew) -> None:
    core = snapshot(nn, "core", CORE)
    core.id_type = "row_number"
    judgement = gate(nn, core=core).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_INDEX_UNBOUND"
    assert wheres(judgement) == ["neighbor_id_type"]


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(lex_impl_versions=("word2/1",)),
        Recipe(normalizer_version="claim-lower/1", lex_impl_versions=("char5/1",)),
    ],
    ids=["n-grams", "normaliser"],
)
def test_a_snapshot_of_another_implementation_blocks(nn: Netnew, recipe: Recipe) -> None:
    core = snapshot(nn, "core", CORE, recipe=recipe)
    judgement = gate(nn, changed(lex_impl_version="char5/1"), core=core).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_INDEX_UNBOUND"


BAD_CLAIMS: list[tuple[dict[str, Any], str]] = [
    ({"raw_idea": 7}, "raw_idea is 7"),
    ({"raw_idea": ["x"]}, "raw_idea is ['x']"),
    ({"risk_class": "EXTREME"}, "risk_class is 'EXTREME'"),
    ({"risk_class": "low"}, "risk_class is 'low'"),
    ({"claim_id": ""}, "claim_id has 0 characters"),
    ({"claim_id": "x" * 201}, "claim_id has 201 characters"),
    ({"claim_id": 5}, "claim_id is 5"),
    ({"metadata": "tags"}, "metadata is 'tags'"),
    ({"metadata": {"tags": "one"}}, "metadata.tags is 'one'"),
    ({"metadata": {"tags": [1]}}, "metadata.tags is [1]"),
    ({"metadata": {"at": b"x"}}, "metadata is no JSON"),
    ({"metadata": {1: 2}}, "metadata is no JSON"),
    ({"constraints": float("nan")}, "constraints is no JSON"),
    ({"constraints": {1, 2}}, "constraints is no JSON"),
    ({"scope_ref": 3}, "scope_ref is 3"),
    ({"terms_ref": []}, "terms_ref is []"),
    ({"k": 0}, "k is 0"),
    ({"k": -1}, "k is -1"),
    ({"k": True}, "k is True"),
    ({"k": 1.5}, "k is 1.5"),
    ({"k": 10**7}, "k is 10000000"),
]


@pytest.mark.parametrize(("claim", "said"), BAD_CLAIMS, ids=str)
def test_a_bad_claim_is_one_line(nn: Netnew, claim: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        gate(nn).judge(**{"raw_idea": CLAIM, **claim})
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_snapshot_or_policy_of_a_wrong_type_is_one_line(nn: Netnew) -> None:
    odd: Any = "user"
    with pytest.raises(InputError, match="'user' is no snapshot"):
        gate(nn, user=odd)
    odd = None
    with pytest.raises(InputError, match="the policy is None"):
        load_policy(odd)


def test_a_binding_that_is_no_object_is_one_line(nn: Netnew) -> None:
    with pytest.raises(InputError, match="the binding is"):
        gate(nn, binding="snap_1")


BAD_FILES: list[tuple[bytes, str]] = [
    (b"a: [1, 2", "is no YAML"),
    (b"a: b: c", "is no YAML"),
    (b'{"a": [1, 2', "is no JSON"),
    (b"- just\n- a list\n", "is no mapping of keys"),
    (b"", "is no mapping of keys"),
    (b"\xff\xfe\x00", "is no UTF-8"),
    (b"a: &x {b: 1}\nc: *x\n", "uses an alias"),
    (b"[" * 5000, "is no YAML"),
    (b"a" * 2_000_000, "has over"),
]


@pytest.mark.parametrize(("content", "said"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_file_that_is_no_policy_is_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "policy.yaml"
    file.write_bytes(content)
    with pytest.raises(NetnewError) as caught:
        load_policy(file)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_policy_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_policy(tmp_path / "none.yaml")
    with pytest.raises(InputError, match="cannot be read"):
        load_policy(tmp_path)


def test_bytes_that_are_not_what_was_written_block(tmp_path: Path) -> None:
    from netnew import Gate, Settings, connect

    with connect(f"sqlite:///{tmp_path}/n.db", settings=Settings()) as nn:
        nn.bases.add("user", USER)
        nn.bases.add("core", CORE)
        for segment in tmp_path.rglob("*.segment"):
            held = bytearray(segment.read_bytes())
            held[-40:] = bytes(40)
            segment.chmod(0o600)
            segment.write_bytes(bytes(held))
        snapshots = [nn.bases.snapshot(name, verify_first=True) for name in ("user", "core")]
        judgement = Gate(changed(), user=snapshots[0], core=snapshots[1]).judge(CLAIM)
    assert judgement.kgr["class"] == "BLOCKED_INDEX_UNBOUND"
    assert wheres(judgement) == ["snapshot"]


def test_there_are_over_sixty_cases() -> None:
    tables = (BAD_VALUES, REQUIRED, NEAR_DUP_KEYS, ORPHAN_KEYS, BAD_CLAIMS, BAD_FILES)
    assert sum(map(len, tables)) > 60
