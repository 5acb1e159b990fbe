"""One suite for every database: heads move with their ledger row, and snapshots stay."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from netnew.bases.manifest import Manifest, Part
from netnew.bases.recipe import Embedding, Recipe
from netnew.foundation.errors import InputError
from netnew.stores import ledger
from netnew.stores.bases import BaseStore
from netnew.stores.database import Database

EMPTY = Manifest("co_id", Recipe(embedding=Embedding("m", "1", 3)))
FULL = replace(EMPTY, parts=(Part("a" * 64, 10, 5, (1, 3)), Part("b" * 64, 10, 1)))


class Ticking:
    """A clock on which every look is a second later."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def store(database: Database) -> BaseStore:
    return BaseStore(database, "w", Ticking())


def move(store: BaseStore, before: Manifest | None, after: Manifest, name: str = "core") -> bool:
    return store.move(name, before, after, {"act": "test"}, lambda: True)


def recorded(database: Database, who: str = "w") -> list[str]:
    with database.read(who) as scope:
        return [row.kind for row in ledger.rows(scope, "bases")]


def test_a_head_moves_only_from_where_it_is(store: BaseStore, database: Database) -> None:
    assert store.head("core") is None
    assert not move(store, FULL, EMPTY)
    assert move(store, None, EMPTY)
    assert not move(store, None, FULL)
    assert move(store, EMPTY, FULL)
    assert store.head("core") == FULL
    assert store.heads() == {"core": FULL}
    assert recorded(database) == ["base.moved", "base.moved"]


def test_a_head_stays_where_files_are_not_ready(store: BaseStore, database: Database) -> None:
    assert not store.move("core", None, EMPTY, {}, lambda: False)
    assert store.head("core") is None
    assert recorded(database) == []


def test_an_event_that_cannot_be_recorded_moves_no_head(store: BaseStore) -> None:
    with pytest.raises(InputError):
        store.move("core", None, EMPTY, {"odd": float("nan")}, lambda: True)
    assert store.head("core") is None


def test_the_same_state_is_kept_once(store: BaseStore, database: Database) -> None:
    assert store.keep("core") is None
    move(store, None, EMPTY)
    first = store.keep("core")
    assert first is not None
    assert (first.base, first.manifest, first.hash) == ("core", EMPTY, EMPTY.hash)
    assert store.keep("core") == first == store.find(first.snapshot_id)
    move(store, EMPTY, FULL)
    second = store.keep("core")
    assert second is not None
    assert store.kept() == store.kept("core") == [first, second]
    assert store.kept("other") == []
    store.forget([first.snapshot_id])
    assert store.find(first.snapshot_id) is None
    assert store.kept() == [second]
    assert recorded(database).count("base.snapshot") == 2
    assert recorded(database)[-1] == "base.forgotten"


def test_the_same_state_of_two_bases_is_two_snapshots_of_one_hash(store: BaseStore) -> None:
    move(store, None, FULL, "one")
    move(store, None, FULL, "two")
    one, two = store.keep("one"), store.keep("two")
    assert one is not None
    assert two is not None
    assert one.hash == two.hash
    assert one.snapshot_id != two.snapshot_id


def test_a_sweep_is_told_of_every_head_and_snapshot(store: BaseStore) -> None:
    assert store.sweep(set) == set()
    move(store, None, FULL)
    store.keep("core")
    move(store, FULL, EMPTY)
    move(store, None, replace(EMPTY, parts=(Part("c" * 64, 1, 1),)), "other")
    assert store.sweep(set) == {"a" * 64, "b" * 64, "c" * 64}


def test_a_workspace_has_one_shelf_of_its_own(store: BaseStore, database: Database) -> None:
    other = BaseStore(database, "other", Ticking())
    assert store.shelf_name() == BaseStore(database, "w", Ticking()).shelf_name()
    assert store.shelf_name() != other.shelf_name()
    move(store, None, FULL)
    kept = store.keep("core")
    assert kept is not None
    assert other.head("core") is None
    assert other.heads() == {}
    assert other.kept() == []
    assert other.find(kept.snapshot_id) is None
    assert other.sweep(set) == set()
    assert recorded(database, "other") == []
