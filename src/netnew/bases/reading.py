"""Items out of a file, one at a time: JSON Lines or CSV. A bad line is named, with a good one."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

from netnew.bases.items import EXAMPLE, EXPLICIT, Item, check
from netnew.foundation.errors import FileUnreadableError, InputError, RecordError
from netnew.foundation.json_problem import json_problem

Format = Literal["jsonl", "csv"]

# Two texts of a mebibyte, every character escaped; a file without line ends must not fill memory.
LONGEST_LINE: Final = 1 << 24
_CSV_EXAMPLE: Final = (
    "give a header such as id,text,tags and a line such as k1,Water boils.,physics"
)
_TAG_SEPARATOR: Final = ";"
_TRUTH: Final = {"true": True, "false": False}


def read_items(
    source: Path | BinaryIO,
    *,
    form: Format | None = None,
    name: str | None = None,
    heard: Callable[[int], object] | None = None,
) -> Iterator[Item]:
    """Items of a file or an open stream, each checked as it is read.

    Parameters
    ----------
    form
        `jsonl` or `csv`; None: by the file's suffix, JSON Lines where that is another one.
    name
        What errors call the source; None: the path.
    heard
        Is told the bytes of each line, for a progress bar.

    >>> import io
    >>> list(read_items(io.BytesIO(b'{"id": "k1", "txt": "a"}'), name="facts.jsonl"))
    Traceback (most recent call last):
    netnew.foundation.errors.RecordError: facts.jsonl:1: txt: there is no such key; \
did you mean `text`?
    """
    if not isinstance(source, Path):
        yield from _parsed(_lines(source, name or "input", heard), form or "jsonl", name or "input")
        return
    chosen = form or ("csv" if source.suffix.lower() == ".csv" else "jsonl")
    try:
        with source.open("rb") as stream:
            lines = _lines(stream, name or str(source), heard)
            yield from _parsed(lines, chosen, name or str(source))
    except IsADirectoryError as error:
        raise FileUnreadableError(f"{source} is a folder", "name a file in it") from error
    except OSError as error:
        if isinstance(error, InputError):
            raise
        raise FileUnreadableError(
            f"{source} cannot be read ({error.strerror})", "check its name and owner"
        ) from error


def _lines(
    stream: BinaryIO, name: str, heard: Callable[[int], object] | None
) -> Iterator[tuple[int, str]]:
    number = 0
    while data := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(data) > LONGEST_LINE:
            raise RecordError(
                name, f"is longer than {LONGEST_LINE:,} bytes", "write one item a line", line=number
            )
        try:
            text = data.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(
                name, f"is no UTF-8 (byte {error.start + 1})", "save it as UTF-8", line=number
            ) from error
        if heard is not None:
            heard(len(data))
        yield number, text


def _parsed(lines: Iterator[tuple[int, str]], form: Format, name: str) -> Iterator[Item]:
    return _from_csv(lines, name) if form == "csv" else _from_jsonl(lines, name)


def _from_jsonl(lines: Iterator[tuple[int, str]], name: str) -> Iterator[Item]:
    for number, text in lines:
        if text.isspace():
            continue
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            said = f"is no JSON ({json_problem(error)})"
            raise RecordError(name, said, f"write it like {EXAMPLE}", line=number) from error
        yield check(given, source=name, line=number)


def _from_csv(lines: Iterator[tuple[int, str]], name: str) -> Iterator[Item]:
    at = 0

    def texts() -> Iterator[str]:
        nonlocal at
        for number, text in lines:
            at = number
            yield text

    # The module's own limit is far below the longest text; it has no other place to be set.
    csv.field_size_limit(LONGEST_LINE)
    rows = csv.reader(texts(), strict=True)
    try:
        columns = [column.strip() for column in next(rows, [])]
        unknown = [column for column in columns if column not in Item.model_fields]
        if unknown or not {"id", "text"} <= set(columns) or len(set(columns)) < len(columns):
            problem = f"the header names {', '.join(columns) or 'nothing'}"
            known = f"{_CSV_EXAMPLE}; it may name id, text, {', '.join(EXPLICIT)}"
            raise RecordError(name, problem, known, line=1)
        for row in rows:
            if row:
                yield check(_from_row(columns, row, name, at), source=name, line=at)
    except csv.Error as error:
        raise RecordError(name, f"is no CSV ({error})", _CSV_EXAMPLE, line=at) from error


def _from_row(columns: list[str], row: list[str], name: str, line: int) -> dict[str, Any]:
    if len(row) != len(columns):
        raise RecordError(
            name, f"has {len(row)} cells, the header {len(columns)}", _CSV_EXAMPLE, line=line
        )
    # An empty cell is a field that was not given.
    given: dict[str, Any] = {
        column: cell for column, cell in zip(columns, row, strict=True) if cell
    }
    if "tags" in given:
        given["tags"] = [tag.strip() for tag in given["tags"].split(_TAG_SEPARATOR)]
    if "canonical" in given:
        given["canonical"] = _TRUTH.get(given["canonical"].lower(), given["canonical"])
    if "constraints" in given:
        given["constraints"] = _json_or_text(given["constraints"])
    return given


def _json_or_text(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell
