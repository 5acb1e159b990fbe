"""MCP over stdin and stdout, for a client that starts this program."""

from __future__ import annotations

import asyncio

from mcp.server.stdio import stdio_server

from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.server import make_server


def serve_stdio(caller: Caller) -> None:
    """Answer one client until it closes stdin. While serving, stray prints go to stderr."""
    asyncio.run(_serve(caller))


async def _serve(caller: Caller) -> None:
    server = make_server(lambda _context: caller)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
