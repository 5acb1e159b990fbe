"""`netnew demo`: every instrument on one small story, in a folder of its own."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

import typer

import netnew
from netnew.doors.cli.demo import acts
from netnew.doors.cli.door import Door, command


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
            acts.ask_the_base(nn),
            acts.break_a_ledger(nn, Path(scratch)),
        ]
    seconds = time.perf_counter() - started
    lines = []
    for number, act in enumerate(shown, 1):
        lines += ["", f"[bold]{number}. {act.title}[/]", "", *act.shown]
    lines += ["", f"[bold green]done[/] in {seconds:.1f} s, no server, no key, no network."]
    lines += [f"Look around: [bold]netnew ledger show demo --db {where(settings)}[/]"]
    document = {act.title: act.document for act in shown}
    door.answer({"acts": document, "db": where(settings)}, *lines)


def _settings(door: Door) -> netnew.Settings:
    """Settings of a database of the demo's own, made anew, unless --db names another."""
    settings = netnew.read_settings(db=door.db, workspace=door.workspace)
    if door.db is not None:
        return settings
    folder = Path(settings.home) / "demo"
    shutil.rmtree(folder, ignore_errors=True)
    return netnew.read_settings(home=str(folder), db="", workspace=door.workspace)


def where(settings: netnew.Settings) -> str:
    """The URL to give to other commands, as short as it works from here."""
    if settings.db:
        return netnew.without_password(settings.db)
    file = Path(settings.home) / "netnew.db"
    here = Path.cwd()
    return f"sqlite:///{file.relative_to(here) if file.is_relative_to(here) else file}"
