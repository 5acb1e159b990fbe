"""`netnew memory decisions`, `decide`, `conclude`, `verdicts`: what an agent has decided."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.memory.options import (
    NOBODY,
    AgentOption,
    AllFlag,
    ConfidenceOption,
    KeyOption,
    LimitOption,
    ProfileOption,
    QueryArgument,
    SessionOption,
    TagOption,
    memory_of,
)
from netnew.doors.cli.memory.shown import day, entry, listing, nothing_of, word
from netnew.doors.cli.screen import line, tint

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

DecisionArgument = Annotated[str, typer.Argument(metavar="ID", help="Of a decision.")]


def register(group: typer.Typer) -> None:
    """Add the commands of decisions."""
    command(group, "decisions", example="netnew memory decisions --agent planner --all")(decisions)
    command(
        group, "decide",
        example='netnew memory decide "Use Postgres rather than SQLite." --reason "many writers"',
    )(decide)  # fmt: skip
    example = "netnew memory conclude decision_0123456789abcdef0123456789abcdef success"
    command(group, "conclude", example=example)(conclude)
    command(group, "verdicts", example="netnew memory verdicts > verdicts.jsonl")(verdicts)


def decisions(
    door: Door,
    query: QueryArgument = None,
    *,
    agent: AgentOption = NOBODY,
    session: SessionOption = None,
    inactive: AllFlag = False,
    limit: LimitOption = 50,
) -> None:
    """Decisions, oldest first, or the best for a query; live ones alone unless --all."""
    if query is not None and session is not None:
        raise netnew.InputError("a query and --session ask for two lists", "give one of them")
    with door.connect_to_read() as nn:
        known = memory_of(nn, agent).decisions
        if query is not None:
            found = known.search(query, limit=limit, inactive=inactive)
            total = len(found)
        else:
            listed = known.all(session_id=session, inactive=inactive)
            found, total = listed[-limit:], len(listed)
        asked = query is not None or session is not None
        nothing = nothing_of(nn, agent, "decision", asked=asked)
    document: dict[str, object] = {"agent": agent, "decisions": [asdict(one) for one in found]}
    if query is None:
        document["total"] = total
    entries = [_entry(one) for one in found]
    listing(door, document, entries, nothing=nothing, hidden=total - len(found))


def decide(
    door: Door,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="The decision, in a sentence or two.")
    ],
    *,
    agent: AgentOption = NOBODY,
    session: SessionOption = None,
    frame: Annotated[
        str, typer.Option(metavar="NAME", help="The frame it was made in.")
    ] = "decision",
    confidence: ConfidenceOption = None,
    stakes: Annotated[
        str, typer.Option(metavar="STAKES", help="low, medium, high or critical.")
    ] = "low",
    reason: Annotated[
        list[str] | None, typer.Option("--reason", metavar="TEXT", help="Why; may be repeated.")
    ] = None,
    tag: TagOption = None,
    key: KeyOption = None,
    profile: ProfileOption = "default",
) -> None:
    """Record a decision on purpose: no gate stops it, and what the gate says is kept as advice."""
    given = netnew.DecisionInput(
        text, frame=frame, confidence=confidence, stakes=cast(Any, stakes),
        reasons=tuple(reason or ()), tags=tuple(tag or ()), key=key,
        **({} if session is None else {"session_id": session}),
    )  # fmt: skip
    with door.connect() as nn:
        recorded = memory_of(nn, agent, profile=profile).record_decision(given)
    advice = recorded.decision.verdict.get("outcome") if recorded.decision else None
    spoken = "" if advice in {None, "keep"} else f"; by itself the gate would {advice} it"
    shown = line(word(recorded.outcome), f"  {recorded.id}{spoken}")
    door.answer(
        {
            "outcome": recorded.outcome,
            "id": recorded.id,
            "advice": advice,
            "reasons": list(recorded.reasons),
            "decision": None if recorded.decision is None else asdict(recorded.decision),
        },
        shown,
    )


def conclude(
    door: Door,
    decision_id: DecisionArgument,
    outcome: Annotated[
        str, typer.Argument(metavar="OUTCOME", help="What became of it, as success or failure.")
    ],
    agent: AgentOption = NOBODY,
) -> None:
    """Say what became of a decision; until then it is pending."""
    with door.connect_to_read() as nn:
        found = memory_of(nn, agent).decisions.conclude(decision_id, outcome)
    door.answer({"id": found.id, "outcome": found.outcome}, f"{found.id} is {found.outcome}")


def verdicts(
    door: Door,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="Left out: of all.")] = None,
) -> None:
    """Print what people said of held decisions, as JSON Lines that the gate's training reads."""
    with door.connect_to_read() as nn:
        for row in netnew.decision_verdicts(nn.review.list(None), agent_id=agent):
            door.line(row)


def _entry(decision: netnew.Decision) -> list[RenderableType]:
    head = line(tint(decision.id, "bold"), f"  {day(decision.made_at)}  ", word(decision.state))
    marks = [decision.outcome] if decision.active else []
    if decision.confidence is not None:
        marks.append(f"{decision.confidence:.0%} sure")
    if decision.stakes != "low":
        marks.append(f"{decision.stakes} stakes")
    notes: list[str | Text] = [tint(", ".join(marks), "dim")] if marks else []
    notes += [tint(f"because {reason}", "dim") for reason in decision.reasons]
    if decision.superseded_by is not None:
        notes.append(line(tint("replaced by ", "cyan"), decision.superseded_by))
    elif not decision.active and decision.verdict.get("reasons"):
        notes.append(line(tint("gate ", "yellow"), tint(decision.verdict["reasons"][0], "dim")))
    return entry(head, decision.text, notes)
