"""What the demo shows, act by act: each runs the real thing and says what it found."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import netnew
from netnew.doors.cli.demo.story import CLAIMS, CONVERSATION, CYCLES, KNOWN, NOTES
from netnew.doors.cli.screen import line, plain_table, tint

if TYPE_CHECKING:
    from rich.console import RenderableType

STREAM = "gate"
# The claim that looks known and says another number, among `CLAIMS`.
CHANGED = 2
BAR = 24
BARS = "▁▂▃▄▅▆▇█"
CLASS_COLOURS = {
    "KNOWN": "cyan",
    "NEAR_DUP": "yellow",
    "NOVEL_CONNECTED": "green",
    "NOVEL_ORPHAN": "green",
}
LEVEL_COLOURS = {"NORMAL": "green", "ELEVATED": "yellow", "HIGH": "red", "CRITICAL": "red"}
WHAT_A_CLASS_SAYS = (
    "The class says how much of the words is known; the arrow, what becomes of the claim."
)
# What becomes of a claim, by the last reason of its route.
GOES = {
    "diff_wording_only": "goes on as known: nothing else is said",
    "diff_unknown": "goes on beside what it resembles",
    "diff_constraint_change": "goes on as a change, not merged:",
    "queued_for_clustering": "waits until others say the like",
}
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
    nn.ledger.append("meter", [netnew.Entry("demo/meter", body)])
    stops = [found["stop_recommendation"] for found in readings]
    at = next(at for at, stop in enumerate(stops) if stop["signal"] != "CONTINUE")
    return Act(
        "stop",
        "When to stop: five rounds of agents hunting a timeout",
        [table, "", tint(f"Round {at + 1}: {stops[at]['rationale']}", "dim")],
        {"stops_at_round": at + 1, "signal": stops[at]["signal"], "rounds": len(readings)},
    )


def gate_the_claims(nn: netnew.Netnew) -> Act:
    """Judge what the agents want to write down against what the runbook and the notes hold."""
    nn.bases.add("runbook", KNOWN)
    nn.bases.add("notes", NOTES)
    gate = nn.gate.open(user="notes", core="runbook")
    claims = [netnew.Claim(text, f"claim-{at}", "LOW") for at, text in enumerate(CLAIMS, 1)]
    judged = nn.gate.judge(gate, claims)
    table = plain_table("claim", "class", "nearest", "shared")
    for text, one in zip(CLAIMS, judged, strict=True):
        kgr, scores = one["kgr"], one["kgr"]["best_match_scores"]
        shared = f"{scores['intersection']}/{scores['union']}"
        notes = one.get("diff_stub", {}).get("diff_notes", [])
        reason = one["route"]["reasons"][-1]
        goes = tint(f"\n→ {GOES.get(reason, reason.replace('_', ' '))}", "dim")
        said = line(text, goes, *(tint(f"\n  {note}", "yellow") for note in notes))
        colour = CLASS_COLOURS[kgr["class"]]
        table.add_row(said, tint(kgr["class"], colour), kgr["best_match_id"], shared)
    answers = [
        {"class": one["kgr"]["class"], "route": one["route"]["label"],
         "reasons": one["route"]["reasons"], "nearest": one["kgr"]["best_match_id"],
         "kgr_id": one["kgr"]["kgr_id"]}
        for one in judged
    ]  # fmt: skip
    return Act(
        "gate",
        f"What is known: five claims against a runbook of {len(KNOWN)} items",
        [table, "", tint(WHAT_A_CLASS_SAYS, "dim")],
        {"answers": answers},
    )


def watch_a_harness(nn: netnew.Netnew) -> Act:
    """Record runs of an evaluation until it no longer tells good from better."""
    harness = nn.ratchet("demo")
    names = ("benchmark_ceiling_rate", "proposal_pass_rate", "auditor_unanimous_rate",
             "improvement_delta")  # fmt: skip
    readings = [
        harness.record_cycle(
            {"cycle_id": f"run-{at:02}",
             "metrics": dict(zip(names, cycle, strict=True)) | {"regression_pass_rate": 1.0}}
        )
        for at, cycle in enumerate(CYCLES, 1)
    ]  # fmt: skip
    levels = [found["snapshot"]["saturation_level"] for found in readings]
    marks = [
        tint(BARS[min(7, int(found["snapshot"]["saturation_score"] * 8))], LEVEL_COLOURS[level])
        for found, level in zip(readings, levels, strict=True)
    ]
    last = readings[-1]["consistency"]
    return Act(
        "ratchet",
        f"When a harness has gone soft: {len(CYCLES)} runs of an evaluation",
        [
            line("saturation  ", *marks, f"  {levels[0]} → ", tint(levels[-1], "red")),
            line(tint(last["action"], "red"), f": {last['reason']}"),
        ],
        {"levels": levels, "action": last["action"], "reason": last["reason"]},
    )


def break_a_ledger(nn: netnew.Netnew, scratch: Path) -> Act:
    """Edit one row of a copy of the record, and let the chain say which."""
    rows = list(nn.ledger.rows(STREAM))
    recorded = sum(head.seq for head in nn.ledger.heads())
    whole = not any(nn.ledger.verify().values())
    url = f"sqlite:///{scratch / 'copy.db'}"
    settings = netnew.Settings()
    with netnew.connect(url, settings=settings) as copy:
        copy.ledger.append(STREAM, [netnew.Entry(row.kind, row.body, row.aside) for row in rows])
    with sqlite3.connect(scratch / "copy.db") as raw:
        raw.execute("UPDATE ledger_rows SET body_json = '{}' WHERE seq = 3")
    raw.close()
    with netnew.connect(url, settings=settings) as copy:
        (fault,) = copy.ledger.verify()[STREAM]
    mark = tint("whole", "green") if whole else tint("broken", "red")
    found = tint(f"row {fault.seq} was {fault.damage}", "red")
    return Act(
        "ledger",
        "Why to trust it: every verdict is in a chained ledger",
        [
            line(f"{recorded} rows recorded, every chain ", mark),
            line(f"a copy of stream `{STREAM}`, one verdict edited by hand: ", found),
        ],
        {"rows": recorded, "whole": whole, "found_in_copy": fault._asdict()},
    )
