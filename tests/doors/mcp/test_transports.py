"""The real program over both transports, with the SDK's own client; and clients that misbehave."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

import netnew
from netnew.doors.mcp import TOOLS
from tests.doors.conftest import Cli

STORE = {"key": "notes/a", "value": {"n": 1}, "project": "p", "why": "w"}
FOR_AGENTS = [tool.name for tool in TOOLS if not tool.for_people]
HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
ENVIRONMENT = {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'netnew.db'}"


def program(db: str, *flags: str) -> list[str]:
    return ["-m", "netnew", "mcp", "--db", db, *flags]


def talk(server: Any, ask: Callable[[Client], Awaitable[Any]], **options: Any) -> Any:
    async def main() -> Any:
        async with Client(server, **options) as client:
            return await ask(client)

    return asyncio.run(main())


def over_stdio(
    db: str, ask: Callable[[Client], Awaitable[Any]], *flags: str, era: str = "auto"
) -> Any:
    server = StdioServerParameters(
        command=sys.executable, args=program(db, *flags), env=ENVIRONMENT
    )
    return talk(server, ask, mode=era)


@pytest.fixture
def served(db: str) -> Iterator[Callable[..., str]]:
    """Start `netnew mcp --http` as its user would; its address."""
    running: list[subprocess.Popen[str]] = []

    def start(*flags: str) -> str:
        process = subprocess.Popen(
            [sys.executable, *program(db, "--http", "127.0.0.1:0", *flags)],
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        running.append(process)
        assert process.stderr is not None
        found = re.search(r"http://\S+/mcp", process.stderr.readline())
        assert found is not None
        return found[0]

    yield start
    for process in running:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


def test_every_tool_is_offered_over_stdio_in_both_eras(db: str, era: str) -> None:
    async def ask(client: Client) -> Any:
        stored = await client.call_tool("memory_store", STORE)
        return (await client.list_tools()).tools, stored, await client.list_prompts()

    tools, stored, prompts = over_stdio(db, ask, "--agent", "planner", era=era)
    assert [tool.name for tool in tools] == FOR_AGENTS
    assert stored.structured_content["who"] == "planner"
    assert prompts.prompts
    with netnew.connect(db) as nn:
        assert nn.values.get("notes/a", project="p").who == "planner"


def test_a_read_only_server_over_stdio(db: str) -> None:
    listed = over_stdio(db, lambda client: client.list_tools(), "--read-only").tools
    assert listed
    assert all(tool.annotations.read_only_hint for tool in listed)


def test_calls_at_once_over_one_connection_all_count(db: str) -> None:
    async def ask(client: Client) -> Any:
        calls = [client.call_tool("memory_store", {**STORE, "value": {"n": n}}) for n in range(12)]
        return await asyncio.gather(*calls)

    results = over_stdio(db, ask)
    assert sorted(one.structured_content["version"] for one in results) == list(range(1, 13))


def answers(db: str, text: bytes, *, until: int) -> list[Any]:
    """What the program prints until it has answered one request; then its client hangs up."""
    process = subprocess.Popen(
        [sys.executable, *program(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(text)
    process.stdin.flush()
    found: list[Any] = []
    while not found or found[-1].get("id") != until:
        found.append(json.loads(process.stdout.readline()))
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    return [*found, *map(json.loads, rest.splitlines())]


def request(number: int, method: str, **parameters: Any) -> bytes:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
    return json.dumps(message).encode() + b"\n"


def hello(number: int) -> bytes:
    client = {"name": "t", "version": "1"}
    opened = request(
        number, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client
    )
    return opened + b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n'


def test_malformed_messages_are_survived_and_stdout_holds_nothing_but_protocol(db: str) -> None:
    deep = b"[" * 100_000 + b"\n"
    rubbish = b"garbage\n\n\xff\xfe\n[]\n{}\n" + deep + request(7, "no/such/method")
    calls = request(2, "tools/call", name="memory_store", arguments=3) + request(3, "tools/list")
    found = answers(db, hello(1) + rubbish + calls, until=3)
    assert all(one["jsonrpc"] == "2.0" for one in found)
    by_id = {one.get("id"): one for one in found}
    assert by_id[7]["error"]["code"] == -32601
    assert "error" in by_id[2]
    assert len(by_id[3]["result"]["tools"]) == len(FOR_AGENTS)


def test_a_client_that_goes_away_ends_the_server_quietly(db: str) -> None:
    command = [sys.executable, *program(db)]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_what_cannot_start_says_so_on_stderr_alone(cli: Cli) -> None:
    for flags, told in (
        (["--agent", " "], "--agent is ''; give a name on one line"),
        (["--http", "nowhere"], "--http is 'nowhere'; write it like 127.0.0.1:8766"),
        (["--http", "127.0.0.1:99999"], "write it like 127.0.0.1:8766"),
        (["--http", "0.0.0.0:0"], "netnew token create"),
    ):
        answer = cli("mcp", "--db", "sqlite://", *flags)
        assert (answer.code, answer.out) == (2, "")
        assert told in answer.err


def test_every_tool_is_offered_over_http_in_both_eras(served: Callable[..., str], era: str) -> None:
    async def ask(client: Client) -> Any:
        stored = await client.call_tool("memory_store", STORE)
        return (await client.list_tools()).tools, stored, await client.list_resources()

    tools, stored, resources = talk(served("--agent", "planner"), ask, mode=era)
    assert [tool.name for tool in tools] == FOR_AGENTS
    assert stored.structured_content["who"] == "planner"
    assert resources.resources


def test_http_answers_only_to_its_own_names_and_sizes(served: Callable[..., str]) -> None:
    address = served("--read-only")
    listing = request(1, "tools/list")

    def post(body: bytes, **headers: str) -> int:
        return httpx.post(address, content=body, headers={**HEADERS, **headers}).status_code

    assert post(listing, host="evil.example") == 421
    assert post(listing, origin="http://evil.example") == 403
    assert post(b"x" * (17 * 2**20)) == 413
    assert post(b"{") == 400
    assert post(listing, authorization="Bearer nonsense") == 401
    listed = talk(address, lambda client: client.list_tools()).tools
    assert all(tool.annotations.read_only_hint for tool in listed)


def with_token(address: str, token: str, ask: Callable[[Client], Awaitable[Any]]) -> Any:
    import httpx2

    async def main() -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(address, http_client=http)
            async with Client(transport) as client:
                return await ask(client)

    return asyncio.run(main())


def test_a_token_decides_workspace_name_and_tools(served: Callable[..., str], db: str) -> None:
    address = served()
    with netnew.connect(db) as nn:
        team = nn.in_workspace("team")
        writer = team.tokens.create("ann's planner", scopes=["memory:write"], agent="planner")
        reader = team.tokens.create("bob", scopes=["gate:read"])

    async def ask(client: Client) -> Any:
        return (await client.list_tools()).tools, await client.call_tool("memory_store", STORE)

    tools, stored = with_token(address, writer.text, ask)
    assert {tool.name for tool in tools} >= {"memory_store", "memory_list"}
    assert not {tool.name for tool in tools} & {"gate_check", "ratchet_record"}
    assert stored.structured_content["who"] == "planner"
    tools, refused = with_token(address, reader.text, ask)
    assert {tool.name for tool in tools} == {"gate_check"}
    assert refused.meta["netnew/error"] == "AccessError"
    with netnew.connect(db) as nn:
        assert nn.values.list(project="p") == []
        assert len(nn.in_workspace("team").values.list(project="p")) == 1


def test_a_memory_of_no_code_lives_on_between_programs(db: str) -> None:
    fact = {"subject": "api", "content": "The API allows 100 requests."}

    async def learn(client: Client) -> Any:
        return await client.call_tool("remember_fact", fact)

    async def ask(client: Client) -> Any:
        return await client.call_tool("recall", {"query": "API"})

    kept = over_stdio(db, learn, "--agent", "planner").structured_content
    again = over_stdio(db, ask, "--agent", "planner", "--read-only").structured_content
    assert [one["id"] for one in again["found"]] == [kept["id"]]
    assert over_stdio(db, ask, "--agent", "writer").structured_content["found"] == []


def test_two_agents_by_their_tokens_never_see_each_other_and_only_people_review(
    served: Callable[..., str], db: str
) -> None:
    address = served()
    with netnew.connect(db) as nn:
        texts = {
            name: nn.tokens.create(f"{name}'s token", scopes=["write"], agent=name).text
            for name in ("planner", "writer")
        }
        texts["ann"] = nn.tokens.create("ann", scopes=["write"]).text
        expansion = nn.ratchet("h").expansions.request(by="bob", reason="too easy")
    word = {"harness": "h", "expansion_id": expansion["expansion_id"], "decision": "reject",
            "reason": "hard enough"}  # fmt: skip

    async def talk_as(client: Client) -> tuple[Any, Any, Any]:
        before = await client.call_tool("recall", {"query": "parser"})
        await client.call_tool("record_decision", {"text": "Rewrite the parser by hand."})
        said = await client.call_tool("ratchet_review", word)
        return before.structured_content["found"], said, (await client.list_tools()).tools

    for name in ("planner", "writer"):
        found, said, offered = with_token(address, texts[name], talk_as)
        assert found == []
        assert said.meta["netnew/error"] == "AccessError"
        assert "takes a person" in said.content[0].text
        assert [tool.name for tool in offered] == FOR_AGENTS
    _, said, offered = with_token(address, texts["ann"], talk_as)
    assert said.structured_content["state"] == "rejected"
    assert said.structured_content["reviews"] == ["ann: reject, hard enough"]
    assert len(offered) == len(TOOLS)


def test_a_revoked_token_is_refused_at_the_next_request(
    served: Callable[..., str], db: str
) -> None:
    address = served()
    with netnew.connect(db) as nn:
        made = nn.tokens.create("ann", scopes=["read"])

        def post() -> httpx.Response:
            headers = {**HEADERS, "authorization": f"Bearer {made.text}"}
            return httpx.post(address, content=request(1, "ping"), headers=headers)

        assert post().status_code == 200
        nn.tokens.revoke(made.token.token_id)
        answer = post()
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert "netnew token create" in answer.json()["way_out"]
    assert made.text not in answer.text


def test_other_machines_need_a_token(db: str) -> None:
    with netnew.connect(db) as nn:
        made = nn.tokens.create("ann", scopes=["read"])
    command = [sys.executable, *program(db, "--http", "0.0.0.0:0")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        port = re.search(r":(\d+)/mcp", process.stderr.readline())[1]  # type: ignore[index]
        address = f"http://127.0.0.1:{port}/mcp"
        body = request(1, "ping")
        assert httpx.post(address, content=body, headers=HEADERS).status_code == 401
        trusted = {**HEADERS, "authorization": f"Bearer {made.text}"}
        assert httpx.post(address, content=body, headers=trusted).status_code == 200
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_a_client_that_hangs_up_in_the_middle_stops_nobody_else(
    served: Callable[..., str],
) -> None:
    address = httpx.URL(served())

    def hang_up() -> None:
        with socket.create_connection((address.host, address.port)) as wire:
            head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
            wire.sendall(f"{head}Content-Type: application/json\r\n\r\n{{".encode())

    threads = [threading.Thread(target=hang_up) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert talk(str(address), lambda client: client.list_tools()).tools
