"""Files, folders and streams as arrivals, one at a time; the only part here that reads a disk."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from netnew.foundation.errors import FileUnreadableError, InputError, RecordError
from netnew.foundation.json_problem import json_problem
from netnew.foundation.opening import opened
from netnew.memory.moving import adr, decision_log, mcp_memory, mem0, plain
from netnew.memory.moving.arrival import FORMS, SHOWN, Arrival, Form
from netnew.memory.moving.recognising import LOOKED_AT, MARKDOWN, recognise

# A text of 100,000 characters, every one escaped, and what stands beside it.
LONGEST_LINE: Final = 1 << 21
# What is read at once: a JSON document or a Markdown file; lines have no such end.
LONGEST_DOCUMENT: Final = 1 << 28
# Markdown that stands beside decision records and is none.
_BESIDE: Final = re.compile(r"^(?:readme|index|.*template.*)$", re.IGNORECASE)
Heard = Callable[[int], object]
_BY_LINE: Final[Mapping[str, Any]] = {
    "mem0": mem0.read_line, "mcp-memory": mcp_memory.read_line, "jsonl": plain.read_line,
}  # fmt: skip
_BY_DOCUMENT: Final[Mapping[str, Any]] = {
    "mem0": mem0.read_document,
    "mcp-memory": mcp_memory.read_document,
    "adr": lambda text, file: iter([adr.read(text, file)]),
    "decision-log": decision_log.read,
}
_EXAMPLES: Final = {
    "mem0": mem0.EXAMPLE, "mcp-memory": mcp_memory.EXAMPLE, "jsonl": plain.EXAMPLE,
}  # fmt: skip


def read_memories(
    source: Path | BinaryIO,
    *,
    form: str = "auto",
    name: str | None = None,
    heard: Heard | None = None,
) -> Iterator[Arrival]:
    r"""What a file, a folder of Markdown files or a stream holds; bad lines come as problems.

    Parameters
    ----------
    form
        `mem0`, `mcp-memory`, `adr`, `decision-log` or `jsonl`; `auto` looks into each file.
    name
        What problems call a stream.
    heard
        Is told the bytes read, for a progress bar.

    >>> [one] = read_memories(io.BytesIO(b'{"kind": "fact", "content": "Tea"}'), name="stdin")
    >>> one.given.content, one.file, one.line
    ('Tea', 'stdin', 1)
    """
    if form not in ("auto", *FORMS):
        raise InputError(f"nothing imports from {form!r:.40}", f"choose auto, {', '.join(FORMS)}")
    told = heard or (lambda _size: None)
    if not isinstance(source, Path):
        yield from _stream(source, form, name or "input", told)
    elif source.is_dir():
        yield from _folder(source, form, told)
    else:
        with opened(source, str(source)) as stream:
            yield from _stream(stream, form, str(source), told)


def _folder(folder: Path, form: str, heard: Heard) -> Iterator[Arrival]:
    if form not in ("auto", "adr", "decision-log"):
        raise FileUnreadableError(f"{folder} is a folder", f"name a file that {form} wrote")
    files = _markdown_in(folder)
    if not files:
        raise FileUnreadableError(
            f"{folder} holds no Markdown file", "name the folder of decision records, or one file"
        )
    some = False
    for file in files:
        try:
            with opened(file, str(file)) as stream:
                for one in _stream(stream, form, str(file), heard, beside=True):
                    some = True
                    yield one
        except InputError as error:
            # One file that cannot be read does not keep the others out.
            some = True
            yield Arrival(str(file), getattr(error, "line", None) or 1, problem=error)
    if not some:
        raise FileUnreadableError(
            f"{folder} holds no decision record", "name the folder that holds them"
        )


def _markdown_in(folder: Path) -> list[Path]:
    try:
        found = sorted(os.walk(folder, onerror=_refuse), key=lambda entry: entry[0])
    except OSError as error:
        raise FileUnreadableError(
            f"{folder} cannot be read ({error.strerror})", "check its name and owner"
        ) from error
    return [
        Path(where) / name
        for where, _, names in found
        for name in sorted(names)
        if name.lower().endswith(MARKDOWN) and not _BESIDE.match(Path(name).stem)
    ]


def _refuse(error: OSError) -> None:
    raise error


def _stream(
    stream: BinaryIO, form: str, file: str, heard: Heard, *, beside: bool = False
) -> Iterator[Arrival]:
    opening = _read(stream, LOOKED_AT, file)
    whole: BinaryIO = io.BufferedReader(_Rejoined(opening, stream))
    chosen = _form(opening, form, file, beside=beside)
    if chosen is None:
        return
    if chosen in _BY_LINE and (chosen not in _BY_DOCUMENT or _is_by_line(opening)):
        yield from _lines(whole, chosen, file, heard)
        return
    text = _text(whole, file)
    lines, shown = text.count("\n") + 1, 0
    for one in _BY_DOCUMENT[chosen](text, file):
        yield one
        # A document is read at once; how far it is looked through is told by its lines.
        done = len(text) * one.line // lines
        heard(max(0, done - shown))
        shown = max(shown, done)


def _form(opening: bytes, form: str, file: str, *, beside: bool) -> Form | None:
    if not opening.strip(b"\xef\xbb\xbf \t\r\n"):
        raise FileUnreadableError(f"{file} is empty", "name a file that holds something")
    if b"\0" in opening:
        raise FileUnreadableError(f"{file} is binary", f"name a text file of {', '.join(FORMS)}")
    if form != "auto":
        return cast(Form, form)
    found = recognise(file, opening.decode("utf-8", "replace"))
    if found is None and not beside:
        raise FileUnreadableError(
            f"{file} is of no tool that is known", f"name it: --from {'|'.join(FORMS)}"
        )
    return found


def _is_by_line(opening: bytes) -> bool:
    """Whether the first line is an object of its own, and no document is."""
    first, _, rest = opening.strip().partition(b"\n")
    try:
        found = json.loads(first)
    except (ValueError, RecursionError):
        # A first line that is broken, before others that stand alone.
        return not first.strip().endswith((b"[", b"{", b",")) and rest.lstrip()[:1] == b"{"
    lists = ("results", "memories", "entities", "relations")
    return isinstance(found, dict) and not any(isinstance(found.get(one), list) for one in lists)


def _lines(stream: BinaryIO, form: Form, file: str, heard: Heard) -> Iterator[Arrival]:
    number, example = 0, _EXAMPLES[form]
    while data := _line(stream, file):
        number += 1
        heard(len(data))
        if len(data) > LONGEST_LINE:
            yield _bad(file, number, f"is longer than {LONGEST_LINE:,} bytes",
                       "write one thing a line", data)  # fmt: skip
            while data and not data.endswith(b"\n"):
                data = _line(stream, file)
                heard(len(data))
            continue
        if not data.strip():
            continue
        try:
            text = data.decode("utf-8-sig" if number == 1 else "utf-8")
            given = json.loads(text)
        except UnicodeDecodeError as error:
            yield _bad(file, number, f"is no UTF-8 (byte {error.start + 1})",
                       "save it as UTF-8", data)  # fmt: skip
            continue
        except (ValueError, RecursionError) as error:
            yield _bad(file, number, f"is no JSON ({json_problem(error)})",
                       f"write it like {example}", data)  # fmt: skip
            continue
        if not isinstance(given, dict):
            yield _bad(file, number, "is no JSON object", f"write it like {example}", data)
            continue
        for one in _BY_LINE[form](given, file, number):
            # As it stands in the file, so that it can be mended and given again.
            yield one if one.problem is None else replace(one, text=text.strip()[:SHOWN])


def _text(stream: BinaryIO, file: str) -> str:
    data = _read(stream, LONGEST_DOCUMENT + 1, file)
    if len(data) > LONGEST_DOCUMENT:
        raise FileUnreadableError(
            f"{file} is longer than {LONGEST_DOCUMENT:,} bytes", "split it, or give JSON Lines"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(file, "is no UTF-8", "save it as UTF-8", line=line) from error


def _bad(file: str, line: int, problem: str, way_out: str, data: bytes) -> Arrival:
    error = RecordError(file, problem, way_out, line=line)
    shown = data[: 4 * SHOWN].decode("utf-8", "replace").strip()[:SHOWN]
    return Arrival(file, line, problem=error, text=shown)


def _line(stream: BinaryIO, file: str) -> bytes:
    with _said(file):
        return stream.readline(LONGEST_LINE + 1)


def _read(stream: BinaryIO, size: int, file: str) -> bytes:
    with _said(file):
        return stream.read(size)


@contextmanager
def _said(file: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileUnreadableError(
            f"{file} cannot be read ({error.strerror})", "check its name and owner"
        ) from error


class _Rejoined(io.RawIOBase):
    """What was read to look at, and then the rest: a stream may give its bytes only once."""

    def __init__(self, opening: bytes, rest: BinaryIO) -> None:
        self._opening, self._rest = opening, rest

    def readable(self) -> bool:
        """It is read from."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with what comes next."""
        data = self._opening[: len(buffer)] or self._rest.read(len(buffer))
        self._opening = self._opening[len(data) :] if self._opening else b""
        buffer[: len(data)] = data
        return len(data)
