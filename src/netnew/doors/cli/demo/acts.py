"""What the demo shows, act by act: each runs the real thing and says what it found."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import netnew
from netnew.doors.cli.demo.story import CLAIMS, CONVERSATION, KNOWN
from netnew.doors.cli.screen import line, plain_table, tint

if TYPE_CHECKING:
    from rich.console import RenderableType

STREAM = "demo"
BAR = 24
COLOURS = {"CONTINUE": "cyan", "SHIP": "green", "ESCALATE": "yellow"}


class Act(NamedTuple):
    """One part of the show, for people and for programs."""

    key: str
    title: str
    shown: list[RenderableType]
    document: dict[str, Any]


def stop_a_loop(nn: netnew.Netnew) -> Act:
    """Watch a conversation until it has stopped producing anything new."""
    meter = netnew.Meter()
    table = plain_table("round", "new", "net-new", "ready", "signal")
    readings = []
    for one in CONVERSATION:
        found = meter.observe(one).as_dict()
        readings.append(found)
        row, stop = found["novelty_by_round"][-1], found["stop_recommendation"]
        ready = found["components"]["action_readiness"]
        bar = "█" * round(row["novelty_rate"] * BAR)
        colour = COLOURS[stop["signal"]]
        table.add_row(
            str(row["round"]),
            f"{row['new_claims']} of {row['claims']}",
            tint(f"{bar:<{BAR}}", colour),
            f"{ready:.2f}",
            tint(stop["signal"], colour),
        )
    body = {"readings": readings, "policy_hash": readings[-1]["policy_hash"]}
    nn.ledger.append(STREAM, [netnew.Entry("demo/meter", body)])
    stops = [found["stop_recommendation"] for found in readings]
    at = next(at for at, stop in enumerate(stops) if stop["signal"] != "CONTINUE")
    return Act(
        "stop",
        "When to stop: five rounds of agents hunting a timeout",
        [table, "", tint(f"Round {at + 1}: {stops[at]['rationale']}", "dim")],
        {"stops_at_round": at + 1, "signal": stops[at]["signal"], "rounds": len(readings)},
    )


def ask_the_base(nn: netnew.Netnew) -> Act:
    """Ask what a base knows of each claim: exact nearest neighbours, shared over all n-grams."""
    nn.bases.add("runbook", KNOWN)
    snapshot = nn.bases.snapshot("runbook")
    table = plain_table("claim", "nearest", "shared")
    answers = []
    for claim in CLAIMS:
        near = snapshot.top_k(claim, 1)
        best = near[0] if near else None
        share = f"{best.intersection}/{best.union}" if best else "0"
        table.add_row(claim, best.id if best else tint("nothing", "green"), share)
        answers.append({"claim": claim, "nearest": best.id if best else None, "shared": share})
    body = {"snapshot": snapshot.hash, "answers": answers}
    same = f"{snapshot.hash[:16]}…: the same bytes, the same answers"
    nn.ledger.append(STREAM, [netnew.Entry("demo/bases", body)])
    return Act(
        "known",
        f"What is known: five claims against a base of {len(KNOWN)} items",
        [table, "", tint(f"Snapshot {same}", "dim")],
        {"snapshot": snapshot.hash, "answers": answers},
    )


def break_a_ledger(nn: netnew.Netnew, scratch: Path) -> Act:
    """Edit one row of a copy of the record, and let the chain say which."""
    rows = list(nn.ledger.rows(STREAM))
    whole = nn.ledger.verify([STREAM])[STREAM] == []
    url = f"sqlite:///{scratch / 'copy.db'}"
    settings = netnew.Settings()
    with netnew.connect(url, settings=settings) as copy:
        copy.ledger.append(STREAM, [netnew.Entry(row.kind, row.body, row.aside) for row in rows])
    with sqlite3.connect(scratch / "copy.db") as raw:
        raw.execute("UPDATE ledger_rows SET body_json = '{}' WHERE seq = 1")
    raw.close()
    with netnew.connect(url, settings=settings) as copy:
        (fault,) = copy.ledger.verify()[STREAM]
    mark = tint("whole", "green") if whole else tint("broken", "red")
    found = tint(f"row {fault.seq} was {fault.damage}", "red")
    return Act(
        "ledger",
        "Why to trust it: every verdict is in a chained ledger",
        [
            line(f"{len(rows)} rows recorded, chain ", mark),
            line("a copy, with one verdict edited by hand: ", found),
        ],
        {"rows": len(rows), "whole": whole, "found_in_copy": fault._asdict()},
    )
