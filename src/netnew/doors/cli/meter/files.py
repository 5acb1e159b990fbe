"""`netnew meter plot`, `calibrate` and `extract`: what is made from files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import netnew
from netnew.doors.cli.door import Door
from netnew.doors.cli.meter.options import (
    EmbedderOption,
    FileArgument,
    FormatOption,
    ProfileOption,
    Rules,
)
from netnew.doors.cli.screen import plain_table

FORMATS = (".svg", ".png", ".html")
OutOption = Annotated[
    Path, typer.Option("-o", "--output", metavar="FILE", help="Where to: .svg, .png or .html.")
]
FolderArgument = Annotated[
    Path, typer.Argument(metavar="DIR", help="Transcripts that carry `_expected`.")
]
LogArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A log of a conversation.")]


def plot(
    door: Door,
    file: FileArgument,
    output: OutOption,
    profile: ProfileOption = None,
    embedder: EmbedderOption = None,
    log_format: FormatOption = "auto",
) -> None:
    """Draw new claims and readiness by round, with the round at which to stop."""
    if output.suffix not in FORMATS:
        raise netnew.SettingError(
            f"{output} is no {', '.join(FORMATS)} file", "name one of these kinds"
        )
    found = Rules(profile, embedder).score(file, log_format).as_dict()
    chart = netnew.meter_chart(found)
    try:
        if output.suffix == ".html":
            chart.save(str(output), inline=True)
        else:
            chart.save(str(output))
    except OSError as error:
        raise netnew.FileUnreadableError(
            f"{output} cannot be written ({error.strerror})", "name a place that can be"
        ) from error
    door.answer({"written": str(output)}, f"written: {output}")


def calibrate(
    door: Door,
    folder: FolderArgument,
    profile: ProfileOption = None,
    embedder: EmbedderOption = None,
) -> None:
    """Compare labelled transcripts with the meter, and suggest thresholds that fit them."""
    rules = Rules(profile, embedder)
    found = netnew.calibrate_meter(
        folder, profile=rules.profile, policy=rules.policy, embedder=rules.embedder
    )
    low, high = found.interval
    confusion = plain_table("expected", "found", "transcripts")
    for (expected, signal), count in sorted(found.confusion.items()):
        confusion.add_row(expected, signal, str(count))
    thresholds = plain_table("threshold", "suggested", "fits as well", "agreeing")
    for suggestion in found.suggestions:
        span = f"{suggestion.lowest:g} to {suggestion.highest:g}"
        agreeing = f"{suggestion.agreeing}/{found.total}"
        thresholds.add_row(suggestion.threshold, f"{suggestion.value:g}", span, agreeing)
    door.answer(
        found.as_dict(),
        f"{found.agreeing} of {found.total} transcripts read as labelled "
        f"(95 % interval {low:.2f} to {high:.2f})",
        confusion,
        thresholds,
    )


def extract(door: Door, file: LogArgument, log_format: FormatOption = "auto") -> None:
    """Read a real log as a transcript, and print the transcript."""
    found = netnew.extract(file, log_format)
    if door.json:
        door.line(found.transcript)
        return
    table = plain_table("round", "taken as", "text")
    for round_ in found.transcript["rounds"]:
        for kind, texts in round_["outputs"].items():
            for text in texts:
                table.add_row(str(round_["round"]), kind, text)
    counts = ", ".join(f"{count} {kind}" for kind, count in found.counts.items())
    door.answer({}, table, f"{file}: read as {found.format}, {counts}")
