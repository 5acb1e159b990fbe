"""`netnew meter score` and `stop`: read a transcript, say whether to stop and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from netnew.doors.cli.door import Door, plain_table
from netnew.doors.cli.meter.options import EmbedderOption, FileArgument, ProfileOption, Rules

if TYPE_CHECKING:
    from rich.table import Table

EXIT_CODES = {"CONTINUE": 0, "SHIP": 10, "ESCALATE": 20, "STOP": 30}
COLOURS = {"CONTINUE": "blue", "SHIP": "green", "ESCALATE": "red", "STOP": "yellow"}
BAR = 20
SHOWN_ROUNDS = 12


def score(
    door: Door, file: FileArgument, profile: ProfileOption = None, embedder: EmbedderOption = None
) -> None:
    """Print the signal, why, novelty and readiness by round, and what would change the signal."""
    found = Rules(profile, embedder).score(file).as_dict()
    if door.json:
        door.line(found)
        return
    door.answer(found, headline(found), rounds_table(found), *_closing(found))


def stop(
    door: Door, file: FileArgument, profile: ProfileOption = None, embedder: EmbedderOption = None
) -> int:
    """Exit 0 to continue, 10 to ship, 20 to escalate (30: stop, where the policy knows it)."""
    reading = Rules(profile, embedder).score(file)
    found = reading.as_dict()
    if door.json:
        door.line(found["stop_recommendation"] | {"hint": found["hint"]})
    else:
        door.answer({}, headline(found))
    return EXIT_CODES[reading.signal]


def headline(found: Mapping[str, Any]) -> str:
    """The signal and why, in two or three lines."""
    from rich.markup import escape

    stop = found["stop_recommendation"]
    colour = COLOURS[stop["signal"]]
    lines = [
        f"[bold {colour}]{stop['signal']}[/] after round {stop['round']}: {found['hint']}",
        escape(stop["rationale"]),
    ]
    if stop["caveat"]:
        lines.append(f"[italic]{stop['caveat']}[/]")
    return "\n".join(lines)


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
            f"[{COLOURS[novelty['signal']]}]{novelty['signal']}[/]",
        )
    return table


def _closing(found: Mapping[str, Any]) -> list[str]:
    from rich.markup import escape

    hidden = len(found["novelty_by_round"]) - SHOWN_ROUNDS
    lines = [f"({hidden} earlier rounds not shown)"] if hidden > 0 else []
    for warning in found["warnings"]:
        code, text = warning["code"], escape(warning["text"])
        lines.append(f"[yellow]warning[/] {code}, round {warning['round']}: {text}")
    lines.append(f"To change this: {escape(found['stop_recommendation']['would_flip'])}.")
    return lines
