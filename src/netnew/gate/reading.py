"""Claims out of a file, a line at a time: JSON Lines, CSV or Parquet. A bad line is named."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from netnew.foundation.errors import FileUnreadableError, InputError, MissingExtraError, RecordError
from netnew.foundation.json_problem import json_problem
from netnew.foundation.opening import opened
from netnew.gate.claim import Claim, claim_of

EXAMPLE: Final = '{"claim_id": "c1", "raw_idea": "Water boils at 100 °C.", "risk_class": "LOW"}'
# A text of a mebibyte, every character escaped; a file without line ends must not fill memory.
LONGEST_LINE: Final = 1 << 23
_JSON_COLUMNS: Final = ("metadata", "constraints")


class ClaimLine(NamedTuple):
    """One line of input: its claim, or what is wrong with it."""

    number: int
    claim: Claim | None
    problem: RecordError | None = None


def read_claims(
    source: Path | BinaryIO,
    *,
    name: str | None = None,
    form: str | None = None,
    defaults: dict[str, Any] | None = None,
    heard: Callable[[int], object] | None = None,
) -> Iterator[ClaimLine]:
    r"""Claims of a file or an open stream, in order, bad lines among them; memory stays bounded.

    Parameters
    ----------
    form
        `jsonl`, `csv` or `parquet`; None: by the suffix, JSON Lines where that is another one.
    defaults
        What a line that leaves a key out means (`risk_class`, `k`).
    heard
        Is told the bytes of each line, for a progress bar.

    >>> lines = read_claims(io.BytesIO(b'{"raw_idea": "x"}\nnonsense'), name="claims.jsonl")
    >>> [(line.number, line.claim is not None) for line in lines]
    [(1, True), (2, False)]
    """
    shown = name or str(source)
    chosen = form or _form(source)
    if chosen not in _READERS:
        raise InputError(f"no format is called {chosen!r:.20}", "choose jsonl, csv or parquet")
    # What every line would be refused for is said once, before any is read.
    claim_of({"raw_idea": None, **(defaults or {})})
    with opened(source, shown) as stream:
        for number, found in _READERS[chosen](stream, shown, heard or (lambda _size: None)):
            if isinstance(found, RecordError):
                yield ClaimLine(number, None, found)
            elif found is not None:
                yield _checked(number, found, shown, defaults or {})


def _form(source: Path | BinaryIO) -> str:
    suffix = source.suffix.lower() if isinstance(source, Path) else ""
    return {".csv": "csv", ".parquet": "parquet"}.get(suffix, "jsonl")


Found = tuple[int, dict[str, Any] | RecordError | None]
Heard = Callable[[int], object]


def _jsonl(stream: BinaryIO, name: str, heard: Heard) -> Iterator[Found]:
    for number, text in _lines(stream, name, heard):
        if isinstance(text, RecordError):
            yield number, text
        elif text.strip():
            yield number, _object(text, number, name)


def _lines(stream: BinaryIO, name: str, heard: Heard) -> Iterator[tuple[int, str | RecordError]]:
    number = 0
    while data := stream.readline(LONGEST_LINE + 1):
        number += 1
        heard(len(data))
        if len(data) > LONGEST_LINE:
            problem = f"is longer than {LONGEST_LINE:,} bytes"
            while data and not data.endswith(b"\n"):
                data = stream.readline(LONGEST_LINE + 1)
                heard(len(data))
            yield number, RecordError(name, problem, "write one claim a line", line=number)
            continue
        try:
            yield number, data.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            said = f"is no UTF-8 (byte {error.start + 1})"
            yield number, RecordError(name, said, "save it as UTF-8", line=number)


def _object(text: str, number: int, name: str) -> dict[str, Any] | RecordError:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        said = f"is no JSON ({json_problem(error)})"
        return RecordError(name, said, f"write it like {EXAMPLE}", line=number)
    if not isinstance(found, dict):
        return RecordError(name, "is no JSON object", f"write it like {EXAMPLE}", line=number)
    return found


def _csv(stream: BinaryIO, name: str, heard: Heard) -> Iterator[Found]:
    # The module's own limit is far below the longest claim; it has no other place to be set.
    csv.field_size_limit(LONGEST_LINE)
    at = 0

    def texts() -> Iterator[str]:
        nonlocal at
        for number, text in _lines(stream, name, heard):
            at = number
            if isinstance(text, RecordError):
                raise text
            yield text

    rows = csv.reader(texts(), strict=True)
    try:
        header = [column.strip() for column in next(rows, [])]
        if "raw_idea" not in header:
            good = "give a header such as claim_id,raw_idea,risk_class"
            raise RecordError(name, "the header names no raw_idea", good, line=1)
        for row in rows:
            if row:
                yield at, _cells(header, row, at, name)
    except csv.Error as error:
        raise RecordError(name, f"is no CSV ({error})", "mend that line", line=at) from error


def _cells(header: list[str], row: list[str], line: int, name: str) -> dict[str, Any] | RecordError:
    if len(row) != len(header):
        return RecordError(
            name, f"has {len(row)} cells, the header {len(header)}", "mend that line", line=line
        )
    # An empty cell is a field that was not given.
    found: dict[str, Any] = {column: cell for column, cell in zip(header, row, strict=True) if cell}
    try:
        for column in _JSON_COLUMNS:
            if column in found:
                found[column] = json.loads(found[column])
        if "k" in found:
            found["k"] = int(found["k"])
    except (ValueError, RecursionError) as error:
        return RecordError(name, f"holds a cell that is no JSON ({error})", "mend it", line=line)
    return found


def _parquet(stream: BinaryIO, name: str, heard: Heard) -> Iterator[Found]:
    try:
        from pyarrow import ArrowInvalid
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("Parquet files", "parquet") from error
    try:
        file = ParquetFile(stream if stream.seekable() else io.BytesIO(stream.read()))
        number = 0
        for batch in file.iter_batches(batch_size=1000):
            heard(batch.nbytes)
            for row in batch.to_pylist():
                number += 1
                yield number, {key: value for key, value in row.items() if value is not None}
    except (ArrowInvalid, OSError) as error:
        raise FileUnreadableError(f"{name} is no Parquet ({error})", "check the file") from error


def _checked(number: int, found: dict[str, Any], name: str, defaults: dict[str, Any]) -> ClaimLine:
    try:
        return ClaimLine(number, claim_of({**defaults, **found}))
    except InputError as error:
        problem = RecordError(name, error.problem, error.way_out, line=number)
        return ClaimLine(number, None, problem)


_READERS: Final = {"jsonl": _jsonl, "csv": _csv, "parquet": _parquet}
