"""An event of Claude Code as it comes on stdin, checked as far as it is used."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

import netnew

LONGEST_BYTES: Final = 32 * 2**20
PIECE_BYTES: Final = 2**20
LONGEST_ID: Final = 80


@dataclass(frozen=True, slots=True)
class Event:
    """One event; what it does not hold is empty."""

    name: str
    session: str
    """Which loop it belongs to: a session, or an agent within one."""
    folder: str
    fields: Mapping[str, Any]

    def text(self, name: str) -> str:
        """A field that is a text; any other kind counts as empty."""
        found = self.fields.get(name)
        return found if isinstance(found, str) else ""


def read_event(stdin: BinaryIO) -> Event:
    """The event on `stdin`, or an InputError that says what is wrong with it."""
    text = _all_of(stdin)
    if not text.strip():
        raise netnew.InputError("nothing came on stdin", "Claude Code gives a hook its event there")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise netnew.InputError(
            f"what came on stdin is no JSON{where}", "give it one event of Claude Code"
        ) from error
    if not isinstance(found, dict):
        raise netnew.InputError(
            f"the event is a {type(found).__name__}", "give it one JSON object on stdin"
        )
    return Event(
        _needed(found, "hook_event_name"), _loop(found), str(found.get("cwd") or ""), found
    )


def _all_of(stdin: BinaryIO) -> bytes:
    """Everything, read to its end whatever its length: who writes must never be cut off."""
    text = stdin.read(LONGEST_BYTES + 1)
    if len(text) <= LONGEST_BYTES:
        return text
    while stdin.read(PIECE_BYTES):
        pass
    raise netnew.InputError(f"the event is over {LONGEST_BYTES} bytes", "it is not counted")


def _needed(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name)
    if not isinstance(value, str) or not value.strip():
        raise netnew.InputError(f"the event has no text in `{name}`", "see docs/guide/hooks.md")
    return value


def _loop(found: Mapping[str, Any]) -> str:
    """Subagents loop by themselves, beside the agent that called them."""
    agent = found.get("agent_id")
    own = f":{agent[:LONGEST_ID]}" if isinstance(agent, str) and agent else ""
    name = _needed(found, "session_id")[:LONGEST_ID] + own
    if not name.isprintable():
        raise netnew.InputError(f"`session_id` {name!r} cannot be printed", "give a plain text")
    return name
