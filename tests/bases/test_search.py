"""Snapshots answer as brute force does, however their items came and lie."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netnew import InputError, Item, Netnew, Recipe, Settings, connect
from tests.bases.claims import brute_force, found, some_items, some_questions


@given(
    seed=st.integers(0, 10_000),
    cuts=st.lists(st.integers(0, 60), max_size=16),
    shuffled=st.randoms(use_true_random=False),
    removed=st.integers(0, 20),
    compacted=st.booleans(),
)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_split_and_order_gives_the_answers_of_brute_force(
    seed: int, cuts: list[int], shuffled, removed: int, compacted: bool
) -> None:
    items = some_items(60, seed)
    questions = some_questions(items, 9, seed)
    shuffled.shuffle(items)
    edges = [0, *sorted(cuts), len(items)]
    with connect("sqlite://", settings=Settings()) as nn:
        for start, end in itertools.pairwise(edges):
            nn.bases.add("core", items[start:end])
        gone, left = items[:removed], items[removed:]
        nn.bases.remove("core", [item.id for item in gone])
        if compacted:
            nn.bases.compact("core")
        snapshot = nn.bases.snapshot("core")

        assert sorted(item.id for item in snapshot) == sorted(item.id for item in left)
        batch = snapshot.top_k_many(questions, 4)
        for text, together in zip(questions, batch, strict=True):
            wanted = brute_force(left, text)
            for k in (1, 4, 100):
                assert found(snapshot, text, k) == wanted[:k]
            assert [(hit.id, hit.intersection, hit.union) for hit in together] == wanted[:4]
            near = [hit for hit in wanted if Fraction(*hit[1:]) >= Fraction(2, 5)]
            got = snapshot.at_least(text, 2, 5)
            assert [(hit.id, hit.intersection, hit.union) for hit in got] == near


def test_a_neighbour_carries_its_item_and_its_overlap(nn: Netnew) -> None:
    nn.bases.add("core", [{"id": "a", "text": "ship it now", "tags": ["x"]}])
    (hit,) = nn.bases.snapshot("core").top_k("ship it", 3)
    assert hit.item == Item(id="a", text="ship it now", tags=["x"])
    assert (hit.overlap.part, hit.overlap.whole, float(hit.overlap)) == (3, 7, 3 / 7)


def test_ties_go_to_the_smaller_id_across_segments(nn: Netnew) -> None:
    for name in ("b", "é", "a", "B", "🧪", "10", "9"):
        nn.bases.add("core", [{"id": name, "text": "the same text"}])
    ids = [hit.id for hit in nn.bases.snapshot("core").top_k("the same text", 7)]
    assert ids == ["10", "9", "B", "a", "b", "é", "🧪"]
    assert [hit.id for hit in nn.bases.snapshot("core").top_k("the same text", 3)] == ids[:3]


def test_a_filter_hides_items_and_leaves_the_order_of_the_others(nn: Netnew) -> None:
    items = some_items(60, seed=5)
    for start in range(0, 60, 20):
        nn.bases.add("core", items[start : start + 20])
    nn.bases.remove("core", [items[0].id])
    whole = nn.bases.snapshot("core")
    here = whole.where(lambda item: item.source == "here")
    left = [item for item in items[1:] if item.source == "here"]
    assert len(here) == len(left) < len(whole) == 59
    for text in some_questions(items, 6, seed=5):
        assert found(here, text, 8) == brute_force(left, text)[:8]
    both = here.where(lambda item: item.id > left[3].id)
    assert {item.id for item in both} == {item.id for item in left if item.id > left[3].id}


def test_each_n_gram_function_of_a_base_answers_by_itself(nn: Netnew) -> None:
    items = some_items(40, seed=6)
    nn.bases.add("core", items, recipe=Recipe(lex_impl_versions=("word2/1", "char4/1")))
    snapshot = nn.bases.snapshot("core")
    hits = snapshot.top_k(items[3].text, 9, lex_impl_version="char4/1")
    wanted = brute_force(items, items[3].text, "char4/1")[:9]
    assert [(hit.id, hit.intersection, hit.union) for hit in hits] == wanted
    assert found(snapshot, items[3].text, 9) == brute_force(items, items[3].text, "word2/1")[:9]
    with pytest.raises(InputError, match="indexed by word2/1, char4/1, not by `word1/1`"):
        snapshot.top_k("a", 1, lex_impl_version="word1/1")


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud800", "\n\t", "x" * 2**20])
def test_any_text_may_be_asked(nn: Netnew, text: str) -> None:
    nn.bases.add("core", some_items(20, seed=7))
    assert nn.bases.snapshot("core").top_k(text, 3) == []


def test_a_text_with_nul_and_surrogates_is_kept_and_found(nn: Netnew) -> None:
    odd = "NUL \0 and \ud800 alone"
    nn.bases.add("core", [{"id": "a", "text": odd}])
    (hit,) = nn.bases.snapshot("core").top_k(odd, 1)
    assert (hit.intersection, hit.union, hit.item.text) == (13, 13, odd)


def test_a_snapshot_of_another_process_reads_the_same(nn: Netnew, tmp_path: Path) -> None:
    items = some_items(30, seed=8)
    nn.bases.add("core", items)
    first = nn.bases.snapshot("core")
    with connect(f"sqlite:///{tmp_path}/netnew.db", settings=Settings()) as again:
        opened = again.bases.open(first.id)
        assert (opened.hash, opened.base, opened.taken_at) == (first.hash, "core", first.taken_at)
        assert list(opened) == list(first)
        assert found(opened, items[1].text, 5) == found(first, items[1].text, 5)
