"""A server over a small database, and the SDK's own client on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

import netnew
from netnew.doors.mcp import Caller, make_server

USER = ["Service alpha answers in 20 ms.", "The cache holds 500 entries."]
CORE = ["Water boils at 100 °C at sea level."]

Session = Callable[[Callable[[Client], Awaitable[Any]]], Any]


@pytest.fixture
def nn(tmp_path: Path) -> Iterator[netnew.Netnew]:
    url = f"sqlite:///{tmp_path / 'netnew.db'}"
    with netnew.connect(url, settings=netnew.Settings()) as opened:
        yield opened


@pytest.fixture
def bases(nn: netnew.Netnew) -> None:
    for name, texts in (("notes", USER), ("core", CORE)):
        items = [netnew.Item(id=f"{name}{n}", text=text) for n, text in enumerate(texts)]
        nn.bases.add(name, items, id_type="knowledge_item_id")


@pytest.fixture(params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> str:
    """With the stateless protocol of 2026, and with the handshake of those before it."""
    return str(request.param)


@pytest.fixture
def session(nn: netnew.Netnew, era: str) -> Callable[..., Any]:
    """Run a conversation of one client with a server in this process."""

    def run(talk: Callable[[Client], Awaitable[Any]], **caller: Any) -> Any:
        async def main() -> Any:
            server = make_server(lambda _context: Caller(nn, **{"agent": "a1", **caller}))
            async with Client(server, mode=era) as client:
                return await talk(client)

        return asyncio.run(main())

    return run


@pytest.fixture
def call(session: Callable[..., Any]) -> Callable[..., Any]:
    """Call one tool; its structured answer, which fits the schema that the tool declares."""

    def run(tool: str, arguments: dict[str, Any], **caller: Any) -> Any:
        result = session(lambda client: client.call_tool(tool, arguments), **caller)
        return Told(result) if result.is_error else result.structured_content

    return run


class Told:
    """An error as an agent gets it."""

    def __init__(self, result: Any) -> None:
        self.text = result.content[0].text
        self.kind, self.problem, self.way_out = (
            result.meta[f"netnew/{name}"] for name in ("error", "problem", "way_out")
        )
        assert self.text == f"{self.problem}; {self.way_out}"
        assert result.structured_content is None
        assert "Traceback" not in self.text
        assert "\n" not in self.text
