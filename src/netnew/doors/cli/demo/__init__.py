"""`netnew demo`: every instrument on one small story, in a folder of its own."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import netnew
from netnew.doors.cli.demo import acts
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import line, tint

if TYPE_CHECKING:
    from rich.console import RenderableType


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "demo", example="netnew demo")(demo)


def demo(door: Door) -> None:
    """Run every instrument on one small story and show what each one says."""
    started = time.perf_counter()
    settings = _settings(door)
    with netnew.connect(settings=settings) as nn, tempfile.TemporaryDirectory() as scratch:
        shown = [
            acts.stop_a_loop(nn),
            acts.gate_the_claims(nn),
            acts.watch_a_harness(nn),
            acts.break_a_ledger(nn, Path(scratch)),
        ]
    seconds = time.perf_counter() - started
    lines: list[RenderableType] = []
    for number, act in enumerate(shown, 1):
        lines += ["", tint(f"{number}. {act.title}", "bold"), "", *act.shown]
    done = f" in {seconds:.1f} s, no server, no key, no network."
    lines += ["", line(tint("done", "bold green"), done)]
    lines += [line("Look around: ", tint(_next_command(door, settings), "bold"))]
    document = {act.key: act.document for act in shown}
    door.answer({"acts": document, "db": where(settings)}, *lines)


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


def _next_command(door: Door, settings: netnew.Settings) -> str:
    words = [*_netnew(), "ledger", "show", acts.STREAM, "--db", where(settings)]
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
