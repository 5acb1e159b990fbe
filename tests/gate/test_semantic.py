"""The semantic channel: C_connect mixes both scores, exactly, from vectors kept at adding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from netnew import Claim, Gate, Judgement, Netnew, load_embedder
from netnew.gate.claim import given
from netnew.kernel.connect import sem01
from netnew.kernel.int8 import quantize_vectors
from tests.gate.shelf import NEAR_DUP, changed, gate

pytestmark = pytest.mark.needs("embedder")

NOTES: list[dict[str, Any]] = [
    {"id": "car", "text": "The car broke down on the motorway."},
    {"id": "soup", "text": "Tomato soup needs salt."},
    {"id": "cache", "text": "Cache entries expire after one hour."},
]
CLAIM = "The automobile failed on the highway."
ALPHA = 0.4


def semantic(nn: Netnew, **values: Any) -> Gate:
    """A gate on bases with vectors, under a policy that lets them count."""
    embedder = load_embedder("wordllama")
    named = {
        "use_semantic": True, "alpha": ALPHA, "embedding_model_id": embedder.model_id,
        "embedding_impl_version": embedder.implementation_version,
    }  # fmt: skip
    count = len(nn.bases.list())
    for base in (f"user{count}", f"core{count}"):
        nn.bases.add(base, NOTES, embedder=embedder)
    user, core = (nn.bases.snapshot(f"{name}{count}") for name in ("user", "core"))
    given = values.pop("embedder", embedder)
    return Gate(changed(**{**named, **values}), user=user, core=core, embedder=given)


def vector(text: str) -> NDArray[np.int8]:
    return quantize_vectors(load_embedder("wordllama").embed([text]))[0]


def test_c_connect_is_alpha_lexical_and_the_rest_semantic(nn: Netnew) -> None:
    kgr = semantic(nn).judge(CLAIM).kgr

    best = kgr.best_match_scores
    assert best is not None
    assert kgr.best_match_id == "car"
    dot = int(vector(CLAIM).astype(int) @ vector(NOTES[0]["text"]).astype(int))
    like, share = sem01(dot), Fraction("0.4")
    assert best.sem01 == float(like)
    lex = Fraction(best.intersection, best.union)
    assert best.connect == float(share * lex + (1 - share) * like)


def test_claims_that_are_looked_up_together_are_judged_as_each_alone(nn: Netnew) -> None:
    gate = semantic(nn)
    claims = [given(text, k=k) for k in (1, 3) for text in (CLAIM, "", *(n["text"] for n in NOTES))]

    found = gate.look_up(claims)

    assert [one.near is None for one in found] == [not one.text for one in found]
    for one, claim in zip(found, claims, strict=True):
        assert gate.judge_found(one).kgr.kgr_id == gate.judge_claim(claim).kgr.kgr_id


def test_alpha_zero_ranks_by_meaning_alone(nn: Netnew) -> None:
    found = semantic(nn, alpha=0).judge(CLAIM).kgr.top_neighbors_core

    assert [one.scores.connect for one in found] == [one.scores.sem01 for one in found]
    assert len(found) == len(NOTES), "an item without a shared n-gram is a neighbour too"


def test_a_text_is_its_own_nearest_and_scores_stay_within_one(nn: Netnew) -> None:
    kgr = semantic(nn).judge(NOTES[2]["text"]).kgr

    best = kgr.best_match_scores
    assert best is not None
    assert kgr.best_match_id == "cache"
    assert kgr.verdict == "KNOWN"
    assert 0.99 < best.connect <= 1
    assert best.sem01 is not None
    assert best.sem01 <= 1


def test_what_a_bucket_brings_up_is_scored_by_meaning_too(nn: Netnew) -> None:
    judged = semantic(nn, **NEAR_DUP).judge(NOTES[0]["text"], k=1)

    scores = [one.scores for one in judged.kgr.top_neighbors_core]
    assert [one.sem01 is None for one in scores] == [False]


@pytest.mark.parametrize(
    "change",
    [
        {"embedder": None},
        {"embedding_model_id": "another"},
        {"embedding_impl_version": "wordllama-0"},
    ],
)
def test_an_embedder_that_the_policy_does_not_name_blocks(
    nn: Netnew, change: dict[str, Any]
) -> None:
    judged = semantic(nn, **change).judge(CLAIM)

    assert judged.kgr.verdict == "BLOCKED_INDEX_UNBOUND"
    assert "embedder" in {one.where for one in judged.kgr.missing}
    assert judged.kgr.best_match_id is None


def test_the_binding_names_model_version_and_int8_scheme(nn: Netnew) -> None:
    binding = semantic(nn).judge(CLAIM).kgr.index_snapshot_binding

    assert binding["embedding_model_id"] == "wordllama-256"
    assert binding["embedding_impl_version"].startswith("wordllama-")
    assert binding["similarity_impl_version"] == "int8-cosine/1"


def test_the_desk_finds_the_offline_embedder_and_replays(nn: Netnew) -> None:
    policy = semantic(nn).policy
    opened = nn.gate.open(policy, user="user0", core="core0")
    (document,) = nn.gate.judge(opened, [_claim(CLAIM)])

    (again,) = nn.gate.replay()

    assert document["kgr"]["class"] != "BLOCKED_INDEX_UNBOUND"
    assert again.agrees


def test_an_admitted_claim_gets_its_vector(nn: Netnew) -> None:
    policy = semantic(nn).policy
    opened = nn.gate.open(policy, user="user0", core="core0")
    (document,) = nn.gate.judge(opened, [_claim(CLAIM)])

    after = nn.gate.admit(opened, "user0", document)

    assert after.judge(CLAIM).kgr.verdict == "KNOWN"


def test_a_base_with_vectors_learns_under_a_policy_without_them_too(nn: Netnew) -> None:
    semantic(nn)
    opened = nn.gate.open(changed(tau_orphan=0), user="user0", core="core0")
    (document,) = nn.gate.judge(opened, [_claim(CLAIM)])

    after = nn.gate.admit(opened, "user0", document)

    assert after.judge(CLAIM).kgr.verdict == "KNOWN"


def test_exact_among_all_items_whatever_k(nn: Netnew) -> None:
    gate_of_all = semantic(nn)
    deep = gate_of_all.judge(CLAIM, k=3).kgr.top_neighbors_core

    shallow = [gate_of_all.judge(CLAIM, k=k).kgr.top_neighbors_core for k in (1, 2)]

    assert [list(deep[:k]) for k in (1, 2)] == [list(one) for one in shallow]


def test_without_semantics_an_embedder_is_not_asked(nn: Netnew) -> None:
    class Refusing:
        model_id, implementation_version = "m", "1"

        def embed(self, _texts: Sequence[str]) -> NDArray[np.float32]:
            raise AssertionError("asked for vectors")

    judged: Judgement = gate(nn, embedder=Refusing()).judge("Water boils at sea level.")

    scores = [one.scores.sem01 for one in judged.kgr.top_neighbors_core]
    assert scores
    assert set(scores) == {None}


def _claim(text: str) -> Claim:
    return given(text, risk_class="LOW")
