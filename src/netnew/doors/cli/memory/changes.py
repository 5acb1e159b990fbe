"""`netnew memory why`, `history`, `undo`, `archive`, `forget`: how things came to stand so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.memory.options import (
    NOBODY,
    AgentOption,
    ByOption,
    ItemArgument,
    LimitOption,
    memory_of,
)
from netnew.doors.cli.memory.shown import day, nothing_of, word
from netnew.doors.cli.screen import count, line, plain_table, tint

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

KINDS = ("fact", "episode", "decision")
SOME_FACT = "fact_0123456789abcdef0123456789abcdef"


def register(group: typer.Typer) -> None:
    """Add the commands of changes."""
    command(group, "why", example=f"netnew memory why {SOME_FACT}")(why)
    command(group, "history", example="netnew memory history --agent planner --limit 20")(history)
    command(group, "undo", example=f"netnew memory undo {SOME_FACT} --steps 2 --as ann")(undo)
    example = "netnew memory archive --kind fact --unseen-days 180 --keep-confirmed 3"
    command(group, "archive", example=example)(archive)
    example = f"netnew memory forget {SOME_FACT} --as ann --reason 'the customer asked for it'"
    command(group, "forget", example=example)(forget)
    command(group, "agents", example="netnew memory agents --json")(agents)


def why(door: Door, item_id: ItemArgument, agent: AgentOption = NOBODY) -> None:
    """Why an item stands as it does: every change of it, with its rule and numbers."""
    with door.connect_to_read() as nn:
        found = memory_of(nn, agent).why(item_id)
    head = line(tint(found.id, "bold"), " is ", word(found.state))
    door.answer(asdict(found), head, _changes(found.history))


def history(
    door: Door,
    item_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="Left out: the latest changes of all.")
    ] = None,
    *,
    agent: AgentOption = NOBODY,
    limit: LimitOption = 50,
) -> None:
    """The changes of one item, or the latest of all, oldest first."""
    with door.connect_to_read() as nn:
        found = memory_of(nn, agent).history(item_id, limit=limit)[-limit:]
        nothing = nothing_of(nn, agent, "change")
    document = {"agent": agent, "changes": [asdict(one) for one in found]}
    if item_id is not None or not found:
        door.answer(document, _changes(found) if found else nothing)
        return
    entries = [_change(one) for one in found]
    door.answer(document, *(part for one in entries for part in one))


def undo(
    door: Door,
    item_id: ItemArgument,
    *,
    agent: AgentOption = NOBODY,
    steps: Annotated[int, typer.Option(min=1, max=10_000, help="How many changes.")] = 1,
    by: ByOption = None,
) -> None:
    """Take the last change of an item back; what it moved stands as before."""
    with door.connect_to_read() as nn:
        memory = memory_of(nn, agent)
        moved = memory.undo(item_id, steps=steps, by=by)
        stand = {one: memory.why(one).state for one in moved}
    lines = [line(f"{one} is ", word(state)) for one, state in stand.items()]
    document = {"item_id": item_id, "steps": steps, "moved": list(moved), "states": stand}
    door.answer(document, line(tint("taken back", "green"), f": {count(steps, 'change')}"), *lines)


def archive(
    door: Door,
    *,
    kind: Annotated[str, typer.Option(metavar="fact|episode|decision", help="What to archive.")],
    unseen_days: Annotated[
        int, typer.Option(min=1, metavar="DAYS", help="Not learned, confirmed or used for so long.")
    ],
    keep_confirmed: Annotated[
        int | None, typer.Option(min=1, metavar="TIMES", help="But not what was said so often.")
    ] = None,
    agent: AgentOption = NOBODY,
) -> None:
    """Archive what was not seen for so long: it stays, inactive, and `undo` brings it back."""
    if kind not in KINDS:
        raise netnew.InputError(f"no kind is called {kind!r:.20}", f"choose {', '.join(KINDS)}")
    rule = netnew.Retention(cast(Any, kind), unseen_days, keep_confirmed)
    with door.connect_to_read() as nn:
        archived = memory_of(nn, agent).archive(rule)
    shown = line(tint("archived", "green"), f": {count(len(archived), kind)}")
    door.answer({"kind": kind, "unseen_days": unseen_days, "archived": list(archived)}, shown)


def forget(
    door: Door,
    item_id: ItemArgument,
    *,
    by: Annotated[str, typer.Option("--as", metavar="NAME", help="Who erases it; is recorded.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it is recorded.")],
    agent: AgentOption = NOBODY,
) -> None:
    """Erase all that an item says, for good; that it was there, and when, stays provable."""
    with door.connect_to_read() as nn:
        memory_of(nn, agent).forget(item_id, by=by, reason=reason)
    shown = line(tint("forgotten", "green"), f": {item_id}; nothing brings its words back")
    door.answer({"forgotten": item_id}, shown)


def agents(door: Door) -> None:
    """Every agent that remembers something here."""
    with door.connect_to_read() as nn:
        found = nn.agents()
    none = "No agent remembers anything yet; `netnew memory learn --help` shows how to begin."
    door.answer({"agents": found}, *(found or [none]))


def _changes(changes: Sequence[netnew.Told]) -> Table:
    """The changes of one item."""
    table = plain_table("", "when", "what")
    for one in changes:
        table.add_row(str(one.seq), day(one.at), _text(one))
    return table


def _change(one: netnew.Told) -> list[RenderableType]:
    """A change among those of many items: it names its own."""
    from rich.padding import Padding

    head = line(f"{one.seq:>4}  {day(one.at)}  ", tint(one.item_id, "bold"))
    return [head, Padding(_text(one), (0, 0, 0, 6), expand=False)]


def _text(one: netnew.Told) -> Text:
    return tint(one.text, "dim" if one.undone else "")
