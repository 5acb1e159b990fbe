"""One suite for every database: cycles, aggregates and expansions of a harness."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from netnew.app import Netnew, connect
from netnew.foundation.errors import DamagedError, InputError
from netnew.foundation.settings import Settings
from netnew.ratchet.decision import replay
from netnew.ratchet.snapshot import NAMESPACE, aggregate_key, cycle_key
from netnew.stores.database import Database
from netnew.stores.ratchet import RatchetArchive
from netnew.stores.tables import ratchet_values

NOW = "2026-01-01T00:00:00.000000Z"
START = datetime(2026, 1, 1, tzinfo=UTC)


class Days:
    """A clock that a test moves by hand."""

    def __init__(self) -> None:
        self.day = 0

    def __call__(self) -> datetime:
        return START + timedelta(days=self.day)


def cycle(n: int, **more: Any) -> dict[str, Any]:
    metrics = {
        "benchmark_ceiling_rate": 1,
        "regression_pass_rate": 1,
        "improvement_delta": 0,
        "proposal_pass_rate": 1,
        "auditor_unanimous_rate": 1,
    }
    return {"cycle_id": f"c{n}", "metrics": metrics, **more}


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def nn(database_url: str, days: Days) -> Any:
    with connect(database_url, settings=Settings(), clock=days) as opened:
        yield opened


def test_ten_saturated_cycles_open_one_expansion(nn: Netnew) -> None:
    ratchet = nn.ratchet("h")
    answers = [ratchet.record_cycle(cycle(n)) for n in range(15)]

    actions = [answer["consistency"]["action"] for answer in answers]
    assert actions == ["CONTINUE"] * 9 + ["TRIGGER_EXPANSION_RESEARCH"] * 6
    (expansion,) = ratchet.expansions.all()
    assert expansion["state"] == "open"
    assert expansion["saturation_score_at_trigger"] == 1
    assert expansion["trigger_reason"] == "URGENT: 10 consecutive CRITICAL"
    assert {answer["consistency"].get("expansion_id") for answer in answers[9:]} == {
        expansion["expansion_id"]
    }
    assert nn.ledger.verify() == {"ratchet/h": []}


def test_keys_and_tags_are_those_of_the_specification(nn: Netnew, database: Database) -> None:
    for n in range(10):
        nn.ratchet("h").record_cycle(cycle(n))
    with RatchetArchive(database, "default", "h").read() as shelf:
        found = shelf.get("eval-harness/saturation/cycles/c0")
        aggregate = shelf.get("eval-harness/saturation/aggregate")
        (expansion,) = shelf.find("eval-harness/saturation/expansions/")
    assert found is not None
    assert aggregate is not None
    assert found.tags["x-intent"] == "saturation_tracking"
    assert found.tags["x-namespace"] == found.key
    assert found.tags["x-level"] == found.value["saturation_level"]
    assert aggregate.tags["x-intent"] == "saturation_aggregate"
    assert expansion.tags["x-intent"] == "expansion_trigger"
    assert expansion.tags["x-urgency"] == "CRITICAL"
    assert set(aggregate.value) >= {
        "window_size",
        "cycles_tracked",
        "oldest_cycle",
        "newest_cycle",
        "rolling_metrics",
        "history",
        "last_updated",
        "x-schema-version",
    }
    assert set(aggregate.value["rolling_metrics"]) == {
        "avg_saturation_score",
        "saturation_trend",
        "consecutive_high_count",
        "consecutive_critical_count",
    }


def test_a_cycle_recorded_again_gives_the_first_answer(nn: Netnew, days: Days) -> None:
    ratchet = nn.ratchet("h")
    first = ratchet.record_cycle(cycle(1))
    days.day = 3
    assert ratchet.record_cycle(cycle(1)) == first
    assert ratchet.status()["aggregate"]["cycles_tracked"] == 1
    with pytest.raises(InputError, match="already recorded with other content"):
        ratchet.record_cycle({**cycle(1), "system": "other"})


def test_nothing_crosses_a_change_of_the_harness(nn: Netnew) -> None:
    ratchet = nn.ratchet("h")
    scores = {"benchmarks": [{"id": "b", "score": 0.99, "n": 1000}]}
    hard = {
        "benchmarks": [{"id": "b", "score": 0.99, "n": 1000}, {"id": "x", "score": 0.1, "n": 1000}]
    }
    bare = {"cycle_id": "c", "regressions": {"total": 10}}
    for n in range(9):
        ratchet.record_cycle({**bare, **scores, "cycle_id": f"a{n}", "harness_hash": "one"})
    changed = ratchet.record_cycle({**bare, **hard, "cycle_id": "b0", "harness_hash": "two"})
    back = ratchet.record_cycle({**bare, **scores, "cycle_id": "a9", "harness_hash": "one"})

    assert changed["snapshot"]["metrics"]["improvement_delta"] is None
    assert changed["consistency"]["reason"] == "Insufficient data: 1 cycles"
    assert back["consistency"]["action"] == "TRIGGER_EXPANSION_RESEARCH"
    assert back["snapshot"]["metrics"]["improvement_delta"] == 0


def test_harnesses_and_workspaces_do_not_see_each_other(nn: Netnew, database_url: str) -> None:
    nn.ratchet("h").record_cycle(cycle(1))
    assert nn.ratchet("other").status()["last"] is None
    with connect(database_url, settings=Settings(), workspace="else") as other:
        assert other.ratchet("h").status()["last"] is None


def test_prune_removes_cycles_and_keeps_aggregate_and_expansions(nn: Netnew, days: Days) -> None:
    ratchet = nn.ratchet("h")
    for n in range(12):
        days.day = n
        ratchet.record_cycle(cycle(n))
    before = ratchet.status()
    days.day = 95
    assert ratchet.prune() == 5
    assert [stored["cycle_id"] for stored in ratchet.cycles()] == [f"c{n}" for n in range(5, 12)]
    assert ratchet.status()["aggregate"] == before["aggregate"]
    assert ratchet.expansions.all() == before["expansions"]
    assert nn.ledger.verify() == {"ratchet/h": []}
    with pytest.raises(InputError, match="keep nothing"):
        ratchet.prune(days=0)


@pytest.mark.parametrize("key", [aggregate_key(), aggregate_key("unversioned"), cycle_key("c1")])
def test_what_was_tampered_with_is_refused_and_nothing_is_recorded(
    nn: Netnew, database: Database, key: str
) -> None:
    ratchet = nn.ratchet("h")
    ratchet.record_cycle(cycle(1))
    with database.write("default") as scope:
        scope._connection.exec_driver_sql(
            f"UPDATE ratchet_values SET value_json='{{}}' WHERE key='{key}'"
        )
    with pytest.raises(DamagedError):
        ratchet.record_cycle(cycle(1 if key == cycle_key("c1") else 2))
    with database.read("default") as scope:
        kept = list(scope.rows(scope.select(ratchet_values)))
    assert {row.key for row in kept} == {
        cycle_key("c1"),
        aggregate_key(),
        aggregate_key("unversioned"),
    }


def test_an_aggregate_of_another_shape_is_refused(nn: Netnew, database: Database) -> None:
    ratchet = nn.ratchet("h")
    ratchet.record_cycle(cycle(1))
    with RatchetArchive(database, "default", "h").write() as shelf:
        shelf.put(aggregate_key("unversioned"), {"history": [{"cycle_id": "c1"}]}, {}, NOW)
    with pytest.raises(DamagedError, match="cannot be read"):
        ratchet.record_cycle(cycle(2))
    assert len(ratchet.cycles()) == 1


def test_writers_at_once_lose_no_cycle(database_url: str) -> None:
    failed: list[BaseException] = []

    def write(number: int) -> None:
        try:
            with connect(database_url, settings=Settings()) as nn:
                for n in range(8):
                    nn.ratchet("h").record_cycle(cycle(100 * number + n))
        except BaseException as error:
            failed.append(error)
            raise

    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    with connect(database_url, settings=Settings()) as nn:
        status = nn.ratchet("h").status()
        assert len(nn.ratchet("h").cycles()) == 24
        assert status["aggregate"]["cycles_tracked"] == 20
        assert len(status["expansions"]) == 1
        assert nn.ledger.verify() == {"ratchet/h": []}


def test_what_later_cycles_compute_with_was_never_rounded(nn: Netnew, database: Database) -> None:
    third = {"benchmarks": [{"id": "b", "items": {"a": 1, "b": 0, "c": 0}}]}
    nn.ratchet("h").record_cycle({"cycle_id": "c1", **third})
    with RatchetArchive(database, "default", "h").read() as shelf:
        found = shelf.get(aggregate_key())
    assert found is not None
    assert Fraction(found.value["history"][0]["exact"][1]) == Fraction(1, 3)


def test_archived_bytes_come_back_and_damage_is_found(database: Database) -> None:
    archive = RatchetArchive(database, "w", "h")
    content = bytes(range(256))
    with archive.write() as shelf:
        digest = shelf.keep_bytes(content)
        assert shelf.keep_bytes(content) == digest
    with archive.read() as shelf:
        assert shelf.bytes_of(digest) == content
    with database.write("w") as scope:
        scope._connection.exec_driver_sql("DELETE FROM ratchet_archives")
    with archive.read() as shelf, pytest.raises(InputError, match="is archived"):
        shelf.bytes_of(digest)


def test_a_prefix_is_no_pattern(database: Database) -> None:
    archive = RatchetArchive(database, "w", "h")
    with archive.write() as shelf:
        for key in (f"{NAMESPACE}/cycles/a_b", f"{NAMESPACE}/cycles/axb"):
            shelf.put(key, {"n": 1}, {}, NOW)
    with archive.read() as shelf:
        assert [s.key for s in shelf.find(f"{NAMESPACE}/cycles/a_")] == [f"{NAMESPACE}/cycles/a_b"]
        assert [s.key for s in shelf.find(NAMESPACE, newest=1)] == [f"{NAMESPACE}/cycles/axb"]


def test_recorded_cycles_decided_again_come_out_the_same(nn: Netnew) -> None:
    for n in range(12):
        scores = {"benchmarks": [{"id": "b", "items": {f"i{k}": k > n % 4 for k in range(30)}}]}
        for series in ("one", "two"):
            document = {"cycle_id": f"{series}{n}", "harness_hash": series, **scores}
            nn.ratchet("h", flake_tolerance=n % 2).record_cycle(document)
        nn.ratchet("h", profile="1.0").record_cycle(cycle(n))
    bodies = [row.body for row in nn.ledger.rows("ratchet/h") if row.kind == "ratchet.cycle"]

    assert len(bodies) == 36
    assert replay(bodies) == []
    bodies[7]["snapshot"]["saturation_score"] = 0.99
    bodies[9]["snapshot"]["profile"] = "saturation/9"
    assert replay(bodies)[:2] == [bodies[7]["cycle"]["cycle_id"], bodies[9]["cycle"]["cycle_id"]]
