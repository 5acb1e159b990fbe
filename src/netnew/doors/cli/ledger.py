"""`netnew ledger`: what was recorded, and whether it is still what was recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import count, line, plain_table, tint

group = typer.Typer(no_args_is_help=True, help="The append-only record of every verdict.")

# The highest place that a database column can hold.
LAST_SEQ = 2**63 - 1

StreamArgument = Annotated[str, typer.Argument(metavar="STREAM", help="A stream's name.")]
AgainstOption = Annotated[
    Path | None,
    typer.Option(
        metavar="HEADS.json",
        help="Heads kept from earlier (`netnew ledger list --json`); each must still be passed.",
    ),
]


@command(group, "list", example="netnew ledger list --json > heads.json")
def list_streams(door: Door) -> None:
    """Every stream with its length and its head, the seal that stands for all before it."""
    with door.connect_to_read() as nn:
        heads = nn.ledger.heads()
    document = {"heads": [head._asdict() for head in heads]}
    if not heads:
        door.answer(document, "The ledger is empty; `netnew demo` shows one that is not.")
        return
    table = plain_table("stream", "rows", "head")
    for head in heads:
        table.add_row(head.stream, str(head.seq), head.seal[:16] + "…")
    door.answer(document, table)


@command(group, "verify", example="netnew ledger verify --against heads.json")
def verify(door: Door, against: AgainstOption = None) -> int:
    """Find every row that was edited, removed, slipped in or moved; exit 1 when one was."""
    anchors = [] if against is None else list(_heads_in(against))
    with door.connect_to_read() as nn:
        found = nn.ledger.verify(anchors=anchors)
        rows = {head.stream: head.seq for head in nn.ledger.heads()}
    faults = [fault for stream in found.values() for fault in stream]
    document = {
        "ok": not faults,
        "streams": len(found),
        "rows": sum(rows.values()),
        "faults": [fault._asdict() for fault in faults],
    }
    if not faults:
        kept = f", {count(len(anchors), 'kept head')} passed" if anchors else ""
        counted = f": {count(sum(rows.values()), 'row')} in {count(len(found), 'stream')}{kept}"
        door.answer(document, line(tint("whole", "green"), counted))
        return 0
    table = plain_table("stream", "row", "damage", "what the chain says")
    for fault in faults:
        table.add_row(fault.stream, str(fault.seq), tint(fault.damage, "red"), fault.detail)
    verdict = line(
        tint("broken", "red"),
        f": {count(len(faults), 'fault')}, where the record is not what was written",
    )
    door.answer(document, table, verdict)
    return 1


@command(group, "show", example="netnew ledger show gate --json | tail -1")
def show(
    door: Door,
    stream: StreamArgument,
    after: Annotated[int, typer.Option(min=0, max=LAST_SEQ, help="Begin behind this row.")] = 0,
) -> None:
    """Print the rows of a stream in order; with --json one object a line."""
    with door.connect_to_read() as nn:
        rows = nn.ledger.rows(stream, after=after)
        first = next(rows, None)
        if first is None:
            nn.ledger.verify([stream])  # says so when there is no such stream
            return
        for row in _with_first(first, rows):
            if door.json:
                door.line(_as_document(row))
            else:
                door.answer({}, f"{row.seq:>6}  {row.recorded_at[:19]}  {row.kind}  {row.row_id}")


def _with_first(first: netnew.Row, rest: Iterator[netnew.Row]) -> Iterator[netnew.Row]:
    yield first
    yield from rest


def _as_document(row: netnew.Row) -> dict[str, Any]:
    return {
        "stream": row.stream,
        "seq": row.seq,
        "row_id": row.row_id,
        "content_id": row.content_id,
        "kind": row.kind,
        "body": row.body,
        "aside": row.aside,
        "key": row.key,
        "recorded_at": row.recorded_at,
        "previous": row.previous,
        "seal": row.seal,
    }


def _heads_in(file: Path) -> Iterator[netnew.Head]:
    example = '{"heads": [{"stream": "gate", "seq": 12, "seal": "…"}]}'
    way_out = f"make it with `netnew ledger list --json`; it looks like {example}"
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise netnew.FileUnreadableError(
            f"{file} cannot be read ({error.strerror})", "check its name and owner"
        ) from error
    except (ValueError, RecursionError) as error:
        raise netnew.RecordError(str(file), f"is no JSON ({error})", way_out) from error
    heads = document.get("heads") if isinstance(document, dict) else None
    if not isinstance(heads, list):
        raise netnew.RecordError(str(file), "holds no list of heads", way_out)
    for place, head in enumerate(heads, 1):
        if not _is_head(head):
            raise netnew.RecordError(str(file), f"head {place} is none", way_out)
        yield netnew.Head(head["stream"], head["seq"], head["seal"])


def _is_head(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    stream, seq, seal = (value.get(name) for name in netnew.Head._fields)
    if not (isinstance(stream, str) and isinstance(seal, str)):
        return False
    # No stored text holds a NUL or a lone surrogate. A bool is an int to Python, and no place.
    storable = "\0" not in stream and stream.encode(errors="ignore").decode() == stream
    return storable and type(seq) is int and 1 <= seq <= LAST_SEQ
