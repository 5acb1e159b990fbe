"""One suite for every database: values by key, with who, when, for which project and why."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from netnew.app import Netnew, connect
from netnew.foundation.errors import InputError, NotFoundError, RecordError
from netnew.foundation.settings import Settings
from netnew.ratchet.values import LARGEST_VALUE_BYTES
from tests.conformance.test_ratchet_store import Days, cycle

WHO = {"project": "demo", "who": "a1", "why": "planning"}


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def nn(database_url: str, days: Days) -> Any:
    with connect(database_url, settings=Settings(), clock=days) as opened:
        yield opened


def test_a_value_comes_back_with_who_when_project_and_why(nn: Netnew) -> None:
    kept = nn.values.put("notes/plan", {"steps": [1, 2]}, **WHO, tags={"x-level": "HIGH"})

    found = nn.values.get("notes/plan", project="demo")
    assert found == kept
    assert (found.who, found.when[:10], found.project, found.why) == (
        "a1", "2026-01-01", "demo", "planning",
    )  # fmt: skip
    assert found.version == 1
    assert dict(found.value) == {"steps": [1, 2]}
    assert dict(found.tags) == {
        "project": "demo", "x-intent": "planning", "x-level": "HIGH", "x-namespace": "notes/plan",
        "x-schema-version": "1.0", "x-version": "1", "x-when": found.when, "x-who": "a1",
    }  # fmt: skip


def test_every_change_counts_and_is_in_the_ledger(nn: Netnew, days: Days) -> None:
    nn.values.put("notes/plan", {"n": 1}, **WHO)
    days.day = 3
    second = nn.values.put("notes/plan", {"n": 2}, **WHO)

    assert (second.version, second.when[:10]) == (2, "2026-01-04")
    rows = list(nn.ledger.rows("ratchet/demo"))
    assert [row.body["value"] for row in rows] == [{"n": 1}, {"n": 2}]
    assert nn.ledger.verify() == {"ratchet/demo": []}


def test_the_same_value_for_the_same_reason_changes_nothing(nn: Netnew, days: Days) -> None:
    first = nn.values.put("notes/plan", {"n": 1}, **WHO)
    days.day = 3
    assert nn.values.put("notes/plan", {"n": 1}, **WHO) == first
    assert len(list(nn.ledger.rows("ratchet/demo"))) == 1
    # Another reason is news, even for the same value.
    assert nn.values.put("notes/plan", {"n": 1}, **{**WHO, "why": "review"}).version == 2


def test_a_stale_version_is_refused_and_nothing_is_stored(nn: Netnew) -> None:
    nn.values.put("notes/plan", {"n": 1}, **WHO, expected_version=0)
    with pytest.raises(InputError, match="at version 1, not 0"):
        nn.values.put("notes/plan", {"n": 2}, **WHO, expected_version=0)
    assert nn.values.put("notes/plan", {"n": 2}, **WHO, expected_version=1).version == 2


def test_a_namespace_lists_its_own_keys_alone(nn: Netnew) -> None:
    for key in ("notes/b", "notes/a", "notes-other/c", "notes/a/d"):
        nn.values.put(key, {}, **WHO)
    nn.values.put("notes/z", {}, **{**WHO, "project": "another"})

    def keys(namespace: str, **more: Any) -> list[str]:
        return [found.key for found in nn.values.list(namespace, project="demo", **more)]

    assert keys("notes") == keys("notes/") == ["notes/b", "notes/a", "notes/a/d"]
    assert keys("notes", newest=2) == ["notes/a", "notes/a/d"]
    assert keys("") == ["notes/b", "notes/a", "notes-other/c", "notes/a/d"]
    assert keys("note") == []


def test_what_the_ratchet_stored_is_read_by_the_names_of_the_specification(nn: Netnew) -> None:
    for n in range(10):
        nn.ratchet("demo").record_cycle(cycle(n))

    one = nn.values.get("eval-harness/saturation/cycles/c0", project="demo")
    assert (one.who, one.why, one.version) == ("saturation-monitor", "saturation_tracking", None)
    assert one.when.startswith("2026-01-01")
    assert len(nn.values.list("eval-harness/saturation/cycles", project="demo")) == 10
    (expansion,) = nn.values.list("eval-harness/saturation/expansions", project="demo")
    assert expansion.value["human_approved"] is None
    aggregate = nn.values.get("eval-harness/saturation/aggregate", project="demo")
    assert aggregate.value["cycles_tracked"] == 10


@pytest.mark.parametrize("rest", ["", "/aggregate", "/cycles/c1", "/expansions/exp-1", "/other"])
def test_nobody_but_the_ratchet_writes_what_it_decides_from(nn: Netnew, rest: str) -> None:
    with pytest.raises(InputError, match="written by the ratchet alone; record a cycle"):
        nn.values.put(f"eval-harness/saturation{rest}", {"human_approved": True}, **WHO)


@pytest.mark.parametrize(
    "key", ["", "/", "a//b", "../a", "a/..", "a b", ".hidden", "a/%", "ä", "a\n", "x" * 401, "a/"]
)
def test_a_key_that_is_no_path_of_plain_names_is_refused(nn: Netnew, key: str) -> None:
    with pytest.raises(InputError, match="is no key"):
        nn.values.put(key, {}, **WHO)
    with pytest.raises(InputError, match="is no key"):
        nn.values.get(key, project="demo")


@pytest.mark.parametrize(
    "wrong",
    [
        {"who": " "}, {"why": "two\nlines"}, {"who": "x" * 201}, {"tags": {"level": "HIGH"}},
        {"tags": {"x-who": "somebody else"}}, {"tags": {"x-level": ""}}, {"project": ""},
        {"value": {"text": "x" * LARGEST_VALUE_BYTES}},
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_refused_in_words(nn: Netnew, wrong: dict[str, Any]) -> None:
    given = {"key": "notes/plan", "value": {}, **WHO, **wrong}
    with pytest.raises((InputError, RecordError)) as caught:
        nn.values.put(given.pop("key"), given.pop("value"), **given)
    assert caught.value.way_out
    assert nn.ledger.heads() == []


def test_a_project_that_only_keeps_values_is_no_harness(nn: Netnew) -> None:
    nn.values.put("notes/plan", {}, **WHO)
    nn.ratchet("h").record_cycle(cycle(1))
    assert nn.harnesses() == ["h"]


def test_a_key_without_a_value_says_so(nn: Netnew) -> None:
    with pytest.raises(NotFoundError, match="has nothing under `notes/plan`"):
        nn.values.get("notes/plan", project="demo")


def test_writers_at_once_lose_nothing(nn: Netnew) -> None:
    def write(who: str) -> None:
        for n in range(5):
            nn.values.put("notes/count", {"n": n}, project="demo", who=who, why="count")

    threads = [threading.Thread(target=write, args=(f"a{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert nn.values.get("notes/count", project="demo").version == 20
    assert nn.ledger.verify() == {"ratchet/demo": []}
