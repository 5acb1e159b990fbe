"""Session files of Claude Code: JSON Lines with `type` user, assistant, summary and others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from netnew.meter.extract.messages import Entries, take_content
from netnew.meter.extract.turns import Turn

GOOD = '{"type": "assistant", "message": {"content": [{"type": "text", "text": "…"}]}}'


def fits(entries: list[Any]) -> bool:
    """Whether this looks like such a session."""
    return any(
        isinstance(entry, dict)
        and entry.get("type") in ("user", "assistant")
        and isinstance(entry.get("message"), dict)
        for entry in entries
    )


def turns(entries: Entries) -> list[Turn]:
    """A turn for each message of the assistant; its parts share an id and are one turn."""
    found: list[Turn] = []
    last_id: Any = None
    for entry in entries:
        kind = entry.text("type")
        # Side chains are other agents' work; everything but messages is bookkeeping.
        if kind not in ("user", "assistant") or entry.value.get("isSidechain"):
            continue
        message = entry.value.get("message")
        if not isinstance(message, Mapping):
            entry.fail("has no object under `message`")
        if kind == "assistant":
            if not found or message.get("id") is None or message["id"] != last_id:
                found.append(Turn())
            last_id = message.get("id")
            take_content(found[-1], message.get("content"), entry)
        elif found and isinstance(message.get("content"), list):
            for block in message["content"]:
                if isinstance(block, Mapping) and block.get("type") == "tool_result":
                    found[-1].observe(block.get("content", ""))
    return found
