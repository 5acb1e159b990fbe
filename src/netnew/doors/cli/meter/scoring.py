"""`netnew meter score` and `stop`: read a transcript, say whether to stop and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from netnew.doors.cli.door import Door
from netnew.doors.cli.meter.options import (
    EmbedderOption,
    FileArgument,
    FormatOption,
    ProfileOption,
    Rules,
)
from netnew.doors.cli.screen import line, plain_table, tint

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

EXIT_CODES = {"CONTINUE": 0, "SHIP": 10, "ESCALATE": 20, "STOP": 30}
COLOURS = {"CONTINUE": "blue", "SHIP": "green", "ESCALATE": "red", "STOP": "yellow"}
BAR = 20
SHOWN_ROUNDS = 12


def score(
    door: Door,
    file: FileArgument,
    profile: ProfileOption = None,
    embedder: EmbedderOption = None,
    log_format: FormatOption = "auto",
) -> None:
    """Print the signal, why, novelty and readiness by round, and what would change the signal."""
    found = Rules(profile, embedder).score(file, log_format).as_dict()
    if door.json:
        door.line(found)
        return
    door.answer(found, *headline(found), rounds_table(found), *_closing(found))


def stop(
    door: Door,
    file: FileArgument,
    profile: ProfileOption = None,
    embedder: EmbedderOption = None,
    log_format: FormatOption = "auto",
) -> int:
    """Exit 0 to continue, 10 to ship, 20 to escalate (30: stop, where the policy knows it)."""
    reading = Rules(profile, embedder).score(file, log_format)
    found = reading.as_verdict()
    if door.json:
        door.line(found["stop_recommendation"] | {"hint": found["hint"]})
    else:
        door.answer({}, *headline(found))
    return EXIT_CODES[reading.signal]


def headline(found: Mapping[str, Any]) -> list[str | Text]:
    """The signal and why, in two or three lines."""
    stop = found["stop_recommendation"]
    signal = tint(stop["signal"], f"bold {COLOURS[stop['signal']]}")
    lines: list[str | Text] = [
        line(signal, f" after round {stop['round']}: {found['hint']}"),
        stop["rationale"],
    ]
    if stop["caveat"]:
        lines.append(tint(stop["caveat"], "italic"))
    return lines


def rounds_table(found: Mapping[str, Any]) -> Table:
    """New claims as a bar, readiness and signal, for the last rounds."""
    table = plain_table("round", "new", "novelty", "", "readiness", "signal")
    rows = list(zip(found["novelty_by_round"], found["readiness_by_round"], strict=True))
    for novelty, ready in rows[-SHOWN_ROUNDS:]:
        rate = novelty["novelty_rate"]
        filled = round(rate * BAR)
        table.add_row(
            str(novelty["round"]),
            f"{novelty['new_claims']}/{novelty['claims']}",
            f"{rate:.2f}",
            "█" * filled + "░" * (BAR - filled),
            f"{ready['action_readiness']:.2f} {ready['readiness_classification']}",
            tint(novelty["signal"], COLOURS[novelty["signal"]]),
        )
    return table


def _closing(found: Mapping[str, Any]) -> list[str | Text]:
    hidden = len(found["novelty_by_round"]) - SHOWN_ROUNDS
    lines: list[str | Text] = [f"({hidden} earlier rounds not shown)"] if hidden > 0 else []
    for warning in found["warnings"]:
        spoken = f" {warning['code']}, round {warning['round']}: {warning['text']}"
        lines.append(line(tint("warning", "yellow"), spoken))
    lines.append(f"To change this: {found['stop_recommendation']['would_flip']}.")
    return lines
