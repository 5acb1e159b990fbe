"""Message dumps of LangGraph and LangChain: `type` is human, ai, tool or system."""

from __future__ import annotations

from typing import Any

from netnew.meter.extract.messages import Entries, take_content, take_tool_calls
from netnew.meter.extract.turns import Turn

GOOD = '{"type": "ai", "content": "…", "tool_calls": []}'
TYPES = ("human", "ai", "AIMessageChunk", "tool", "system", "function", "remove")


def unwrapped(entry: Any) -> Any:
    """A message out of the envelope that `dumpd` puts round it."""
    if isinstance(entry, dict) and isinstance(entry.get("kwargs"), dict):
        name = str((entry.get("id") or [""])[-1]).lower()
        kind = name.removesuffix("message").removesuffix("messagechunk")
        return {"type": kind, **entry["kwargs"]}
    if isinstance(entry, dict) and isinstance(entry.get("data"), dict):
        return {**entry["data"], "type": entry.get("type")}
    return entry


def fits(entries: list[Any]) -> bool:
    """Whether this looks like such a dump."""
    plain = map(unwrapped, entries)
    return any(
        isinstance(entry, dict) and entry.get("type") in TYPES and "content" in entry
        for entry in plain
    )


def turns(entries: Entries) -> list[Turn]:
    """A turn for each message of a model, with the tools' answers that follow it."""
    found: list[Turn] = []
    for entry in entries:
        kind = entry.text("type")
        if kind not in TYPES:
            entry.fail(f"has the type {kind!r}; known are {', '.join(TYPES)}")
        content = entry.value.get("content")
        if kind in ("ai", "AIMessageChunk"):
            turn = Turn(speaker=entry.value.get("name"))
            take_content(turn, content, entry)
            take_tool_calls(turn, entry.value.get("tool_calls"), entry)
            found.append(turn)
        elif kind in ("tool", "function") and found:
            found[-1].observe(content or "")
    return found
