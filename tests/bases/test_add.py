"""Adding, replacing and removing: what a base holds afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from netnew import (
    Added,
    InputError,
    Item,
    Netnew,
    NotFoundError,
    Recipe,
    RecordError,
    Settings,
    connect,
)
from netnew.bases import intake
from netnew.bases.tiers import FANOUT
from tests.bases.claims import brute_force, found, some_items
from tests.bases.conftest import SegmentFiles

ONE, TWO = {"id": "a", "text": "ship it now"}, {"id": "b", "text": "wait for it"}


def test_the_same_item_again_changes_nothing(nn: Netnew) -> None:
    assert nn.bases.add("core", [ONE, TWO]) == Added(2, 0, 0, 2)
    first = nn.bases.snapshot("core")
    assert nn.bases.add("core", [TWO, ONE, ONE]) == Added(0, 0, 3, 2)
    again = nn.bases.snapshot("core")
    assert (again.id, again.hash) == (first.id, first.hash)
    assert len(list(nn.ledger.rows("bases"))) == 2


def test_an_id_with_other_content_is_refused_by_name_and_nothing_is_stored(nn: Netnew) -> None:
    nn.bases.add("core", [ONE])
    with pytest.raises(InputError, match="the id `a` already stands for another item"):
        nn.bases.add("core", [TWO, {"id": "a", "text": "other"}])
    with pytest.raises(InputError, match=r"the id `c` stands for two items .* the later is item 2"):
        nn.bases.add("core", [{"id": "c", "text": "x"}, {"id": "c", "text": "y"}])
    assert [item.id for item in nn.bases.snapshot("core")] == ["a"]


def test_a_changed_field_is_other_content(nn: Netnew) -> None:
    nn.bases.add("core", [ONE])
    with pytest.raises(InputError, match="`a`"):
        nn.bases.add("core", [ONE | {"canonical": True}])


def test_replacing_puts_the_new_item_in_the_place_of_the_old(nn: Netnew) -> None:
    nn.bases.add("core", [ONE, TWO])
    before = nn.bases.snapshot("core")
    assert nn.bases.add("core", [{"id": "a", "text": "hold on now"}], replace=True) == Added(
        0, 1, 0, 2
    )
    after = nn.bases.snapshot("core")
    assert after.get("a").text == "hold on now"
    assert found(after, "ship it now", 5) == []
    assert before.get("a").text == "ship it now"
    assert found(before, "ship it now", 5) == [("a", 7, 7)]


def test_of_two_items_with_one_id_the_later_wins_when_replacing(nn: Netnew) -> None:
    items = [ONE, {"id": "a", "text": "later on"}]
    assert nn.bases.add("core", items, replace=True) == Added(1, 1, 0, 1)
    assert nn.bases.snapshot("core").get("a").text == "later on"


def test_removing_leaves_earlier_snapshots_whole(nn: Netnew) -> None:
    nn.bases.add("core", [ONE, TWO])
    before = nn.bases.snapshot("core")
    assert nn.bases.remove("core", ["a"]) == 1
    after = nn.bases.snapshot("core")
    assert [item.id for item in after] == ["b"]
    assert len(after) == 1
    with pytest.raises(NotFoundError, match="no item `a`"):
        after.get("a")
    assert [item.id for item in before] == ["a", "b"]
    assert nn.bases.add("core", [ONE]).added == 1


def test_removing_what_is_not_there_removes_nothing(nn: Netnew) -> None:
    nn.bases.add("core", [ONE])
    with pytest.raises(NotFoundError, match="no item `zzz`"):
        nn.bases.remove("core", ["a", "zzz"])
    assert len(nn.bases.snapshot("core")) == 1


def test_a_base_may_be_emptied_and_filled_again(nn: Netnew) -> None:
    nn.bases.add("core", [])
    empty = nn.bases.snapshot("core")
    assert (len(empty), list(empty), empty.top_k("a b", 3)) == (0, [], [])
    nn.bases.add("core", [ONE])
    nn.bases.remove("core", ["a"])
    assert nn.bases.snapshot("core").hash == empty.hash
    nn.bases.compact("core")
    assert nn.bases.snapshot("core").hash == empty.hash


@pytest.mark.parametrize("name", ["", ".x", "a/b", "a b", "x" * 101, "ü", "a\n"])
def test_a_name_that_no_base_can_have_is_refused(nn: Netnew, name: str) -> None:
    with pytest.raises(InputError, match="a base cannot be called"):
        nn.bases.add(name, [ONE])


ODD_CALLS: list[tuple[Callable[[Any], object], str]] = [
    (lambda bases: bases.add(None, []), "a base cannot be called None"),
    (lambda bases: bases.add("core", None), "the items are None"),
    (lambda bases: bases.open(None), "the snapshot is None"),
    (lambda bases: bases.snapshot("core").top_k(None, 1), "the text is None"),
    (lambda bases: bases.snapshot("core").at_least("w1", 0.5, 1), "the similarity has 0.5"),
]


@pytest.mark.parametrize(("call", "said"), ODD_CALLS, ids=[said for _, said in ODD_CALLS])
def test_a_value_of_a_wrong_type_is_one_line(
    nn: Netnew, call: Callable[[Any], object], said: str
) -> None:
    nn.bases.add("core", [ONE])
    with pytest.raises(InputError, match=said):
        call(nn.bases)


def test_a_base_keeps_the_kind_of_its_ids_and_its_recipe(nn: Netnew) -> None:
    nn.bases.add("core", [ONE], id_type="co_id", recipe=Recipe(lex_impl_versions=("char3/1",)))
    nn.bases.add("core", [TWO])
    snapshot = nn.bases.snapshot("core")
    assert (snapshot.id_type, snapshot.recipe.lex_impl_versions) == ("co_id", ("char3/1",))
    with pytest.raises(InputError, match="are co_id, not assertion_id"):
        nn.bases.add("core", [], id_type="assertion_id")
    with pytest.raises(InputError, match=r"reads .* of claim/1, not .* of claim"):
        nn.bases.add("core", [], recipe=Recipe())
    with pytest.raises(InputError, match="no id type is called 'uuid'"):
        nn.bases.add("core", [], id_type="uuid")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "recipe",
    [Recipe(normalizer_version="claim/99"), Recipe(lex_impl_versions=("word2/99",))],
)
def test_a_recipe_that_this_build_does_not_have_is_refused(nn: Netnew, recipe: Recipe) -> None:
    with pytest.raises(InputError):
        nn.bases.add("core", [ONE], recipe=recipe)
    assert nn.bases.list() == []


def test_a_bad_item_late_in_a_stream_leaves_nothing(
    nn: Netnew, monkeypatch: pytest.MonkeyPatch, segment_files: SegmentFiles
) -> None:
    monkeypatch.setattr(intake, "BATCH_ITEMS", 10)
    with pytest.raises(RecordError, match="item:51: text: is missing"):
        nn.bases.add("core", [*some_items(50, seed=1), {"id": "z"}])
    assert nn.bases.list() == []
    with pytest.raises(NotFoundError, match="no base `core`"):
        nn.bases.snapshot("core")
    nn.bases.add("core", [ONE])
    assert len(segment_files()) == 6
    assert nn.bases.compact("core", grace_seconds=-60).swept.files == 5


def test_a_long_stream_becomes_several_segments_and_one_change(
    nn: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BATCH_ITEMS", 10)
    items = some_items(35, seed=2)
    repeated = [*items, *items[:5], Item(id=items[0].id, text="quite another text")]
    assert nn.bases.add("core", repeated, replace=True) == Added(35, 1, 5, 35)
    snapshot = nn.bases.snapshot("core")
    assert snapshot.get(items[0].id).text == "quite another text"
    assert sorted(item.id for item in snapshot) == sorted(item.id for item in items)
    assert len(list(nn.ledger.rows("bases"))) == 2


def test_many_small_adds_leave_few_segments(nn: Netnew) -> None:
    items = some_items(3 * FANOUT**2, seed=3)
    for item in items:
        nn.bases.add("core", [item])
    base = nn.bases.show("core")
    assert base.manifest.items == len(items)
    assert len(base.manifest.parts) < 3 * FANOUT
    snapshot = nn.bases.snapshot("core")
    assert found(snapshot, items[5].text, 7) == brute_force(items, items[5].text)[:7]


def test_a_segment_that_is_mostly_gone_is_written_anew(nn: Netnew) -> None:
    items = some_items(40, seed=4)
    nn.bases.add("core", items)
    nn.bases.remove("core", [item.id for item in items[:15]])
    (part,) = nn.bases.show("core").manifest.parts
    assert (part.rows, part.dead) == (25, ())


def test_workspaces_never_see_each_other(nn: Netnew) -> None:
    url = nn.settings.db
    with connect(url, workspace="other", settings=Settings()) as other:
        nn.bases.add("core", [ONE])
        assert other.bases.list() == []
        other.bases.add("core", [TWO])
        nn.bases.compact("core", grace_seconds=-60)
        assert [item.id for item in other.bases.snapshot("core")] == ["b"]
        with pytest.raises(NotFoundError):
            other.bases.open(nn.bases.snapshot("core").id)


def test_what_was_done_stands_in_the_ledger(nn: Netnew) -> None:
    nn.bases.add("core", [ONE, TWO])
    snapshot = nn.bases.snapshot("core")
    nn.bases.remove("core", ["b"])
    rows = list(nn.ledger.rows("bases"))
    assert [row.kind for row in rows] == ["base.moved", "base.snapshot", "base.moved"]
    assert [row.body.get("act") for row in rows] == ["add", None, "remove"]
    assert rows[0].body["hash"] == rows[1].body["hash"] == snapshot.hash
    assert rows[1].body["snapshot_id"] == snapshot.id
    assert nn.ledger.verify() == {"bases": []}
