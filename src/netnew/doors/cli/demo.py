"""`netnew demo`."""

from __future__ import annotations

import typer

from netnew.doors.cli.door import Door, command


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "demo", example="netnew demo")(demo)


def demo(door: Door) -> None:
    """Run every instrument on small examples and show what each one says."""
