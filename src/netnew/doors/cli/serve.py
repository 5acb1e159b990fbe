"""`netnew serve`: the HTTP service on this machine."""

from __future__ import annotations

import ipaddress
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

        from netnew.doors.http import make_service
    except ModuleNotFoundError as error:
        raise netnew.MissingExtraError("the HTTP service", "http") from error
    with door.connect() as nn:
        uvicorn.run(make_service(nn), host=host, port=port, log_level="info")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
