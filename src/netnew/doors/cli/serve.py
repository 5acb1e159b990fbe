"""`netnew serve`: the HTTP service, for this machine or, with tokens, for others."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

import netnew
from netnew.doors.cli.door import Door, command

if TYPE_CHECKING:
    from netnew.doors.http.worker import Worker

HostOption = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Where to bind; what others reach needs tokens."),
]
PortOption = Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")]
WorkersOption = Annotated[int, typer.Option(min=1, max=64, help="Processes that answer.")]
GuardedOption = Annotated[
    bool, typer.Option("--require-token", help="Ask programs on this machine for a token too.")
]


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "serve", example="netnew serve --port 8765")(serve)


def serve(
    door: Door,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8765,
    workers: WorkersOption = 1,
    *,
    require_token: GuardedOption = False,
) -> None:
    """Answer over HTTP until interrupted; to other machines only with tokens."""
    guarded = require_token or not is_loopback(host)
    check_extra()
    with door.connect() as nn, listen(host, port) as listener:
        check_tokens(nn, host, guarded=guarded)
        answer(nn, listener, host, guarded=guarded, workers=workers)


def check_extra() -> None:
    """Refuse where the packages of the service are not installed."""
    try:
        for module in ("uvicorn", "netnew.doors.http"):
            import_module(module)
    except ModuleNotFoundError as error:
        raise netnew.MissingExtraError("the HTTP service", "http") from error


def answer(
    nn: netnew.Netnew, listener: socket.socket, host: str, *, guarded: bool, workers: int = 1
) -> None:
    """Answer what comes in by a bound port, until interrupted."""
    import uvicorn

    from netnew.doors.http import LOOPBACK_NAMES, make_service
    from netnew.doors.http.worker import (
        Worker,
        log_as_json,
        server_settings,
        spare_what_stays,
    )

    bound = listener.getsockname()[1]
    spoken = f"[{host}]" if ":" in host else host
    print(f"netnew: http://{spoken}:{bound}, until interrupted", file=sys.stderr, flush=True)
    # Where all show a token, a name that was made to lead here reads nothing.
    names = ("*",) if guarded else (*LOOPBACK_NAMES, host)
    options = server_settings(nn.settings)
    if workers > 1:
        _serve_many(Worker(nn.settings, names, guarded), listener, workers)
        return
    log_as_json()
    service = make_service(nn, names=names, guarded=guarded)
    config = uvicorn.Config(service, host=host, port=bound, **options)
    spare_what_stays()
    # Being interrupted is how it is meant to end.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _serve_many(worker: Worker, listener: socket.socket, workers: int) -> None:
    """Serve with several processes, which a supervisor starts anew when one dies."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from netnew.doors.http.journal import SEVERAL
    from netnew.doors.http.worker import server_settings

    options = server_settings(worker.settings)
    with tempfile.TemporaryDirectory(prefix="netnew-metrics-") as folder:
        os.environ[SEVERAL] = folder
        config = uvicorn.Config(worker, factory=True, workers=workers, **options)
        with suppress(KeyboardInterrupt):
            Multiprocess(config, sockets=[listener]).run()


def check_tokens(nn: netnew.Netnew, host: str, *, guarded: bool) -> None:
    """Refuse to start a service that nobody could use."""
    if guarded and not nn.tokens.any_good():
        raise netnew.SettingError(
            f"--host {host} needs a token, and workspace `{nn.settings.workspace}` has none "
            "that is good",
            "run `netnew token create NAME --scope read` first, or bind 127.0.0.1",
        )


def listen(host: str, port: int) -> socket.socket:
    """Bind first: a port that is taken is the caller's problem, not a line in a log."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise netnew.SettingError(
            f"port {port} of {host} cannot be bound ({_reason(error)})",
            "name another with --port; 0 takes a free one",
        ) from error
    # Taken over by every connection. asyncio sets it on sockets of its own making only, and
    # without it an answer's body waits 40 ms for the client to acknowledge its headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _reason(error: OSError) -> str:
    # Python adds the address, which our own line names already.
    return str(error.strerror).partition(" (while")[0]


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
