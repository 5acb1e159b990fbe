"""The memory over MCP: kept, found, explained, taken back, and never another agent's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client

import netnew

FACT = {"subject": "api", "attribute": "rate limit", "content": "The API allows 100 requests."}
NEWER = {**FACT, "content": "The API allows 250 requests."}
DECISION = {"text": "Use PostgreSQL for the ledger.", "reasons": ["several writers"]}


def test_a_newer_fact_replaces_the_older_and_undo_brings_it_back(call: Any) -> None:
    old, new = call("remember_fact", FACT), call("remember_fact", NEWER)
    assert (old["outcome"], new["outcome"]) == ("kept", "superseded")
    assert new["supersedes"] == [old["id"]]
    assert [one["id"] for one in call("recall", {"query": "API requests"})["found"]] == [new["id"]]
    told = call("why", {"id": old["id"]})
    assert told["state"] == "superseded"
    assert any(new["id"] in line for line in told["history"])
    assert set(call("undo", {"id": new["id"]})["moved"]) == {old["id"], new["id"]}
    assert [one["id"] for one in call("recall", {"query": "API requests"})["found"]] == [old["id"]]


def test_a_fact_that_is_known_is_confirmed_not_doubled(call: Any, nn: netnew.Netnew) -> None:
    first, second = call("remember_fact", FACT), call("remember_fact", FACT)
    assert (second["outcome"], second["id"]) == ("confirmed", first["id"])
    assert second["next"] == "It was known already; nothing more to do."
    assert len(nn.memory(agent_id="a1").facts.all()) == 1


def test_what_recall_gave_is_not_stored_as_news(call: Any) -> None:
    call("remember_fact", FACT)
    known = call("recall", {"query": "API"})
    assert "The API allows 100 requests." in known["text"]
    assert call("remember_fact", {"content": known["text"]})["outcome"] != "kept"


def test_a_decision_is_kept_and_the_gate_only_advises(call: Any) -> None:
    kept = call("record_decision", {**DECISION, "stakes": "high", "session": "s"})
    assert (kept["outcome"], kept["next"]) == ("kept", "It is remembered.")
    assert kept["advice"] in {"keep", "quarantine", "reject"}
    (found,) = call("recall", {"query": "ledger", "kinds": ["decision"]})["found"]
    assert (found["id"], found["text"]) == (kept["id"], DECISION["text"])


def test_a_call_sent_again_with_its_key_gives_the_first_answer(
    call: Any, nn: netnew.Netnew
) -> None:
    first = call("remember_fact", {**FACT, "key": "k1"})
    again = call("remember_fact", {**FACT, "key": "k1"})
    assert again["id"] == first["id"]
    (fact,) = nn.memory(agent_id="a1").facts.all()
    assert fact.confirmations == 1


def test_recall_fits_its_budget_and_says_what_it_left_out(call: Any) -> None:
    for n in range(20):
        call("remember_fact", {"content": f"Service number {n} of the shop answers in {n} ms."})
    all_of_it = call("recall", {"query": "service shop"})
    little = call("recall", {"query": "service shop", "budget_tokens": 60})
    assert len(little["found"]) < len(all_of_it["found"])
    assert little["left_out"] > 0
    none = call("recall", {"query": "service shop", "budget_tokens": 1})
    assert (none["found"], none["left_out"] > 0) == ([], True)
    assert "raise budget_tokens" in none["next"]
    nothing = call("recall", {"query": "zebra"})
    assert (nothing["found"], nothing["next"]) == ([], "Nothing is known of it yet.")


def test_a_stretch_of_work_is_started_joined_and_ended(call: Any) -> None:
    first = call("start_episode", {"summary": "Mend the parser", "session": "s1"})
    second = call("start_episode", {"summary": "Mend the parser", "session": "s2"})
    assert (second["id"], second["joined"]) == (first["id"], True)
    left = call("end_episode", {"id": first["id"], "session": "s1"})
    assert (left["state"], left["in_it"]) == ("ongoing", ["s2"])
    assert call("end_episode", {"id": first["id"], "session": "s2"})["state"] == "completed"


@pytest.mark.usefixtures("bases")
def test_why_explains_a_judgement_of_the_gate_too(call: Any) -> None:
    claim = {"claim": "Service alpha answers in 900 ms.", "user": "notes", "core": "core"}
    kgr_id = call("gate_admit", claim)["kgr_id"]
    told = call("why", {"id": kgr_id})
    assert (told["kind"], told["state"]) == ("judgement", "NEAR_DUP")
    assert any("measured" in line for line in told["history"])
    refused = call("why", {"id": kgr_id}, allows=lambda scope: scope == "memory:read")
    assert "gate:read" in refused.problem


def test_an_agent_sees_and_touches_only_its_own_memory(call: Any, session: Any) -> None:
    mine = call("remember_fact", FACT)
    episode = call("start_episode", {"summary": "Mend the parser"})
    assert call("recall", {"query": "API"}, agent="a2")["found"] == []
    for tool in ("why", "undo"):
        told = call(tool, {"id": mine["id"]}, agent="a2")
        assert told.kind == "NotFoundError"
    assert call("end_episode", {"id": episode["id"]}, agent="a2").kind == "NotFoundError"

    async def read(client: Client) -> str:
        return str((await client.read_resource("netnew://context/API")).contents[0].text)

    assert "100 requests" in session(read)
    assert "100 requests" not in session(read, agent="a2")


def test_what_waits_of_another_agents_memory_is_not_listed(session: Any, nn: netnew.Netnew) -> None:
    held = netnew.FactInput(content="Nobody knows this yet.", hold=True)
    nn.memory(agent_id="a1").learn(held)

    async def read(client: Client) -> list[Any]:
        read = await client.read_resource("netnew://reviews/open")
        items: list[Any] = json.loads(read.contents[0].text)["items"]
        return items

    assert len(session(read)) == 1
    assert session(read, agent="a2") == []
    assert len(session(read, agent="ann", person="ann")) == 1


@pytest.mark.parametrize(
    ("tool", "given", "problem"),
    [
        ("remember_fact", {}, "`content` is missing"),
        ("remember_fact", {"content": " "}, "`content`"),
        ("remember_fact", {"content": "x" * 20_001}, "at most 20000 characters"),
        ("remember_fact", {"content": "It rains.", "observed_at": "soon"}, "observed_at"),
        ("remember_fact", {"content": "It rains.", "confidence": 2}, "`confidence`"),
        ("record_decision", {"text": "Go.", "stakes": "huge"}, "`stakes`"),
        ("recall", {"query": "x", "kinds": ["idea"]}, "`kinds.0`"),
        ("why", {"id": "fact_nothing"}, "nothing called `fact_nothing`"),
        ("undo", {"id": "fact_nothing"}, "nothing called `fact_nothing`"),
        ("why", {"id": "kgr_nothing"}, "kgr_nothing"),
        ("end_episode", {"id": "episode_nothing"}, "episode_nothing"),
    ],
)
def test_bad_input_is_named_with_a_way_out(
    call: Any, tool: str, given: dict[str, Any], problem: str
) -> None:
    told = call(tool, given)
    assert problem in told.problem
    assert told.way_out
