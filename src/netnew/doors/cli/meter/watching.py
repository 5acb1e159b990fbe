"""`netnew meter watch`: follow a growing trace, and act when it is time to stop."""

from __future__ import annotations

import os
import subprocess
from typing import Annotated

import typer

import netnew
from netnew.doors.cli.door import Door
from netnew.doors.cli.meter.options import EmbedderOption, ProfileOption, Rules
from netnew.doors.cli.meter.scoring import COLOURS, EXIT_CODES
from netnew.doors.cli.screen import line, tint

TraceArgument = Annotated[str, typer.Argument(metavar="TRACE.jsonl", help="One round a line.")]
RunOption = Annotated[
    str | None,
    typer.Option(
        "--run", metavar="COMMAND",
        help="Run this in a shell at SHIP or ESCALATE; NETNEW_SIGNAL and NETNEW_ROUND are set.",
    ),
]  # fmt: skip
IdleOption = Annotated[
    float | None, typer.Option(min=0.1, help="End when nothing came for so many seconds.")
]
IntervalOption = Annotated[float, typer.Option(min=0.05, help="Seconds between two looks.")]


def watch(
    door: Door,
    trace: TraceArgument,
    run: RunOption = None,
    idle_seconds: IdleOption = None,
    *,
    interval_seconds: IntervalOption = 0.5,
    profile: ProfileOption = None,
    embedder: EmbedderOption = None,
) -> int:
    """Print one line for each round that is written; end at the first signal to stop."""
    rules = Rules(profile, embedder)
    meter, last = rules.meter(), -1
    signal = "CONTINUE"
    rounds = netnew.follow_rounds(
        trace, interval_seconds=interval_seconds, idle_seconds=idle_seconds
    )
    for round_ in rounds:
        if round_.number <= last:
            # The trace began again: what was said before is of another conversation.
            meter = rules.meter()
        reading, last = meter.observe(round_), round_.number
        signal = reading.signal
        _show(door, reading)
        if signal != "CONTINUE":
            if run:
                _run(run, reading)
            break
    return EXIT_CODES[signal]


def _show(door: Door, reading: netnew.Reading) -> None:
    found = reading.as_row()
    if door.json:
        door.line(found)
        return
    figures = (
        f"round {found['round']}  {found['new_claims']} new of {found['claims']}"
        f"  novelty {found['novelty_rate']:.2f}  readiness {found['action_readiness']:.2f}  "
    )
    door.answer({}, line(figures, tint(reading.signal, COLOURS[reading.signal])))


def _run(command: str, reading: netnew.Reading) -> None:
    environment = os.environ | {
        "NETNEW_SIGNAL": reading.signal,
        "NETNEW_ROUND": str(reading.round.number),
    }
    # The command is the user's own, given on the user's own command line.
    done = subprocess.run(command, shell=True, env=environment, check=False)  # noqa: S602
    if done.returncode:
        raise netnew.InputError(
            f"the command {command!r} ended with {done.returncode}", "mend it; the trace is fine"
        )
