"""Parts that chat logs share: content blocks, tool calls, errors that show a good entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from netnew.foundation.errors import RecordError
from netnew.meter.extract.turns import Turn


class Entries:
    """The entries of one log, each with the place to name when it cannot be read."""

    def __init__(self, source: str, items: list[tuple[int | None, Any]], good: str) -> None:
        self._source, self._items, self._good = source, items, good

    def __iter__(self) -> Iterator[Entry]:
        for index, (line, value) in enumerate(self._items):
            yield Entry(self, index, line, value)

    def fail(self, entry: Entry, problem: str) -> NoReturn:
        """Say which entry is wrong, and show a good one."""
        key = None if entry.line is not None else f"[{entry.index}]"
        raise RecordError(
            self._source, problem, f"a good entry: {self._good}", line=entry.line, key=key
        )


class Entry:
    """One message or record of a log."""

    def __init__(self, entries: Entries, index: int, line: int | None, value: Any) -> None:
        self.index, self.line = index, line
        self._entries = entries
        if not isinstance(value, Mapping):
            entries.fail(self, "is no object")
        self.value: Mapping[str, Any] = value

    def text(self, key: str) -> str:
        """A text that must be there."""
        found = self.value.get(key)
        if not isinstance(found, str):
            self.fail(f"has no text under `{key}`")
        return found

    def fail(self, problem: str) -> NoReturn:
        """Give up on this entry."""
        self._entries.fail(self, problem)


def take_content(turn: Turn, content: Any, entry: Entry) -> None:
    """Read a message's content: a text, nothing, or a list of typed blocks."""
    if content is None:
        return
    if isinstance(content, str):
        turn.say(content)
        return
    if not isinstance(content, list):
        entry.fail("has a content that is neither a text nor a list of blocks")
    for block in content:
        _take_block(turn, block, entry)


def _take_block(turn: Turn, block: Any, entry: Entry) -> None:
    if isinstance(block, str):
        turn.say(block)
        return
    if not isinstance(block, Mapping):
        entry.fail("has a content block that is no object")
    kind = block.get("type")
    if isinstance(block.get("text"), str):
        turn.say(block["text"])
    elif kind in ("tool_use", "tool_call", "server_tool_use"):
        turn.call(str(block.get("name", "tool")), block.get("input", block.get("args", {})))
    elif kind == "tool_result":
        turn.observe(block.get("content", ""))


def take_tool_calls(turn: Turn, calls: Any, entry: Entry) -> None:
    """Read `tool_calls` as OpenAI (`function.name`) and LangChain (`name`, `args`) write them."""
    if calls is None:
        return
    if not isinstance(calls, list):
        entry.fail("has `tool_calls` that are no list")
    for call in calls:
        if not isinstance(call, Mapping):
            entry.fail("has a tool call that is no object")
        function = call.get("function")
        if isinstance(function, Mapping):
            turn.call(str(function.get("name", "tool")), function.get("arguments", ""))
        else:
            turn.call(str(call.get("name", "tool")), call.get("args", call.get("arguments", {})))
