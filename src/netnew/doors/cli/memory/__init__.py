"""`netnew memory`: what agents keep of their turns, and why. One module a noun."""

from __future__ import annotations

import typer

from netnew.doors.cli.memory import changes, context, decisions, episodes, facts, learning, moving

group = typer.Typer(
    no_args_is_help=True, help="What an agent keeps: facts, episodes, decisions, and why."
)
for noun in (learning, facts, episodes, decisions, context, changes, moving):
    noun.register(group)
