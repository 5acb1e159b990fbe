"""The ratchet and its values over MCP: cycles are scored, approvals are for people."""

from __future__ import annotations

from typing import Any

import pytest

import netnew

SATURATED = {
    "benchmark_ceiling_rate": 1, "regression_pass_rate": 1, "improvement_delta": 0,
    "proposal_pass_rate": 1, "auditor_unanimous_rate": 1,
}  # fmt: skip
LABELS = {"project": "h", "why": "saturation_tracking"}
PLACE = "eval-harness/saturation"


def saturate(call: Any, cycles: int = 10) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for n in range(cycles):
        cycle = {"harness": "h", "cycle_id": f"c{n}", "metrics": SATURATED}
        answer = call("ratchet_record", cycle)
    return answer


def test_lasting_saturation_asks_for_research_and_leaves_approval_to_people(call: Any) -> None:
    answer = saturate(call)
    assert answer["saturation_level"] == "CRITICAL"
    assert answer["action"] == "TRIGGER_EXPANSION_RESEARCH"
    assert "Only people approve" in answer["next"]
    status = call("ratchet_status", {"harness": "h"})
    assert status["consecutive_critical_count"] == 10
    (expansion,) = status["expansions"]
    assert (expansion["expansion_id"], expansion["human_approved"]) == (
        answer["expansion_id"], None,
    )  # fmt: skip


def test_a_cycle_sent_again_gives_the_first_answer(call: Any, nn: netnew.Netnew) -> None:
    cycle = {"harness": "h", "cycle_id": "c1", "metrics": {"regression_pass_rate": 1}}
    assert call("ratchet_record", cycle) == call("ratchet_record", cycle)
    assert len(nn.ratchet("h").cycles()) == 1
    told = call("ratchet_record", {**cycle, "metrics": {"regression_pass_rate": 0.5}})
    assert told.way_out == "give a new run a new cycle_id"


def test_a_harness_without_cycles_has_a_status(call: Any) -> None:
    status = call("ratchet_status", {"harness": "new"})
    assert (status["cycles_tracked"], status["saturation_level"]) == (0, None)


def test_benchmarks_are_read(call: Any) -> None:
    cycle = {"harness": "h", "cycle_id": "c1", "benchmarks": [{"id": "b", "score": 1, "n": 100}]}
    answer = call("ratchet_record", cycle)
    assert "benchmark_ceiling_rate" not in answer["unknown"]


def test_a_value_comes_back_with_who_when_project_and_why(call: Any) -> None:
    stored = call("memory_store", {"key": "notes/plan", "value": {"n": 1}, **LABELS})
    assert (stored["who"], stored["project"], stored["why"], stored["version"]) == (
        "a1", "h", "saturation_tracking", 1,
    )  # fmt: skip
    assert call("memory_retrieve", {"key": "notes/plan", "project": "h"}) == stored
    listed = call("memory_list", {"project": "h", "namespace": "notes"})
    assert listed == {
        "values": [{name: text for name, text in stored.items() if name != "value"}],
        "more": False,
    }


def test_a_listing_says_when_older_values_were_left_off(call: Any) -> None:
    for n in range(3):
        call("memory_store", {"key": f"notes/{n}", "value": {}, **LABELS})
    listed = call("memory_list", {"project": "h", "newest": 2})
    assert [one["key"] for one in listed["values"]] == ["notes/1", "notes/2"]
    assert listed["more"] is True


def test_the_keys_of_the_specification_are_read_as_values(call: Any) -> None:
    saturate(call)
    cycle = call("memory_retrieve", {"key": f"{PLACE}/cycles/c3", "project": "h"})
    assert cycle["value"]["saturation_level"] == "CRITICAL"
    assert (cycle["who"], cycle["tags"]["x-level"]) == ("saturation-monitor", "CRITICAL")
    listed = call("memory_list", {"project": "h", "namespace": f"{PLACE}/expansions"})
    assert len(listed["values"]) == 1
    aggregate = call("memory_retrieve", {"key": f"{PLACE}/aggregate", "project": "h"})
    assert aggregate["value"]["cycles_tracked"] == 10


def test_a_stored_cycle_is_scored_and_its_own_score_not_believed(call: Any) -> None:
    value = {"metrics": SATURATED, "saturation_score": 0.01, "saturation_level": "NORMAL"}
    stored = call("memory_store", {"key": f"{PLACE}/cycles/c1", "value": value, **LABELS})
    recorded = call("ratchet_status", {"harness": "h"})
    assert stored["value"]["saturation_score"] != 0.01
    assert stored["value"]["saturation_level"] == recorded["saturation_level"]


def test_a_cycle_under_another_cycles_key_is_refused(call: Any) -> None:
    value = {"cycle_id": "c2", "metrics": SATURATED}
    told = call("memory_store", {"key": f"{PLACE}/cycles/c1", "value": value, **LABELS})
    assert told.way_out == "use the same cycle_id in both"


def test_an_agent_cannot_write_itself_an_approval(call: Any, nn: netnew.Netnew) -> None:
    expansion_id = saturate(call)["expansion_id"]
    for key in (f"{PLACE}/expansions/{expansion_id}", f"{PLACE}/aggregate", PLACE):
        value = {"human_approved": True, "state": "approved"}
        told = call("memory_store", {"key": key, "value": value, **LABELS})
        assert "written by the ratchet alone" in told.problem
    assert nn.ratchet("h").expansions.find(expansion_id)["human_approved"] is None


@pytest.mark.parametrize("scopes", [("memory:write",), ("memory:admin", "gate:admin")])
def test_what_is_the_ratchets_needs_its_scopes(call: Any, scopes: tuple[str, ...]) -> None:
    saturate(call, 1)
    call("memory_store", {"key": "notes/plan", "value": {}, **LABELS})

    def allows(needed: str) -> bool:
        return netnew.allows(scopes, needed)

    key = f"{PLACE}/cycles/c1"
    stored = call("memory_store", {"key": key, "value": {}, **LABELS}, allows=allows)
    read = call("memory_retrieve", {"key": f"{PLACE}/aggregate", "project": "h"}, allows=allows)
    listed = call("memory_list", {"project": "h"}, allows=allows)
    assert stored.kind == read.kind == "AccessError"
    assert [one["key"] for one in listed["values"]] == ["notes/plan"]
