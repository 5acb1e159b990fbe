"""`netnew meter`: is a conversation or loop still producing anything new?"""

from __future__ import annotations

import typer

from netnew.doors.cli.door import command
from netnew.doors.cli.meter.files import calibrate, extract, plot
from netnew.doors.cli.meter.scoring import score, stop
from netnew.doors.cli.meter.watching import watch

group = typer.Typer(
    no_args_is_help=True, help="Is a conversation or loop still producing anything new?"
)
command(group, "score", example="netnew meter score examples/meeting-stop.json")(score)
command(group, "stop", example="netnew meter stop trace.jsonl || echo stop")(stop)
command(group, "watch", example="netnew meter watch trace.jsonl --run 'touch stop'")(watch)
command(group, "plot", example="netnew meter plot trace.jsonl -o curve.svg")(plot)
command(group, "calibrate", example="netnew meter calibrate examples/calibration")(calibrate)
command(group, "extract", example="netnew meter extract session.jsonl --json > trace.json")(extract)
