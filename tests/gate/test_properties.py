"""What holds for all claims, bases and policies."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from netnew import Netnew, Settings, connect
from netnew.foundation.canonical import canonical_json
from netnew.gate.claim import claim_of
from netnew.gate.classification import baseline
from netnew.gate.desk import without_time
from netnew.gate.rules import Thresholds
from netnew.kernel.int8 import ONE, quantize_vectors
from netnew.kernel.shingles import shingles
from tests.gate.shelf import NEAR_DUP, SEMANTIC, Compass, changed, gate, noon, snapshot, told

WORDS = st.sampled_from("ship it now wait for the red blue tea 200 500 ms not must".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
BASES = st.lists(TEXTS, max_size=6).map(
    lambda texts: [{"id": f"i{at}", "text": text} for at, text in enumerate(texts)]
)
FRACTIONS = st.integers(0, 100).map(lambda n: Fraction(n, 100))
ORDER = ("NOVEL_ORPHAN", "NOVEL_CONNECTED", "NEAR_DUP", "KNOWN")
few = settings(max_examples=25, deadline=None)


@contextmanager
def workspace() -> Iterator[Netnew]:
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=home)
        with connect("sqlite://", settings=settings, clock=noon) as nn:
            yield nn


def held(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # A base must hold something; this shares no n-gram with any claim.
    return [*items, {"id": "zz", "text": "%%%%%%%%"}]


@given(FRACTIONS, st.tuples(FRACTIONS, FRACTIONS, FRACTIONS), FRACTIONS)
def test_raising_a_threshold_never_makes_a_claim_more_known(
    connected: Fraction, taus: tuple[Fraction, ...], more: Fraction
) -> None:
    orphan, near, known = sorted(taus)
    before = baseline(connected, Thresholds(known, near, orphan))
    after = baseline(connected, Thresholds(known + more, near + more, orphan + more))
    assert ORDER.index(after) <= ORDER.index(before)


@few
@given(TEXTS, BASES, BASES)
def test_swapping_the_bases_changes_neither_class_nor_score(
    claim: str, ours: list[dict[str, Any]], theirs: list[dict[str, Any]]
) -> None:
    with workspace() as nn:
        one = gate(nn, user=held(ours), core=held(theirs)).judge(claim)
    with workspace() as nn:
        other = gate(nn, user=held(theirs), core=held(ours)).judge(claim)
    assert one.kgr["class"] == other.kgr["class"]
    assert one.kgr["best_match_id"] == other.kgr["best_match_id"]
    assert one.kgr["best_match_scores"] == other.kgr["best_match_scores"]


@few
@given(TEXTS, BASES, BASES)
def test_the_best_match_is_the_best_of_all_items(
    claim: str, ours: list[dict[str, Any]], theirs: list[dict[str, Any]]
) -> None:
    with workspace() as nn:
        kgr = gate(nn, user=held(ours), core=held(theirs)).judge(claim, k=1).kgr
    grams = set(shingles(claim, "char5/1").tolist())

    def overlap(text: str) -> Fraction:
        other = set(shingles(text, "char5/1").tolist())
        return Fraction(len(grams & other), len(grams | other))

    ranked = sorted(
        (-overlap(item["text"]), item["id"], base != "B_core", base)
        for base, items in (("B_user", ours), ("B_core", theirs))
        for item in items
        if overlap(item["text"]) > 0
    )
    best = (None, None) if not ranked else (ranked[0][1], ranked[0][3])
    assert (kgr["best_match_id"], kgr["best_match_base"]) == best


@few
@given(TEXTS, BASES, BASES)
def test_the_near_dup_channel_never_changes_the_best_match(
    claim: str, ours: list[dict[str, Any]], theirs: list[dict[str, Any]]
) -> None:
    with workspace() as nn:
        user, core = snapshot(nn, "user", held(ours)), snapshot(nn, "core", held(theirs))
        plain = gate(nn, user=user, core=core).judge(claim).kgr
        marked = gate(nn, changed(**NEAR_DUP), user=user, core=core).judge(claim).kgr
    assert plain["best_match_id"] == marked["best_match_id"]
    assert plain["best_match_scores"] == marked["best_match_scores"]
    assert marked["candidate_set_summary"]["cand_size"] >= len(plain["top_neighbors_core"])


@few
@given(TEXTS, BASES, st.integers(1, 4), st.randoms(use_true_random=False))
def test_order_and_split_of_the_base_change_nothing(
    claim: str, items: list[dict[str, Any]], portion: int, shuffle: Any
) -> None:
    other = [{"id": "x", "text": "zzzzzz"}]
    with workspace() as nn:
        whole = told(gate(nn, user=other, core=held(items)).judge(claim))
    mixed = held(items)
    shuffle.shuffle(mixed)
    with workspace() as nn:
        for start in range(0, len(mixed), portion):
            core = snapshot(nn, "core", mixed[start : start + portion])
        again = told(gate(nn, user=other, core=core).judge(claim))
    assert again == whole


@few
@given(st.one_of(st.none(), st.text(max_size=200)), st.sampled_from(["LOW", "MED", "HIGH", None]))
def test_any_text_gets_a_verdict_and_the_same_one_twice(
    claim: str | None, risk: str | None
) -> None:
    with workspace() as nn:
        judging = gate(nn, changed(**NEAR_DUP))
        one, two = judging.judge(claim, risk_class=risk), judging.judge(claim, risk_class=risk)
    assert told(one) == told(two)
    assert isinstance(one.kgr, type(two.kgr))
    assert (one.side_records != ()) == (not one.route["label"].startswith("FORWARD"))


@few
@given(TEXTS, BASES, st.sampled_from(["LOW", "HIGH", None]), st.booleans())
def test_what_the_ledger_seals_is_the_canonical_json_of_the_document(
    claim: str, items: list[dict[str, Any]], risk: str | None, near_dup: bool
) -> None:
    with workspace() as nn:
        judging = gate(nn, changed(**(NEAR_DUP if near_dup else {})), core=held(items))
        (found,) = judging.look_up([claim_of({"raw_idea": claim, "risk_class": risk})])
        judgement, document, written = judging.told(found)

    assert document == judgement.as_dict()
    assert written == canonical_json(without_time(document))
    assert document == judging.judge(claim, risk_class=risk).as_dict()


def connected(claim: str, text: str, alpha: Fraction) -> Fraction:
    """C_connect by its definition."""
    ours, theirs = (set(shingles(one, "char5/1").tolist()) for one in (claim, text))
    one, other = quantize_vectors(Compass().embed([claim, text])).astype(int)
    like = Fraction(int(one @ other) + ONE, 2 * ONE)
    mixed = alpha * Fraction(len(ours & theirs), len(ours | theirs)) + (1 - alpha) * like
    return min(mixed, Fraction(1))


@few
@given(TEXTS, BASES, BASES, st.integers(0, 10))
def test_the_best_match_by_meaning_is_the_best_of_all_items(
    claim: str, ours: list[dict[str, Any]], theirs: list[dict[str, Any]], tenths: int
) -> None:
    policy = changed(**SEMANTIC | {"alpha": tenths / 10})
    items = held(ours), held(theirs)
    with workspace() as nn:
        model = {"embedder": Compass(), "vectors": Compass()}
        judging = gate(nn, policy, user=items[0], core=items[1], **model)
        best = judging.judge(claim, k=1).kgr.best_match_scores
    alpha = Fraction(tenths, 10)
    everything = [connected(claim, item["text"], alpha) for base in items for item in base]
    assert best is not None
    assert best.connect == float(max(everything))
