"""`netnew memory episodes`: stretches of work, and the sessions that share them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.memory.options import (
    NOBODY,
    AgentOption,
    AllFlag,
    LimitOption,
    QueryArgument,
    memory_of,
)
from netnew.doors.cli.memory.shown import day, entry, listing, nothing_of, word
from netnew.doors.cli.screen import count, line, tint

if TYPE_CHECKING:
    from rich.console import RenderableType


def register(group: typer.Typer) -> None:
    """Add the commands of episodes."""
    command(group, "episodes", example="netnew memory episodes --agent planner --json")(episodes)


def episodes(
    door: Door,
    query: QueryArgument = None,
    *,
    agent: AgentOption = NOBODY,
    inactive: AllFlag = False,
    limit: LimitOption = 50,
) -> None:
    """Episodes, oldest first, or the best for a query, with who was in them."""
    with door.connect_to_read() as nn:
        known = memory_of(nn, agent).episodes
        if query is not None:
            found = known.search(query, limit=limit, inactive=inactive)
            total = len(found)
        else:
            listed = known.all(inactive=inactive)
            found, total = listed[-limit:], len(listed)
        nothing = nothing_of(nn, agent, "episode", asked=query is not None)
    document: dict[str, object] = {"agent": agent, "episodes": [asdict(one) for one in found]}
    if query is None:
        document["total"] = total
    entries = [_entry(one) for one in found]
    listing(door, document, entries, nothing=nothing, hidden=total - len(found))


def _entry(episode: netnew.Episode) -> list[RenderableType]:
    ended = f" to {day(episode.ended_at)}" if episode.ended_at else ""
    head = line(
        tint(episode.id, "bold"), f"  {day(episode.started_at)}{ended}  ", word(episode.state)
    )
    inside = [name for name, still in episode.sessions.items() if still]
    note = f"{count(episode.turns, 'turn')}, {count(len(episode.sessions), 'session')}"
    note += f", still in it: {', '.join(inside)}" if inside else ""
    return entry(head, episode.summary, [tint(note, "dim")])
