"""Message lists as OpenAI's chat API takes them: `role`, `content`, `tool_calls`."""

from __future__ import annotations

from typing import Any

from netnew.meter.extract.messages import Entries, take_content, take_tool_calls
from netnew.meter.extract.turns import Turn

GOOD = '{"role": "assistant", "content": "…"}'
ROLES = ("system", "developer", "user", "assistant", "tool", "function")


def fits(entries: list[Any]) -> bool:
    """Whether this looks like such a list."""
    return any(isinstance(entry, dict) and entry.get("role") in ROLES for entry in entries)


def turns(entries: Entries) -> list[Turn]:
    """A turn for each message of the assistant, with the tools' answers that follow it."""
    found: list[Turn] = []
    for entry in entries:
        role = entry.text("role")
        if role not in ROLES:
            entry.fail(f"has the role {role!r}; known are {', '.join(ROLES)}")
        if role == "assistant":
            turn = Turn(speaker=entry.value.get("name"))
            take_content(turn, entry.value.get("content"), entry)
            take_tool_calls(turn, entry.value.get("tool_calls"), entry)
            found.append(turn)
        elif role in ("tool", "function") and found:
            found[-1].observe(entry.value.get("content") or "")
    return found
