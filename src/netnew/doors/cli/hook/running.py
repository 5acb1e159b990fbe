"""`netnew hook claude-code`: one event on stdin, at most one line of JSON on stdout."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import netnew
from netnew.doors.cli.door import Door, complain
from netnew.doors.cli.hook.answer import judged, recalled
from netnew.doors.cli.hook.event import Event, read_event
from netnew.doors.cli.hook.rounds import outputs_of_event
from netnew.doors.cli.hook.watched import observed, pruned

EVENTS: Final = (
    "SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop",
)  # fmt: skip
# Where Claude Code says that its project lies: the agent itself walks through folders.
PROJECT: Final = "CLAUDE_PROJECT_DIR"
LONGEST_COMPLAINT: Final = 1000

AgentOption = Annotated[
    str, typer.Option(metavar="NAME", help="Whose memory the context comes from.")
]
EnforceFlag = Annotated[
    bool, typer.Option("--enforce", help="End what the meter says to stop; else it is advice.")
]
BudgetOption = Annotated[
    int, typer.Option(min=0, max=2000, metavar="N", help="The most that context takes; 0: none.")
]


def claude_code(
    door: Door,
    *,
    agent: AgentOption = "claude-code",
    enforce: EnforceFlag = False,
    budget_tokens: BudgetOption = 500,
) -> None:
    """Meter a session of Claude Code, give it context, and say when to stop.

    It never fails the agent: whatever goes wrong is one line on stderr, and exit 0.
    """
    try:
        event = read_event(sys.stdin.buffer)
        found = answer(door, event, agent, enforce=enforce, budget_tokens=budget_tokens)
    # An agent must not stumble over its own hook, whatever the reason.
    except Exception as error:
        if door.debug:
            traceback.print_exc()
        told = str(error) if isinstance(error, netnew.NetnewError) else repr(error)
        complain(f"hook: {told[:LONGEST_COMPLAINT]}")
        return
    if found:
        door.line(found)


def answer(
    door: Door, event: Event, agent: str, *, enforce: bool, budget_tokens: int
) -> dict[str, Any]:
    """What to say to an event, once it is counted."""
    if event.name not in EVENTS:
        raise netnew.InputError(
            f"`{event.name[:60]}` is no event that netnew uses", f"it uses {', '.join(EVENTS)}"
        )
    start = Path(os.environ.get(PROJECT) or event.folder or ".")
    if not start.is_dir():
        # A database that is not there is made, with its folders: not for a project that is none.
        raise netnew.InputError(
            f"there is no folder {str(start)!r:.200}", "nothing is counted; start it in a project"
        )
    settings = netnew.read_settings(start, db=door.db, workspace=door.workspace)
    with netnew.connect(settings=settings) as nn:
        if event.name == "SessionStart":
            pruned(nn)
            return {}
        outputs = outputs_of_event(event)
        reading = None if outputs is None else observed(nn, event.session, outputs)
        if event.name == "UserPromptSubmit":
            return recalled(nn, event, agent, budget_tokens)
        return {} if reading is None else judged(event, reading, enforce=enforce)
