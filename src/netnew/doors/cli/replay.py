"""`netnew replay`: judge everything recorded again; every digest must come out the same."""

from __future__ import annotations

from typing import Annotated

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import count, line, plain_table, tint


def register(app: typer.Typer) -> None:
    """Add the command to the root."""
    command(app, "replay", example="netnew replay --json")(replay)


def replay(
    door: Door,
    embedder: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Of semantic judgements by another than wordllama."),
    ] = None,
) -> int:
    """Judge every recorded claim again on its own snapshots; exit 1 where a digest differs."""
    model = netnew.load_embedder(embedder) if embedder else None
    with door.connect() as nn:
        replayed = list(nn.gate.replay(embedder=model))
    differing = [one for one in replayed if not one.agrees]
    document = {
        "ok": not differing,
        "replayed": len(replayed),
        "differing": [one._asdict() for one in differing],
    }
    if not differing:
        door.answer(
            document,
            line(tint("the same", "green"), f": {count(len(replayed), 'judgement')}, every digest"),
        )
        return 0
    table = plain_table("judgement", "claim", "what it is now")
    for one in differing:
        table.add_row(one.kgr_id, one.claim_id, tint(one.detail, "red"))
    door.answer(document, table, tint(f"{len(differing)} judgements come out otherwise", "red"))
    return 1
