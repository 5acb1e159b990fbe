"""`netnew memory`: to come with the commands of this noun."""

from __future__ import annotations

import typer


def register(group: typer.Typer) -> None:
    """Add the commands of this noun."""
