"""Transcripts, schema v0.1: one JSON document, or JSON Lines with one round a line.

Reading is strict where a slip would change an answer (a missing `claims`, a number among the
claims) and keeps every field that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NoReturn

from netnew.foundation.errors import FileUnreadableError, RecordError
from netnew.meter.records import Round

SCHEMA_VERSION = "0.1"
# A longer line is no round; it would only fill the memory.
LINE_BYTES = 64 * 2**20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GOOD_LINE = '{"round": 1, "outputs": {"claims": ["…"], "next_actions": ["…"]}}'
# How logs name what they hold; no round has these and neither number nor outputs.
LOG_KEYS = frozenset({"messages", "message", "role", "content", "type", "source"})
GOOD_TURN = '{"role": "assistant", "content": "…"}'
LISTS = ("claims", "decisions", "open_questions", "next_actions")


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole conversation."""

    rounds: tuple[Round, ...]
    conversation_id: str | None = None
    topic: str | None = None
    source: Mapping[str, Any] = field(default_factory=dict, compare=False)


def read_transcript(document: Any, source: str = "transcript") -> Transcript:
    """Check a whole document; the message of an error names the key.

    >>> read_transcript({"version": "0.1", "rounds": [{"round": 1, "outputs": {}}]})
    Traceback (most recent call last):
    netnew.foundation.errors.RecordError: transcript: rounds[0].outputs.claims: is missing; \
write "claims": [] for a round that claims nothing
    """
    if not isinstance(document, Mapping):
        raise RecordError(
            source,
            f"is {_kind(document)}, no transcript",
            'give an object with "version", "conversation_id" and "rounds"',
        )
    version = document.get("version", SCHEMA_VERSION)
    if version != SCHEMA_VERSION:
        raise RecordError(
            source, f"is {version!r}", f'this build reads "{SCHEMA_VERSION}"', key="version"
        )
    if "rounds" not in document:
        raise RecordError(
            source, "is missing", "give a list of rounds such as [" + GOOD_LINE + "]", key="rounds"
        )
    rounds = document["rounds"]
    if not isinstance(rounds, (list, tuple)):
        raise RecordError(source, f"is {_kind(rounds)}", "give a list of rounds", key="rounds")
    reader = RoundReader(source)
    return Transcript(
        rounds=tuple(reader.read(item, key=f"rounds[{i}]") for i, item in enumerate(rounds)),
        conversation_id=_optional_text(document, "conversation_id", source),
        topic=_optional_text(document, "topic", source),
        source=document,
    )


class RoundReader:
    """Checks rounds one after the other; their numbers must rise."""

    def __init__(self, source: str = "transcript", *, after: int | None = None) -> None:
        self._source = source
        self._last = after

    def read(self, item: Any, *, key: str | None = None, line: int | None = None) -> Round:
        """Return the round in `item`, or say which key of it is wrong."""
        at = _Place(self._source, line, key)
        if not isinstance(item, Mapping):
            at.fail(None, f"is {_kind(item)}, no round", f"write {GOOD_LINE}")
        number = self._number(item, at)
        if "outputs" not in item:
            at.fail("outputs", "is missing", f"write {GOOD_LINE}")
        outputs = item["outputs"]
        if not isinstance(outputs, Mapping):
            at.fail("outputs", f"is {_kind(outputs)}", f"write {GOOD_LINE}")
        if outputs.get("claims") is None:
            at.fail(
                "outputs.claims", "is missing", 'write "claims": [] for a round that claims nothing'
            )
        lists = {name: _texts(outputs.get(name), f"outputs.{name}", at) for name in LISTS}
        self._follow(number, at)
        return Round(number=number, source=item, **lists)

    def accept(self, round_: Round) -> Round:
        """Return a round that was read before, if it follows the last one."""
        self._follow(round_.number, _Place(self._source, None, None))
        return round_

    def _number(self, item: Mapping[str, Any], at: _Place) -> int:
        if "round" not in item:
            if at.key is None and "outputs" not in item and LOG_KEYS & item.keys():
                at.fail(
                    None, "looks like a log without a turn to read", f"a good entry: {GOOD_TURN}"
                )
            at.fail("round", "is missing", "number the rounds from 1")
        number = item["round"]
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**53:
            at.fail("round", f"is {_kind(number)}", "give a whole number from 0 up")
        return int(number)

    def _follow(self, number: int, at: _Place) -> None:
        if self._last is not None and number <= self._last:
            at.fail(
                "round",
                f"is {number} after round {self._last}",
                "number the rounds in rising order",
            )
        self._last = number


