"""Message dumps of AutoGen: `source` and a typed event, or `name` and `content` in older ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from netnew.meter.extract.messages import Entries, take_content
from netnew.meter.extract.turns import Turn

GOOD = '{"source": "writer", "type": "TextMessage", "content": "…"}'
PEOPLE = ("user", "user_proxy", "human")


def fits(entries: list[Any]) -> bool:
    """Whether this looks like such a dump."""
    return any(
        isinstance(entry, dict) and isinstance(entry.get("source"), str) and "content" in entry
        for entry in entries
    )


def turns(entries: Entries) -> list[Turn]:
    """A turn for each message of an agent; calls and results of tools belong to the turn before."""
    found: list[Turn] = []
    for entry in entries:
        speaker, kind = entry.text("source"), str(entry.value.get("type", "TextMessage"))
        content = entry.value.get("content")
        if speaker in PEOPLE:
            continue
        if kind == "ToolCallExecutionEvent":
            if found:
                for result in _objects(content):
                    found[-1].observe(result.get("content", ""))
            continue
        turn = Turn(speaker=speaker)
        if kind == "ToolCallRequestEvent":
            for call in _objects(content):
                turn.call(str(call.get("name", "tool")), call.get("arguments", ""))
        elif kind != "ToolCallSummaryMessage":
            take_content(turn, content, entry)
        found.append(turn)
    return found


def _objects(content: Any) -> list[Mapping[str, Any]]:
    items = content if isinstance(content, list) else [content]
    return [item for item in items if isinstance(item, Mapping)]
