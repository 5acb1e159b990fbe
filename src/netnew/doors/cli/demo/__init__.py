"""`netnew demo`: every instrument on one small story, in a folder of its own."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import netnew
from netnew.doors.cli.demo import acts, season
from netnew.doors.cli.demo.remembering import keep_what_is_worth_it
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import line, print_whole, tint
from netnew.doors.cli.serve import PortOption, answer, check_extra, listen

if TYPE_CHECKING:
    from rich.console import RenderableType


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "demo", example="netnew demo --serve")(demo)


def demo(
    door: Door,
    *,
    with_console: Annotated[
        bool,
        typer.Option("--serve", help="Then go on with the story, and show it in the console."),
    ] = False,
    port: PortOption = 8765,
) -> None:
    """Run every instrument on one small story and show what each one says."""
    if with_console:
        # What stands in the way is said at once, not after the show.
        check_extra()
        listen("127.0.0.1", port).close()
    started = time.perf_counter()
    settings = _settings(door)
    with netnew.connect(settings=settings) as nn, tempfile.TemporaryDirectory() as scratch:
        shown = [
            acts.stop_a_loop(nn),
            acts.gate_the_claims(nn),
            acts.watch_a_harness(nn),
            keep_what_is_worth_it(nn),
            acts.break_a_ledger(nn, Path(scratch)),
        ]
    seconds = time.perf_counter() - started
    lines: list[RenderableType] = []
    for number, act in enumerate(shown, 1):
        lines += ["", tint(f"{number}. {act.title}", "bold"), "", *act.shown]
    done = f" in {seconds:.1f} s, no server, no key, no network."
    lines += ["", line(tint("done", "bold green"), done)]
    lines += ["Look around:"]
    document = {act.key: act.document for act in shown}
    door.answer({"acts": document, "db": where(settings)}, *lines)
    if not door.json:
        changed = document["gate"]["answers"][acts.CHANGED]["kgr_id"]
        for words in (["gate", "explain", changed], ["ledger", "show", acts.STREAM]):
            # A command that is folded cannot be copied.
            print_whole(tint(f"  {_next_command(words, door, settings)}", "bold"))
    if with_console:
        _show(settings, port)


def _show(settings: netnew.Settings, port: int) -> None:
    """Fill every page of the console, and serve it to this machine until interrupted."""
    home = Path(settings.home)
    with netnew.connect(settings=settings) as nn, listen("127.0.0.1", port) as listener:
        season.go_on(nn, home if home.name == "demo" else home / "demo")
        answer(nn, listener, "127.0.0.1", guarded=False)


def _settings(door: Door) -> netnew.Settings:
    """Settings of a database of the demo's own, made anew, unless --db names another."""
    settings = netnew.read_settings(db=door.db, workspace=door.workspace)
    if door.db is not None:
        return settings
    folder = Path(settings.home) / "demo"
    # Only what an earlier demo made: others may keep files here.
    for name in ("netnew.db", "netnew.db-wal", "netnew.db-shm"):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / "bases", ignore_errors=True)
    return netnew.read_settings(home=str(folder), db="", workspace=door.workspace)


def _next_command(asked: list[str], door: Door, settings: netnew.Settings) -> str:
    words = [*_netnew(), *asked, "--db", where(settings)]
    if door.workspace is not None:
        words += ["--workspace", door.workspace]
    return shlex.join(words)


def _netnew() -> list[str]:
    """How to call netnew from here: right after `make demo` it is on nobody's path."""
    if shutil.which("netnew"):
        return ["netnew"]
    called = Path(sys.argv[0])
    return [str(called)] if called.stem == "netnew" else [sys.executable, "-m", "netnew"]


def where(settings: netnew.Settings) -> str:
    """The URL to give to other commands, as short as it works from here."""
    if settings.db:
        return netnew.without_password(settings.db)
    file = Path(settings.home) / "netnew.db"
    here = Path.cwd()
    return f"sqlite:///{file.relative_to(here) if file.is_relative_to(here) else file}"
