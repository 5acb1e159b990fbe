"""`netnew hook install --print`: what goes into the settings of Claude Code."""

from __future__ import annotations

import json
import shlex
from typing import Annotated, Any

import typer

import netnew
from netnew.doors.cli.door import Door
from netnew.doors.cli.hook.running import EVENTS, AgentOption, EnforceFlag

# Long enough for a database that others write to; a hook that hangs must not hold the agent up.
TIMEOUT_SECONDS = 10


def install(
    door: Door,
    *,
    printed: Annotated[
        bool, typer.Option("--print", help="Print it; nothing is ever written.")
    ] = False,
    agent: AgentOption = "claude-code",
    enforce: EnforceFlag = False,
) -> None:
    """Print the hooks for `.claude/settings.json`; people put them there, netnew writes nothing."""
    if not printed:
        raise netnew.InputError(
            "netnew does not write into the settings of other programs",
            "give --print, and put what it prints into .claude/settings.json",
        )
    flags = [] if agent == "claude-code" else ["--agent", agent]
    flags += ["--enforce"] if enforce else []
    called = shlex.join(["netnew", "hook", "claude-code", *flags])
    print(json.dumps({"hooks": {event: [_hook(event, called)] for event in EVENTS}}, indent=2))


def _hook(event: str, called: str) -> dict[str, Any]:
    matcher = {"matcher": "*"} if event.startswith("PostToolUse") else {}
    hook = {"type": "command", "command": called, "timeout": TIMEOUT_SECONDS}
    return {**matcher, "hooks": [hook]}
