"""`netnew doctor`: what is installed, what is in use, and whether it works."""

from __future__ import annotations

import dataclasses

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import plain_table, tint

COLOURS = {"ok": "green", "absent": "yellow", "wrong": "red"}


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "doctor", example="netnew doctor --json")(doctor)


def doctor(door: Door) -> int:
    """Check installation, settings and database; exit 1 when something is wrong."""
    settings = netnew.read_settings(db=door.db, workspace=door.workspace)
    checks = netnew.checkup(settings)
    table = plain_table("", "what", "found")
    for check in checks:
        found = f"{check.found} → {check.way_out}" if check.way_out else check.found
        table.add_row(tint(check.state, COLOURS[check.state]), check.name, found)
    shown = dataclasses.asdict(
        dataclasses.replace(settings, db=netnew.without_password(settings.db))
    )
    in_use = plain_table("setting", "value", "variable")
    for row in netnew.settings_table():
        in_use.add_row(row.name, str(shown[row.name]) or "(empty)", row.variable)
    document = {
        "ok": all(check.state != "wrong" for check in checks),
        "checks": [check._asdict() for check in checks],
        "settings": {row.name: shown[row.name] for row in netnew.settings_table()},
    }
    door.answer(document, table, "", in_use)
    return 0 if document["ok"] else 1
