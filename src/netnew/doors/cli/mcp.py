"""`netnew mcp`: the instruments as tools for agents."""

from __future__ import annotations

import sys
from contextlib import suppress
from types import ModuleType
from typing import Annotated

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.serve import check_tokens, is_loopback, listen

LONGEST_NAME = 200

HttpOption = Annotated[
    str | None,
    typer.Option(metavar="HOST:PORT", help="Streamable HTTP there, not stdin and stdout."),
]
AgentOption = Annotated[
    str, typer.Option(metavar="NAME", help="Whose memory it is, and who its acts are recorded as.")
]
ReadOnlyFlag = Annotated[bool, typer.Option("--read-only", help="Offer only what changes nothing.")]


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "mcp", example="netnew mcp --agent planner --read-only")(mcp)


def mcp(
    door: Door,
    *,
    http: HttpOption = None,
    agent: AgentOption = "agent",
    read_only: ReadOnlyFlag = False,
) -> None:
    """Offer the instruments to agents over MCP, on stdin and stdout or over HTTP.

    Over HTTP, programs on this machine need no token, and all others do.
    """
    agent = agent.strip()
    if not 0 < len(agent) <= LONGEST_NAME or not agent.isprintable():
        raise netnew.InputError(f"--agent is {agent[:40]!r}", "give a name on one line")
    place = None if http is None else _place(http)
    server = _server()
    # Being interrupted, or losing the client, is how it is meant to end.
    with door.connect() as nn, suppress(KeyboardInterrupt, BrokenPipeError):
        if place is None:
            server.serve_stdio(server.Caller(nn, agent, read_only=read_only))
        else:
            _over_http(server, nn, place, agent, read_only=read_only)


def _over_http(
    server: ModuleType, nn: netnew.Netnew, place: tuple[str, int], agent: str, *, read_only: bool
) -> None:
    host, port = place
    guarded = not is_loopback(host)
    with listen(host, port) as listener:
        check_tokens(nn, host, guarded=guarded)
        spoken = f"[{host}]" if ":" in host else host
        bound = listener.getsockname()[1]
        print(
            f"netnew: http://{spoken}:{bound}/mcp, until interrupted", file=sys.stderr, flush=True
        )
        app = server.make_app(nn, agent=agent, host=host, guarded=guarded, read_only=read_only)
        server.serve_http(app, listener, nn.settings)


def _place(text: str) -> tuple[str, int]:
    """Host and port.

    >>> _place("127.0.0.1:8766"), _place("[::1]:0")
    (('127.0.0.1', 8766), ('::1', 0))
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise netnew.InputError(f"--http is {text[:60]!r}", "write it like 127.0.0.1:8766")
    return host, int(port)


def _server() -> ModuleType:
    try:
        from netnew.doors import mcp as server
    except ModuleNotFoundError as error:
        raise netnew.MissingExtraError("the MCP server", "mcp") from error
    return server