def read_rounds(path: str | Path, *, stdin: IO[bytes] | None = None) -> Iterator[Round]:
    """Yield the rounds of a JSON or JSONL file as they are read; `-` reads `stdin`.

    JSON Lines are held one line at a time, so a trace may be larger than the memory.
    """
    if str(path) == "-" and stdin is not None:
        yield from _rounds(stdin, "-")
        return
    try:
        with Path(path).open("rb") as stream:
            yield from _rounds(stream, str(path))
    except OSError as error:
        if isinstance(error, FileUnreadableError):
            raise
        reason = (error.strerror or "cannot be read").lower()
        raise FileUnreadableError(f"{path}: {reason}", "name a readable transcript file") from error


def _rounds(stream: IO[bytes], source: str) -> Iterator[Round]:
    lines = numbered_lines(stream, source)
    first = next(lines, None)
    if first is None:
        raise RecordError(source, "is empty", f"write one round a line: {GOOD_LINE}")
    number, raw = first
    try:
        opening = parse(raw, source, number)
    except RecordError as error:
        yield from _document_over_lines(raw, lines, source, error)
        return
    if isinstance(opening, Mapping) and "rounds" in opening:
        extra = next(lines, None)
        if extra:
            raise RecordError(
                source,
                "goes on after the end of the transcript",
                "give one transcript, or one round a line",
                line=extra[0],
            )
        yield from read_transcript(opening, source).rounds
        return
    reader = RoundReader(source)
    yield reader.read(opening, line=number)
    for number, raw in lines:
        yield reader.read(parse(raw, source, number), line=number)


def _document_over_lines(
    first: bytes, lines: Iterator[tuple[int, bytes]], source: str, error: RecordError
) -> Iterator[Round]:
    """Read a document that goes over several lines, unless the lines are rounds of their own."""
    second = next(lines, None)
    if second is None or source.endswith((".jsonl", ".ndjson")) or _is_round(second[1]):
        raise error
    rest = [b"\n" * (second[0] - 2), second[1]]
    last = second[0]
    for number, raw in lines:
        rest.append(b"\n" * (number - last - 1) + raw)
        last = number
    document = parse(first + b"".join(rest), source, 1, whole=True)
    yield from read_transcript(document, source).rounds


def _is_round(raw: bytes) -> bool:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)


def numbered_lines(stream: IO[bytes], source: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that hold something, with their numbers from 1."""
    number = 0
    while raw := stream.readline(LINE_BYTES + 1):
        number += 1
        if len(raw) > LINE_BYTES:
            raise RecordError(
                source,
                f"is longer than {LINE_BYTES // 2**20} MiB",
                "write one round a line",
                line=number,
            )
        if number == 1:
            raw = raw.removeprefix(BYTE_ORDER_MARK)
        if raw.strip():
            yield number, raw


def parse(raw: bytes, source: str, line: int, *, whole: bool = False) -> Any:
    """Read one JSON value from `raw`; any fault is an error that names the line."""
    try:
        text = raw.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
        return json.loads(text.rstrip(), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        problem, way_out = f"is not UTF-8 (byte {error.start + 1})", "save the file as UTF-8"
        line += raw[: error.start].count(b"\n")
    except json.JSONDecodeError as error:
        line, column = line + error.lineno - 1, error.colno
        problem = f"is no JSON ({error.msg.lower()}, column {column})"
        way_out = "mend the document there" if whole else f"write one round a line: {GOOD_LINE}"
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else _one_line(error)
        problem, way_out = f"cannot be read ({why})", "give plain JSON"
    raise RecordError(source, problem, way_out, line=line)


def _one_line(error: ValueError) -> str:
    return str(error).split(";")[0].split("\n")[0]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in which input a key stands."""

    source: str
    line: int | None
    key: str | None

    def fail(self, key: str | None, problem: str, way_out: str) -> NoReturn:
        path = ".".join(part for part in (self.key, key) if part) or None
        raise RecordError(self.source, problem, way_out, line=self.line, key=path)


def _texts(value: Any, name: str, at: _Place) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)):
        at.fail(name, f"is {_kind(value)}", "give a list of texts")
    for i, item in enumerate(value):
        if not isinstance(item, str):
            at.fail(f"{name}[{i}]", f"is {_kind(item)}", "give a text")
    return tuple(item for item in value if item.strip())


def _optional_text(document: Mapping[str, Any], key: str, source: str) -> str | None:
    value = document.get(key)
    if value is not None and not isinstance(value, str):
        raise RecordError(source, f"is {_kind(value)}", "give a text", key=key)
    return value


def _kind(value: Any) -> str:
    """Name a value for a message without printing it in full."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    names: Iterable[tuple[type | tuple[type, ...], str]] = (
        (str, "a text"),
        ((int, float), "a number"),
        (Mapping, "an object"),
        ((list, tuple), "a list"),
    )
    return next((name for kind, name in names if isinstance(value, kind)), type(value).__name__)
