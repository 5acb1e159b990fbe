"""`netnew memory learn`: one fact from flags, or many from JSON Lines."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import netnew
from netnew.doors.cli.door import Door, command, complain
from netnew.doors.cli.memory.facts import said_of
from netnew.doors.cli.memory.options import (
    NOBODY,
    AgentOption,
    ConfidenceOption,
    EmbedderOption,
    KeyOption,
    ProfileOption,
    SessionOption,
    TagOption,
    memory_of,
)
from netnew.doors.cli.memory.shown import brief, entry, word
from netnew.doors.cli.screen import count, line

if TYPE_CHECKING:
    from rich.console import RenderableType

SHOWN = 20


def register(group: typer.Typer) -> None:
    """Add the command."""
    example = 'netnew memory learn "The API allows 250 requests a minute." --subject api'
    command(group, "learn", example=example)(learn)


def learn(
    door: Door,
    content: Annotated[
        str | None, typer.Argument(metavar="CONTENT|-", help="What the fact says; - is --file -.")
    ] = None,
    *,
    file: Annotated[
        str | None,
        typer.Option("-f", "--file", metavar="FACTS.jsonl|-", help="Many, a JSON object a line."),
    ] = None,
    agent: AgentOption = NOBODY,
    subject: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What it is about; without, it replaces none."),
    ] = None,
    attribute: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Which property of the subject.")
    ] = None,
    several: Annotated[
        bool | None,
        typer.Option("--several/--single", help="Values of the attribute; left out, as learned."),
    ] = None,
    confidence: ConfidenceOption = None,
    source: Annotated[str | None, typer.Option(metavar="TEXT", help="Where it is from.")] = None,
    observed_at: Annotated[
        str | None, typer.Option(metavar="WHEN", help="When it was true, ISO 8601; left out, now.")
    ] = None,
    session: SessionOption = None,
    tag: TagOption = None,
    hold: Annotated[bool, typer.Option("--hold", help="Wait for a person's approval.")] = False,
    key: KeyOption = None,
    profile: ProfileOption = "default",
    embedder: EmbedderOption = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first bad line.")] = False,
) -> int:
    """Keep a fact, or confirm, supersede, flag, hold or refuse it; what and why is printed.

    With --file each line is learned by itself, and the other flags hold for
    lines that name nothing else. Bad lines are reported and set aside; they
    make the exit code 1.
    """
    given = {
        "subject": subject, "attribute": attribute, "multi_valued": several,
        "confidence": confidence, "source": source, "observed_at": observed_at,
        "session_id": session, "tags": tag, "hold": hold or None, "key": key,
    }  # fmt: skip
    named = {name: value for name, value in given.items() if value is not None}
    if content == "-" and file is None:
        content, file = None, "-"
    if (content is None) == (file is None):
        raise netnew.InputError(
            "there is no one thing to learn", "give the CONTENT of a fact, or --file FACTS.jsonl"
        )
    if file is not None and key is not None:
        raise netnew.InputError("--key names one fact, and a file holds many", 'give each a "key"')
    with door.connect() as nn:
        memory = memory_of(nn, agent, profile=profile, embedder=embedder)
        if file is None:
            fact = netnew.fact_given({**named, "content": content})
            learned = memory.learn(fact)
            door.answer(document_of(learned), *shown_of(learned, memory))
            return 0
        return _learn_all(door, memory, file, named, strict=strict)


def _learn_all(
    door: Door, memory: netnew.Memory, file: str, defaults: dict[str, Any], *, strict: bool
) -> int:
    """Learn every line that can be; a bad one is told and set aside."""
    name = "stdin" if file == "-" else file
    source = sys.stdin.buffer if file == "-" else Path(file)
    outcomes: Counter[str] = Counter()
    notable: list[netnew.Learned] = []
    bad = 0
    with _progress(file) as heard:
        for found in netnew.read_facts(source, name=name, defaults=defaults, heard=heard):
            learned = _learned(memory, found, name)
            if isinstance(learned, netnew.RecordError):
                if strict:
                    raise learned
                complain(str(learned))
                bad += 1
                continue
            outcomes[learned.outcome] += 1
            if door.json:
                door.line({"line": found.number, **document_of(learned)})
            elif learned.outcome == "conflict" and len(notable) < SHOWN:
                notable.append(learned)
    if not door.json:
        parts = [f"{n:,} {outcome}" for outcome, n in outcomes.items()]
        parts += [f"{count(bad, 'line')} set aside"] if bad else []
        shown = [part for one in notable for part in shown_of(one, memory)]
        door.answer({}, ", ".join(parts) or "Nothing was there to learn.", *shown)
    return 1 if bad else 0


def _learned(
    memory: netnew.Memory, found: netnew.FactLine, name: str
) -> netnew.Learned | netnew.RecordError:
    if isinstance(found.fact, netnew.RecordError):
        return found.fact
    try:
        return memory.learn(found.fact)
    except netnew.InputError as error:
        return netnew.RecordError(name, error.problem, error.way_out, line=found.number)


def document_of(learned: netnew.Learned) -> dict[str, Any]:
    """What came of learning, as JSON holds it."""
    return {
        "outcome": learned.outcome,
        "id": learned.id,
        "reason": learned.reason,
        "fact": None if learned.fact is None else asdict(learned.fact),
        "compared": [asdict(one) for one in learned.compared],
    }


def shown_of(learned: netnew.Learned, memory: netnew.Memory) -> list[RenderableType]:
    """What came of learning, as people read it: the outcome, why, and the facts it moved."""
    # The outcome is called after what became of the older fact; beside an id it is the newer's.
    outcome = "supersedes" if learned.outcome == "superseded" else learned.outcome
    head = line(word(outcome), f"  {learned.id or ''}")
    if learned.fact is None:
        return [head, learned.reason]
    notes = [learned.reason]
    if learned.outcome != "confirmed":
        kinds = (("replaces", learned.fact.supersedes), ("beside", learned.fact.conflicts_with))
        notes += [
            f"{verb} {one}: {brief(memory.facts.get(one).content)}"
            for verb, ids in kinds
            for one in ids
        ]
    if learned.outcome == "quarantined":
        notes.append("`netnew review list` shows what waits for a person")
    return entry(head, said_of(learned.fact), notes)


@contextmanager
def _progress(file: str) -> Iterator[Callable[[int], object] | None]:
    """A bar on stderr while a person looks on, and nothing otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("learning"), BarColumn(), DownloadColumn(), TimeElapsedColumn()
    path = Path(file)
    total = path.stat().st_size if path.is_file() else None
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("learning", total=total)
        yield lambda size: bar.advance(task, size)
