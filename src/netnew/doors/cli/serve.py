"""`netnew serve`: the HTTP service on this machine."""

from __future__ import annotations

import ipaddress
import socket
import sys
from contextlib import suppress
from typing import Annotated

import typer

import netnew
from netnew.doors.cli.door import Door, command

HostOption = Annotated[str, typer.Option(metavar="ADDRESS", help="Loopback address to bind.")]
PortOption = Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")]


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "serve", example="netnew serve --port 8765")(serve)


def serve(door: Door, host: HostOption = "127.0.0.1", port: PortOption = 8765) -> None:
    """Answer over HTTP, to programs on this machine only, until interrupted."""
    if not _is_loopback(host):
        raise netnew.SettingError(
            f"--host is {host}, which other machines can reach", "bind 127.0.0.1 or ::1"
        )
    try:
        import uvicorn

        from netnew.doors.http import LOOPBACK_NAMES, make_service
    except ModuleNotFoundError as error:
        raise netnew.MissingExtraError("the HTTP service", "http") from error
    with door.connect() as nn, _listen(host, port) as listener:
        service = make_service(nn, names=(*LOOPBACK_NAMES, host))
        bound = listener.getsockname()[1]
        spoken = f"[{host}]" if ":" in host else host
        print(f"netnew: http://{spoken}:{bound}, until interrupted", file=sys.stderr)
        config = uvicorn.Config(service, host=host, port=bound, log_level="info")
        # Being interrupted is how it is meant to end.
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Bind first: a port that is taken is the caller's problem, not a line in a log."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise netnew.SettingError(
            f"port {port} of {host} cannot be bound ({error.strerror})",
            "name another with --port; 0 takes a free one",
        ) from error


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
