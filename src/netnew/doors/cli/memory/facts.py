"""`netnew memory facts`: what an agent knows, and what each fact has replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.memory.options import (
    NOBODY,
    AgentOption,
    AllFlag,
    EmbedderOption,
    LimitOption,
    QueryArgument,
    memory_of,
)
from netnew.doors.cli.memory.shown import brief, day, entry, listing, nothing_of, word
from netnew.doors.cli.screen import line, tint

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

GONE = ("undone", "forgotten")
PAST = ("superseded", "archived", "rejected", *GONE)


def register(group: typer.Typer) -> None:
    """Add the commands of facts."""
    command(group, "facts", example='netnew memory facts "rate limit" --agent planner --all')(facts)


def facts(
    door: Door,
    query: QueryArgument = None,
    *,
    agent: AgentOption = NOBODY,
    subject: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Only of this subject.")
    ] = None,
    inactive: AllFlag = False,
    limit: LimitOption = 50,
    embedder: EmbedderOption = None,
) -> None:
    """Facts, oldest first, or the best for a query; live ones alone unless --all."""
    if query is not None and subject is not None:
        raise netnew.InputError("a query and --subject ask for two lists", "give one of them")
    with door.connect_to_read() as nn:
        known = memory_of(nn, agent, embedder=embedder).facts
        if query is not None:
            found = known.search(query, limit=limit, inactive=inactive)
            total = len(found)
        else:
            listed = known.all(subject=subject, inactive=inactive)
            found, total = listed[-limit:], len(listed)
        linked = {one for fact in found for one in (*fact.supersedes, *fact.conflicts_with)}
        others = {one: known.get(one) for one in sorted(linked)}
        nothing = nothing_of(nn, agent, "fact", asked=query is not None or subject is not None)
    document: dict[str, object] = {"agent": agent, "facts": [asdict(fact) for fact in found]}
    entries = [_entry(fact, others) for fact in found]
    if query is None:
        document["total"] = total
    listing(door, document, entries, nothing=nothing, hidden=total - len(found))


def _entry(fact: netnew.Fact, others: Mapping[str, netnew.Fact]) -> list[RenderableType]:
    head = line(tint(fact.id, "bold"), f"  {day(fact.observed_at)}  ", word(fact.state))
    return entry(head, said_of(fact), _notes(fact, others))


def said_of(fact: netnew.Fact) -> str:
    """What a fact says, with its subject and attribute before it."""
    about = " · ".join(part for part in (fact.subject, fact.attribute) if part)
    return f"{about}: {fact.content}" if about and fact.content else fact.content


def _notes(fact: netnew.Fact, others: Mapping[str, netnew.Fact]) -> Sequence[str | Text]:
    """How well it is known, what it replaced, what replaced it, what it stands against."""
    marks = [f"said {fact.confirmations} times"] if fact.confirmations > 1 else []
    if fact.confidence is not None:
        marks.append(f"{fact.confidence:.0%} sure")
    if fact.source is not None:
        marks.append(f"from {fact.source}")
    notes = [tint(", ".join(marks), "dim")] if marks else []
    if fact.superseded_by is not None:
        notes.append(line(tint("replaced by ", "cyan"), fact.superseded_by))
    # What was taken back or erased replaces nothing any more.
    replaced = () if fact.state in GONE else fact.supersedes
    over = [one for one in fact.conflicts_with if fact.state in PAST or others[one].state in PAST]
    now = [one for one in fact.conflicts_with if one not in over]
    for verb, colour, ids in (
        ("replaces", "cyan", replaced),
        ("disagrees with", "yellow", now),
        # Of a pair where one no longer counts, nobody has to choose.
        ("disagreed with", "dim", over),
    ):
        notes += [
            line(tint(f"{verb} ", colour), tint(brief(others[one].content) or one, "dim"))
            for one in ids
        ]
    return notes
