"""`netnew memory facts`: what an agent knows."""

from __future__ import annotations

import typer

from netnew.doors.cli.door import Door, command
from netnew.doors.cli.memory.options import NOBODY, AgentOption, AllFlag, memory_of
from netnew.doors.cli.screen import plain_table


def register(group: typer.Typer) -> None:
    """Add the commands of facts."""
    command(group, "facts", example="netnew memory facts --agent planner --all")(facts)


def facts(door: Door, agent: AgentOption = NOBODY, inactive: AllFlag = False) -> None:
    """Facts, oldest first; live ones alone unless --all."""
    with door.connect_to_read() as nn:
        found = memory_of(nn, agent).facts.all(inactive=inactive)
    table = plain_table("fact", "subject", "content")
    for fact in found:
        table.add_row(fact.id, fact.subject or "", fact.content)
    door.answer({"facts": [fact.id for fact in found]}, table)
