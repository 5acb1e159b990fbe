"""Records out of JSON Lines into Parquet: one column a key, nested values as JSON text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from netnew.foundation.errors import MissingExtraError

ROWS_AT_ONCE: Final = 10_000


def check_parquet() -> None:
    """Raise MissingExtraError where Parquet cannot be written: before a run, not at its end."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("Parquet files", "parquet") from error


def to_parquet(lines: Path, target: Path) -> None:
    """Write the records of a JSONL file as Parquet, a portion at a time; no records, no file."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    kinds = _kinds(lines)
    if not kinds:
        return
    schema = pyarrow.schema([(key, _type(found)) for key, found in kinds.items()])
    texts = {key for key in kinds if schema.field(key).type == pyarrow.string()}
    beside = target.with_suffix(".parquet.part")
    rows = _records(lines)
    with ParquetWriter(beside, schema) as writer:
        while portion := list(islice(rows, ROWS_AT_ONCE)):
            told = [{key: _cell(row.get(key), key in texts) for key in kinds} for row in portion]
            writer.write_table(pyarrow.Table.from_pylist(told, schema))
    beside.replace(target)


def _records(lines: Path) -> Iterator[dict[str, Any]]:
    with lines.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _kinds(lines: Path) -> dict[str, set[type]]:
    """Which kinds of values stand under each key, keys in the order of their first record."""
    kinds: dict[str, set[type]] = {}
    for row in _records(lines):
        for key, value in row.items():
            kinds.setdefault(key, set())
            if value is not None:
                kinds[key].add(type(value))
    return kinds


def _type(kinds: set[type]) -> Any:
    import pyarrow

    if kinds == {bool}:
        return pyarrow.bool_()
    if kinds == {int}:
        return pyarrow.int64()
    return pyarrow.float64() if kinds and kinds <= {int, float} else pyarrow.string()


def _cell(value: Any, as_text: bool) -> Any:
    if value is None or not as_text or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
