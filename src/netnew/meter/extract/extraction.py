"""From a real log to a transcript: which format it is, and what was taken from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from netnew.foundation.errors import FileUnreadableError, RecordError, SettingError
from netnew.meter.extract import autogen, claude_code, langgraph, markdown, openai
from netnew.meter.extract.messages import Entries
from netnew.meter.extract.turns import VERSION, Turn, rounds_of
from netnew.meter.records import Round
from netnew.meter.transcript import (
    BYTE_ORDER_MARK,
    SCHEMA_VERSION,
    numbered_lines,
    parse,
    read_transcript,
)

Item = tuple[int | None, Any]


@dataclass(frozen=True)
class Extraction:
    """A log read as a transcript."""

    format: str
    transcript: Mapping[str, Any]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds, as the meter observes them."""
        return read_transcript(self.transcript).rounds

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind were taken."""
        kinds = ("claims", "decisions", "open_questions", "next_actions")
        rounds = self.transcript["rounds"]
        return {kind: sum(len(r["outputs"].get(kind, ())) for r in rounds) for kind in kinds}


@dataclass(frozen=True)
class _Format:
    fits: Callable[[list[Any]], bool]
    turns: Callable[[Entries], list[Turn]]
    good: str


# In this order: Claude Code's records hold messages that would fit OpenAI's list as well.
_CHATS = {
    "claude-code": _Format(claude_code.fits, claude_code.turns, claude_code.GOOD),
    "openai": _Format(openai.fits, openai.turns, openai.GOOD),
    "autogen": _Format(autogen.fits, autogen.turns, autogen.GOOD),
    "langgraph": _Format(langgraph.fits, langgraph.turns, langgraph.GOOD),
}
FORMATS = (*_CHATS, "markdown")


def extract(path: str | Path, log_format: str = "auto") -> Extraction:
    """Read a log as a transcript; an entry that cannot be read is an error that names its line.

    >>> extract("absent.json", "telegram")
    Traceback (most recent call last):
    netnew.foundation.errors.SettingError: no log format is called 'telegram'; choose auto, \
claude-code, openai, autogen, langgraph or markdown
    """
    if log_format not in ("auto", *FORMATS):
        raise SettingError(
            f"no log format is called {log_format!r}",
            f"choose auto, {', '.join(FORMATS[:-1])} or {FORMATS[-1]}",
        )
    source = str(path)
    if log_format == "markdown" or (log_format == "auto" and source.endswith((".md", ".markdown"))):
        return _extraction("markdown", markdown.turns(_text(path), source), source)
    items = _items(path)
    name = log_format if log_format != "auto" else _detected(items, source)
    if name == "langgraph":
        items = [(line, langgraph.unwrapped(value)) for line, value in items]
    known = _CHATS[name]
    return _extraction(name, known.turns(Entries(source, items, known.good)), source)


def _extraction(name: str, turns: list[Turn], source: str) -> Extraction:
    transcript = {
        "version": SCHEMA_VERSION,
        "conversation_id": Path(source).stem,
        "extracted_by": f"{VERSION} {name}",
        "rounds": rounds_of(turns),
    }
    return Extraction(name, transcript)


def _detected(items: list[Item], source: str) -> str:
    values = [value for _, value in items]
    for name, known in _CHATS.items():
        if known.fits(values):
            return name
    shown = " or ".join(known.good for known in _CHATS.values())
    raise RecordError(source, "is no log that can be read", f"a good entry looks like {shown}")


def _items(path: str | Path) -> list[Item]:
    """Entries of a JSON list, of an object that holds one, or of JSON Lines."""
    raw = _bytes(path).removeprefix(BYTE_ORDER_MARK)
    source = str(path)
    lines = list(numbered_lines(BytesIO(raw), source))
    if not lines:
        raise RecordError(source, "is empty", f"a good entry: {openai.GOOD}")
    if raw.lstrip()[:1] == b"[" or len(lines) == 1 or source.endswith(".json"):
        return [(None, entry) for entry in _list_in(parse(raw, source, 1, whole=True), source)]
    return [(number, parse(line, source, number)) for number, line in lines]


def _list_in(document: Any, source: str) -> list[Any]:
    if isinstance(document, Mapping):
        for key in ("messages", "values", "chat_history", "history"):
            inner = document.get(key)
            if isinstance(inner, Mapping):
                inner = inner.get("messages")
            if isinstance(inner, list):
                return inner
        return [document]
    if not isinstance(document, list):
        raise RecordError(source, "holds no list of messages", f"a good entry: {openai.GOOD}")
    return document


def _text(path: str | Path) -> str:
    try:
        return _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(
            str(path), f"is not UTF-8 (byte {error.start + 1})", "save the file as UTF-8"
        ) from error


def _bytes(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise FileUnreadableError(f"{path}: {reason}", "name a readable log file") from error
