"""A word on an expansion over MCP: a person's, never an agent's, never the proposer's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import netnew
from tests.doors.mcp.test_ratchet_tools import saturate
from tests.ratchet.scenario import HARNESS, PROPOSAL

PERSON = {"agent": "ann", "person": "ann"}


@pytest.fixture
def researched(call: Any, nn: netnew.Netnew, tmp_path: Path) -> dict[str, str]:
    """An expansion that waits for a person."""
    expansion_id = saturate(call)["expansion_id"]
    file = netnew.FileOnDisk(tmp_path / "h.yaml")
    file.path.write_text(HARNESS)
    nn.ratchet("h").expansions.propose(netnew.read_proposal(PROPOSAL), file, by="bob")
    return {"harness": "h", "expansion_id": expansion_id, "reason": "read it, is fair"}


def test_a_person_approves_with_a_reason(
    call: Any, nn: netnew.Netnew, researched: dict[str, str]
) -> None:
    answer = call("ratchet_review", {**researched, "decision": "approve"}, **PERSON)
    assert answer["state"] == "approved"
    assert answer["reviews"] == ["ann: approve, read it, is fair"]
    assert nn.ratchet("h").expansions.find(researched["expansion_id"])["human_approved"] is True


def test_a_person_rejects_with_a_reason(call: Any, researched: dict[str, str]) -> None:
    answer = call("ratchet_review", {**researched, "decision": "reject"}, **PERSON)
    assert (answer["state"], answer["human_approved"]) == ("rejected", False)


def test_an_agent_is_not_offered_it_and_refused_with_a_way_out(
    call: Any, session: Any, nn: netnew.Netnew, researched: dict[str, str]
) -> None:
    listed = session(lambda client: client.list_tools()).tools
    assert "ratchet_review" not in {tool.name for tool in listed}
    told = call("ratchet_review", {**researched, "decision": "approve"})
    assert told.problem == "ratchet_review takes a person, and `a1` speaks as an agent"
    assert "a token that names no agent" in told.way_out
    assert nn.ratchet("h").expansions.find(researched["expansion_id"])["reviews"] == []


def test_a_person_without_the_scope_is_refused(call: Any, researched: dict[str, str]) -> None:
    def may(scope: str) -> bool:
        return scope != "review:write"

    told = call("ratchet_review", {**researched, "decision": "approve"}, allows=may, **PERSON)
    assert told.problem == "ratchet_review needs the scope review:write, which this token lacks"


def test_the_proposer_cannot_approve(call: Any, researched: dict[str, str]) -> None:
    as_bob = {"agent": "Bob", "person": "Bob"}
    told = call("ratchet_review", {**researched, "decision": "approve"}, **as_bob)
    assert told.problem == "`Bob` proposed this and cannot approve it"
