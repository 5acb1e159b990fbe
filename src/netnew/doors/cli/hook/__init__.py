"""`netnew hook`: what an agent's own program calls at its events."""

from __future__ import annotations

import typer

from netnew.doors.cli.door import command
from netnew.doors.cli.hook.install import install
from netnew.doors.cli.hook.running import claude_code

group = typer.Typer(no_args_is_help=True, help="Called by an agent's own program at its events.")
command(group, "claude-code", example="netnew hook claude-code --enforce < event.json")(claude_code)
command(group, "install", example="netnew hook install --print")(install)
