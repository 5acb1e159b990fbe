"""What an event adds to the meter of its session: one round, or nothing."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import netnew
from netnew.doors.cli.hook.event import Event

# Netnew's own answers count rounds: they would look like news for ever.
OWN_TOOLS: Final = "mcp__netnew__"
# How long a call took says nothing about what it found.
CLOCKS: Final = frozenset({"durationMs", "durationSeconds", "totalDurationMs"})
LONGEST_MESSAGE: Final = 20_000
MOST_CLAIMS: Final = 100
TAIL_BYTES: Final = 256 * 1024


def outputs_of_event(event: Event) -> dict[str, list[str]] | None:
    """The outputs of the round that an event stands for; None where it stands for none."""
    if event.name == "UserPromptSubmit":
        # A person's word is news, unless it is the same again. Only its hash is kept.
        return {"claims": [netnew.observation_claim(f"prompt {event.text('prompt')}")]}
    if event.name in {"PostToolUse", "PostToolUseFailure"}:
        return _tool_result(event)
    message = _last_message(event)[:LONGEST_MESSAGE] if event.name == "Stop" else ""
    # All of it as claims: an agent that says what it will do next has converged on nothing.
    said = [text for texts in netnew.outputs_of(message).values() for text in texts]
    return {"claims": said[:MOST_CLAIMS]} if said else None


def _tool_result(event: Event) -> dict[str, list[str]] | None:
    """The call with its answer: another answer is progress, and so is another call."""
    if event.text("tool_name").startswith(OWN_TOOLS):
        return None
    answer = event.fields.get("tool_response", event.fields.get("error"))
    if isinstance(answer, Mapping):
        answer = {name: value for name, value in answer.items() if name not in CLOCKS}
    whole = [event.fields.get("tool_name"), event.fields.get("tool_input"), answer]
    return {"claims": [netnew.observation_claim(json.dumps(whole, sort_keys=True))]}


def _last_message(event: Event) -> str:
    """What the agent said last: from the event, or from the end of its session file."""
    said = event.text("last_assistant_message")
    return said or _in_session_file(event.text("transcript_path"))


def _in_session_file(name: str) -> str:
    for line in reversed(_tail(name).splitlines()):
        found = _spoken(line)
        if found:
            return found
    return ""


def _tail(name: str) -> bytes:
    if not name.endswith(".jsonl"):
        return b""
    try:
        # Not to be held up by a pipe, should the name be one.
        place = os.open(Path(name).expanduser(), os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(place, "rb") as file:
            if not stat.S_ISREG(os.fstat(place).st_mode):
                return b""
            file.seek(max(0, os.fstat(place).st_size - TAIL_BYTES))
            return file.read(TAIL_BYTES)
    except (OSError, ValueError, RuntimeError):  # RuntimeError: a ~ of nobody
        return b""


def _spoken(line: bytes) -> str:
    """The prose of a line that the assistant said; the first line of a tail may be half."""
    try:
        entry: Any = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(entry, dict) or entry.get("type") != "assistant" or entry.get("isSidechain"):
        return ""
    message = entry.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [one.get("text") for one in parts if isinstance(one, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))
