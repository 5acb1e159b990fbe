"""What holds for every tool, resource and prompt, in both eras of the protocol."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, MCPError

import netnew
from netnew.doors.mcp import PROMPTS, RESOURCES, TOOLS
from tests.conftest import Golden
from tests.doors.mcp.conftest import Told
from tests.doors.mcp.test_ratchet_tools import saturate

WRITING = {"meter_observe", "gate_admit", "remember_fact", "record_decision", "undo",
           "start_episode", "end_episode", "ratchet_record", "memory_store",
           "ratchet_review"}  # fmt: skip


def names(found: Any) -> set[str]:
    return {one.name for one in found}


def refusal(session: Any, ask: Callable[[Client], Awaitable[Any]]) -> dict[str, str]:
    async def talk(client: Client) -> dict[str, str]:
        with pytest.raises(MCPError) as caught:
            await ask(client)
        data: dict[str, str] = caught.value.error.data
        return data

    return session(talk)


def test_the_tools_are_those_of_the_golden_file(golden: Golden) -> None:
    listed = [tool.as_wire().model_dump(by_alias=True, exclude_none=True) for tool in TOOLS]
    golden("mcp/tools.json", json.dumps(listed, indent=1, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_has_short_texts_and_tight_schemas(tool: Any) -> None:
    wire = tool.as_wire()
    assert len(wire.description) <= 200
    for schema in (wire.input_schema, wire.output_schema):
        assert schema["type"] == "object"
        assert schema["properties"] or tool.takes
    assert wire.input_schema["additionalProperties"] is False
    assert '"title"' not in json.dumps(wire.input_schema)
    texts = [one for one in wire.input_schema["properties"].values() if one.get("type") == "string"]
    assert all("maxLength" in one or "enum" in one or "pattern" in one for one in texts)


def test_every_tool_that_was_promised_is_there_by_its_name() -> None:
    promised = {
        "meter_observe", "meter_verdict", "gate_check", "gate_admit", "remember_fact",
        "record_decision", "recall", "why", "undo", "ratchet_record", "ratchet_status",
        "memory_store", "memory_retrieve", "memory_list",
    }  # fmt: skip
    assert promised <= names(TOOLS)


def test_every_tool_says_whether_it_changes_anything(session: Any) -> None:
    listed = session(lambda client: client.list_tools(), person="ann").tools
    hints = {tool.name: tool.annotations for tool in listed}
    assert {name for name, hint in hints.items() if not hint.read_only_hint} == WRITING
    assert not any(hint.open_world_hint for hint in hints.values())
    assert not any(hint.destructive_hint for hint in hints.values() if hint.read_only_hint)


def test_a_read_only_server_lists_only_what_reads(session: Any) -> None:
    listed = session(lambda client: client.list_tools(), read_only=True).tools
    assert listed
    assert all(tool.annotations.read_only_hint for tool in listed)
    assert names(listed).isdisjoint(WRITING)


def test_a_read_only_server_changes_nothing_even_when_asked_to(
    call: Any, nn: netnew.Netnew
) -> None:
    value = {"key": "notes/a", "value": {}, "project": "p", "why": "w"}
    told = call("memory_store", value, read_only=True)
    assert told.kind == "AccessError"
    assert "--read-only" in told.way_out
    assert nn.ledger.heads() == []


def test_a_token_is_offered_what_its_scopes_allow(session: Any, call: Any) -> None:
    allows = ["gate:read", "ratchet:write"]

    def may(scope: str) -> bool:
        return netnew.allows(allows, scope)

    listed = session(lambda client: client.list_tools(), allows=may).tools
    assert names(listed) == {"gate_check", "ratchet_record", "ratchet_status"}
    told = call("memory_list", {"project": "p"}, allows=may)
    assert told.problem == "memory_list needs the scope memory:read, which this token lacks"
    uris = {one.uri for one in session(lambda c: c.list_resources(), allows=may).resources}
    assert uris == {"netnew://policies/gate"}


def test_nothing_that_an_agent_is_offered_approves_anything(session: Any) -> None:
    listed = session(lambda client: client.list_tools()).tools
    offered = names(listed) | {prompt.name for prompt in PROMPTS}
    assert not any(word in name for name in offered for word in ("approve", "review", "vote"))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "`key` is missing; `value` is missing; `project` is missing (and 1 more)"),
        ({"key": 1}, "`key`: input should be a valid string"),
        ({"kay": "a"}, "there is no argument `kay`, did you mean `key`?"),
        ({"key": "a" * 401}, "at most 400 characters"),
        ({"key": "../a"}, "`key`: string should match pattern"),
        ({"value": []}, "`value`: input should be a valid dictionary"),
        ({"tags": {"x-a": 1}}, "`tags.x-a`: input should be a valid string"),
    ],
)
def test_arguments_that_do_not_fit_are_named(
    call: Any, arguments: dict[str, Any], problem: str
) -> None:
    good = {"key": "a", "value": {}, "project": "p", "why": "w"} if arguments else {}
    told = call("memory_store", {**good, **arguments})
    assert problem in told.problem
    assert told.way_out == "call memory_store again with arguments that fit its input schema"


def test_an_unknown_tool_is_told_its_likely_name(call: Any) -> None:
    told = call("memory_stor", {})
    assert told.text == "there is no tool 'memory_stor'; did you mean memory_store?"


def test_a_huge_argument_is_refused_and_the_session_goes_on(session: Any) -> None:
    async def talk(client: Client) -> tuple[Any, Any]:
        value = {"text": "x" * 2**20}
        huge = {"key": "a", "value": value, "project": "p", "why": "w"}
        return await client.call_tool("memory_store", huge), await client.list_tools()

    result, listed = session(talk)
    assert "store at most 262,144" in Told(result).text
    assert listed.tools


def test_what_nobody_foresaw_tells_the_agent_nothing_of_our_inside(
    call: Any, nn: netnew.Netnew, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def burst(*_given: object, **_more: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(type(nn.values), "get", burst)
    with caplog.at_level(logging.ERROR, "netnew"):
        told = call("memory_retrieve", {"key": "a", "project": "p"})
    assert "secret" not in told.text
    assert "ZeroDivisionError" in told.problem
    assert "secret" in caplog.text


@pytest.mark.usefixtures("bases")
def test_every_resource_without_a_part_is_read(session: Any) -> None:
    async def talk(client: Client) -> list[Any]:
        listed = (await client.list_resources()).resources
        return [(one, await client.read_resource(one.uri)) for one in listed]

    found = session(talk)
    assert {one.uri for one, _ in found} == {
        one.address for one in RESOURCES if not one.is_template
    }
    for one, read in found:
        (content,) = read.contents
        assert content.mime_type == one.mime_type
        if one.mime_type == "application/json":
            assert json.loads(content.text)


@pytest.mark.usefixtures("bases")
def test_the_bases_are_named_for_the_gate(session: Any) -> None:
    read = session(lambda client: client.read_resource("netnew://bases"))
    assert json.loads(read.contents[0].text) == {
        "bases": [
            {"name": "core", "items": 1, "id_type": "knowledge_item_id"},
            {"name": "notes", "items": 2, "id_type": "knowledge_item_id"},
        ]
    }


@pytest.mark.usefixtures("bases")
def test_open_reviews_and_a_judgement_are_read_in_full(session: Any, call: Any) -> None:
    orphan = {"claim": "Zebras dislike umbrellas.", "user": "notes", "core": "core"}
    kgr_id = call("gate_admit", {**orphan, "risk_class": "HIGH"})["kgr_id"]

    async def talk(client: Client) -> list[Any]:
        assert (await client.list_resource_templates()).resource_templates
        addresses = ["netnew://reviews/open", f"netnew://judgements/{kgr_id}"]
        return [json.loads((await client.read_resource(a)).contents[0].text) for a in addresses]

    reviews, judgement = session(talk)
    assert [item["subject_id"] for item in reviews["items"]] == [kgr_id]
    assert judgement["claim"]["raw_idea"] == orphan["claim"]
    assert judgement["explanation"]["would_flip"]


@pytest.mark.parametrize(
    ("address", "way_out"),
    [
        ("netnew://nothing", "resources/list shows all"),
        ("netnew://judgements/kgr_0", "`netnew ledger show gate --json` lists them"),
        ("file:///etc/passwd", "resources/list shows all"),
        ("netnew://judgements/", "resources/list shows all"),
    ],
)
def test_a_resource_that_is_not_there_says_what_to_do(
    session: Any, address: str, way_out: str
) -> None:
    assert refusal(session, lambda client: client.read_resource(address))["way_out"] == way_out


def test_the_research_brief_is_a_prompt(session: Any, call: Any) -> None:
    expansion_id = saturate(call)["expansion_id"]

    async def talk(client: Client) -> tuple[Any, Any]:
        listed = (await client.list_prompts()).prompts
        return listed, await client.get_prompt("expansion_research", {"harness": "h"})

    listed, got = session(talk)
    assert names(listed) == {"expansion_research"}
    text = got.messages[0].content.text
    assert text.startswith("## Eval Harness Expansion Research")
    assert expansion_id in text
    assert "ONE-WAY RATCHET" in text


@pytest.mark.parametrize(
    ("name", "given", "problem"),
    [
        ("expansion_research", {}, "expansion_research lacks `harness`"),
        ("expansion_research", {"harness": "h", "size": "1"}, "expansion_research takes no `size`"),
        ("expansion_research", {"harness": "h"}, "harness `h` has no expansion"),
        ("expansion", {"harness": "h"}, "there is no prompt 'expansion'"),
    ],
)
def test_a_prompt_that_cannot_be_filled_says_why(
    session: Any, name: str, given: dict[str, str], problem: str
) -> None:
    told = refusal(session, lambda client: client.get_prompt(name, given))
    assert told["problem"].startswith(problem)
    assert told["way_out"]
