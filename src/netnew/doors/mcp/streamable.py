"""MCP over streamable HTTP, without any state between requests: any replica answers any of them."""

from __future__ import annotations

import socket
from typing import Final

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

import netnew
from netnew.doors.mcp.guard import Guard, caller_in, local_caller
from netnew.doors.mcp.server import make_server

PATH: Final = "/mcp"
IDLE_SECONDS: Final = 15


def make_app(
    nn: netnew.Netnew, *, agent: str, host: str, guarded: bool, read_only: bool = False
) -> ASGIApp:
    """The application: the server behind its guard.

    Parameters
    ----------
    agent
        What a program on this machine without a token is called.
    guarded
        Every request needs a token; where other machines reach it, it must be so.
    """
    local = None if guarded else local_caller(nn, agent, read_only=read_only)
    app = make_server(caller_in).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=nn.settings.http_body_bytes,
        transport_security=_only_by_own_names(host, guarded=guarded),
    )
    return Guard(app, nn, local=local, read_only=read_only)


def serve_http(app: ASGIApp, listener: socket.socket, settings: netnew.Settings) -> None:
    """Answer until interrupted; what was taken is finished."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=max(1, round(settings.http_stop_seconds)),
    )
    uvicorn.Server(config).run(sockets=[listener])


def _only_by_own_names(host: str, *, guarded: bool) -> TransportSecuritySettings:
    """Where no token is asked for, no page in a browser may speak by a name of its own."""
    names = sorted({"localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host})
    return TransportSecuritySettings(
        # No page can add a token to a request, so by which name it came proves nothing more.
        enable_dns_rebinding_protection=not guarded,
        allowed_hosts=[part for name in names for part in (name, f"{name}:*")],
        allowed_origins=[part for name in names for part in (f"http://{name}", f"http://{name}:*")],
    )
