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
    """Decide everything recorded again, claims and memories; exit 1 where a digest differs."""
    model = netnew.load_embedder(embedder) if embedder else None
    with door.connect() as nn:
        replayed = list(nn.gate.replay(embedder=model))
        remembered = [one for agent in nn.agents() for one in nn.memory(agent_id=agent).replay()]
    differing = [one for one in replayed if not one.agrees]
    changed = [one for one in remembered if not one.agrees]
    document = {
        "ok": not differing and not changed,
        "replayed": len(replayed),
        "differing": [one._asdict() for one in differing],
        "memory_replayed": len(remembered),
        "memory_differing": [one._asdict() for one in changed],
    }
    if document["ok"]:
        counted = [count(len(replayed), "judgement"), count(len(remembered), "act") + " of memory"]
        told = " and ".join(counted if remembered else counted[:1])
        door.answer(document, line(tint("the same", "green"), f": {told}, every digest"))
        return 0
    table = plain_table("what", "of", "what it is now")
    for one in differing:
        table.add_row(one.kgr_id, one.claim_id, tint(one.detail, "red"))
    for other in changed:
        table.add_row(other.item_id, other.act, tint(other.detail, "red"))
    many = len(differing) + len(changed)
    door.answer(document, table, tint(f"{count(many, 'verdict')} come out otherwise", "red"))
    return 1
