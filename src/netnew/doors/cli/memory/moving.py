"""`netnew memory import`, `export` and `audit`: moving in, moving out, and looking through."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

import netnew
from netnew.doors.cli.door import Door, command, complain
from netnew.doors.cli.memory.audited import show_audit, show_tidied
from netnew.doors.cli.memory.options import NOBODY, AgentOption, memory_of
from netnew.doors.cli.screen import console, count, line, plain_table, tint

# So many bad lines are told of as they come; more would push everything else off the screen.
TOLD_AT_MOST = 20

SourcesArgument = Annotated[
    list[str], typer.Argument(metavar="SOURCE", help="Files or folders; - is stdin.")
]
FromOption = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help="auto (looks into each file), mem0, mcp-memory, adr, decision-log or jsonl.",
    ),
]
ForceFlag = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]


def register(group: typer.Typer) -> None:
    """Add the commands to the group."""
    command(group, "import", example="netnew memory import docs/adr memory.jsonl --dry-run")(
        import_memories
    )
    command(group, "export", example="netnew memory export -o memory.jsonl")(export)
    command(group, "audit", example="netnew memory audit mem0.json --examples 3")(audit)


def import_memories(
    door: Door,
    sources: SourcesArgument,
    *,
    form: FromOption = "auto",
    agent: AgentOption = NOBODY,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would come of it; change nothing.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first bad line; what came before stays.")
    ] = False,
    rejected: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jsonl", help="Write the lines that were set aside there."),
    ] = None,
    each: Annotated[
        bool, typer.Option("--each", help="Say of each thing what became of it.")
    ] = False,
    force: ForceFlag = False,
) -> int:
    """Bring in what another tool or a file holds, through the same gates as everything.

    What was brought in before adds nothing again. Lines that cannot be read are told of and set
    aside; they make the exit code 1.
    """
    if rejected is not None and rejected.exists() and not force:
        raise netnew.InputError(f"{rejected} is there already", "name another, or add --force")
    tally, aside = netnew.Tally(), list[dict[str, Any]]()
    with door.connect() as nn, _progress(sources, "reading") as heard:
        memory = memory_of(nn, agent)
        arrivals = _strictly(_read(sources, form, heard), strict=strict)
        for one in memory.bring_in(arrivals, rehearse=dry_run):
            tally.add(one)
            if one.outcome == "set aside":
                aside.append(one.as_dict())
                _tell(one, len(aside))
                if strict and one.arrival.problem is not None:
                    raise one.arrival.problem
            if each:
                _show_each(door, one)
    if len(aside) > TOLD_AT_MOST:
        more = f"and {count(len(aside) - TOLD_AT_MOST, 'more line')} that could not be read; "
        complain(more + "--rejected FILE.jsonl keeps them all")
    if rejected is not None:
        netnew.save_lines(netnew.json_lines(aside), rejected, force=True)
    document = {"agent": agent, "dry_run": dry_run, **tally.as_dict(), "set_aside": aside}
    door.answer(document, *_summary(tally, agent, dry_run=dry_run))
    return 1 if aside else 0


def export(
    door: Door,
    out: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Left out: stdout.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="jsonl|markdown", help="Left out: by the suffix."),
    ] = None,
    agent: AgentOption = NOBODY,
    force: ForceFlag = False,
) -> None:
    """Write all that an agent remembers: JSON Lines that import reads, or a page for people."""
    chosen = netnew.export_form(out, form)
    if door.json and out is None and chosen == "markdown":
        raise netnew.InputError("--json prints no Markdown", "leave out one of the two")
    with door.connect_to_read() as nn:
        memory = _known(nn, agent)
        lines = (
            memory.export_markdown() if chosen == "markdown" else netnew.json_lines(memory.export())
        )
        if out is None:
            for text in lines:
                sys.stdout.write(text + "\n")
            return
        written = netnew.save_lines(lines, out, force=force)
    document = {"agent": agent, "file": str(out), "format": chosen, "lines": written}
    door.answer(document, line(tint("exported", "green"), f" `{agent}` to {out}, ",
                               count(written, "line")))  # fmt: skip


def audit(
    door: Door,
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE", help="Another tool's files, not brought in; else the memory."
        ),
    ] = None,
    *,
    form: FromOption = "auto",
    agent: AgentOption = NOBODY,
    examples: Annotated[
        int, typer.Option(min=0, max=1000, help="How many pairs of each kind to show.")
    ] = 2,
    apply: Annotated[
        bool, typer.Option("--apply", help="Supersede, archive and flag what was found.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="With --apply: duplicate, superseded, noise or contradictory alone; "
            "may be repeated.",
        ),
    ] = None,
    undo: Annotated[
        str | None, typer.Option(metavar="AUDIT_ID", help="Take back what --apply did.")
    ] = None,
) -> int:
    """How much of a memory is duplicate, out of date, noise or contradictory, with examples.

    Nothing is changed without --apply. A line of a file that cannot be read makes the exit code 1.
    """
    if sources and (apply or undo):
        raise netnew.InputError("a file is only looked at", "import it, then audit the memory")
    if only and not apply:
        raise netnew.InputError("--only goes with --apply", "add --apply, or leave it out")
    if undo is not None:
        _undo(door, agent, undo)
        return 0
    if sources:
        return _audit_files(door, sources, form, examples)
    with door.connect_to_read() as nn:
        memory = _known(nn, agent)
        found = memory.audit()
        document: dict[str, Any] = {"agent": agent, **found.as_dict()}
        shown = show_audit(found, f"the memory of `{agent}`", examples)
        if apply:
            tidied = memory.tidy(found, only) if only else memory.tidy(found)
            document["applied"] = {
                "audit_id": tidied.audit_id, "ids": [one.id for one in tidied.done],
            }  # fmt: skip
            shown += show_tidied(tidied, agent)
        elif found.touched:
            shown.append("Nothing was changed; --apply carries out all but the near copies and")
            shown.append("doubtful pairs, and says how to take it back.")
    door.answer(document, *shown)
    return 0


def _undo(door: Door, agent: str, audit_id: str) -> None:
    with door.connect_to_read() as nn:
        moved = _known(nn, agent).untidy(audit_id)
    said = f": {count(len(moved), 'thing')} stand as before"
    document = {"agent": agent, "undone": audit_id, "ids": list(moved)}
    door.answer(document, line(tint("taken back", "green"), said))


def _audit_files(door: Door, sources: list[str], form: str, examples: int) -> int:
    aside = list[dict[str, Any]]()

    def readable(arrivals: Iterator[netnew.Arrival]) -> Iterator[netnew.Arrival]:
        for one in arrivals:
            if one.problem is None:
                yield one
                continue
            aside.append({"file": one.file, "line": one.line, "problem": one.problem.problem})
            if len(aside) <= TOLD_AT_MOST:
                complain(str(one.problem))

    with _progress(sources, "reading") as heard:
        found = netnew.audit_arrivals(readable(_read(sources, form, heard)))
    document = {"sources": sources, **found.as_dict(), "set_aside": aside}
    door.answer(document, *show_audit(found, ", ".join(sources), examples))
    return 1 if aside else 0


def _read(
    sources: list[str], form: str, heard: Callable[[int], object] | None
) -> Iterator[netnew.Arrival]:
    for source in sources:
        stdin = source == "-"
        yield from netnew.read_memories(
            sys.stdin.buffer if stdin else Path(source),
            form=form,
            name="stdin" if stdin else None,
            heard=heard,
        )


def _strictly(arrivals: Iterator[netnew.Arrival], *, strict: bool) -> Iterator[netnew.Arrival]:
    for one in arrivals:
        if strict and one.problem is not None:
            raise one.problem
        yield one


def _known(nn: netnew.Netnew, agent: str) -> netnew.Memory:
    """The memory of an agent that has one."""
    names = nn.agents()
    if agent not in names:
        raise netnew.NotFoundError(
            f"the agent {agent!r:.60} has no memory",
            f"--agent names one of {', '.join(names[:5])}" if names else "no agent has one yet",
        )
    return memory_of(nn, agent)


def _tell(one: netnew.Brought, number: int) -> None:
    if one.arrival.problem is not None and number <= TOLD_AT_MOST:
        complain(str(one.arrival.problem))


def _show_each(door: Door, one: netnew.Brought) -> None:
    if door.json:
        door.line(one.as_dict())
        return
    place = f"{one.arrival.file}:{one.arrival.line}"
    console().print(line(f"{place}  ", tint(one.outcome, "bold"), f"  {one.item_id or ''}"))
    console().print(line(f"    {one.reason.removeprefix(f'{place}: ')}"))


def _summary(tally: netnew.Tally, agent: str, *, dry_run: bool) -> list[Any]:
    kinds = tally.as_dict()["by_kind"]
    named = [count(sum(found.values()), kind) for kind, found in kinds.items() if kind != "line"]
    table = plain_table("", "", "")
    table.show_header = False
    table.columns[1].justify = "right"
    for outcome, number, meaning in tally.rows():
        table.add_row(outcome, f"{number:,}", meaning)
    begun = tint("would bring" if dry_run else "brought", "yellow" if dry_run else "green")
    head = line(begun, f" into `{agent}`: {', '.join(named) or 'nothing'}")
    return [head, table, *(["A dry run: nothing was changed."] if dry_run else [])]


@contextmanager
def _progress(sources: list[str], doing: str) -> Iterator[Callable[[int], object] | None]:
    """A bar on stderr while a person looks on, and nothing otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn(doing), BarColumn(), DownloadColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=_bytes(sources))
        yield lambda size: bar.advance(task, size)


def _bytes(sources: list[str]) -> int | None:
    files = [Path(source) for source in sources]
    if not all(file.is_file() for file in files):
        return None
    return sum(file.stat().st_size for file in files)
