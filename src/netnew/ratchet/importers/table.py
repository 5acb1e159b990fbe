"""Plain CSV: one row a benchmark (`benchmark,score,n`) or an item (`benchmark,item,passed`)."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from netnew.foundation.errors import RecordError
from netnew.ratchet.importers.run import Run
from netnew.ratchet.numbers import share

PASSED = {"1": 1, "true": 1, "pass": 1, "passed": 1, "0": 0, "false": 0, "fail": 0, "failed": 0,
          "": None, "skipped": None}  # fmt: skip


def read(text: str, source: str) -> list[Run]:
    """The runs of a table: one for each value of the column `cycle_id`, or one in all."""
    rows = csv.DictReader(io.StringIO(text))
    columns = rows.fieldnames or []
    if "benchmark" not in columns or not {"score", "passed"} & set(columns):
        raise RecordError(
            source, f"has the columns {', '.join(columns) or 'none':.100}",
            "write benchmark,score,n or benchmark,item,passed", line=1,
        )  # fmt: skip
    runs: dict[str | None, dict[str, dict[str, Any]]] = defaultdict(dict)
    about: dict[str | None, dict[str, str]] = defaultdict(dict)
    for line, row in enumerate(rows, 2):
        key = row.get("cycle_id") or None
        about[key] |= {name: row[name] for name in ("system", "timestamp") if row.get(name)}
        _add(runs[key], row, source, line)
    if not runs:
        raise RecordError(source, "holds no rows", "write at least one", line=2)
    return list(_runs(runs, about))


def _add(
    benchmarks: dict[str, dict[str, Any]], row: dict[str, str], source: str, line: int
) -> None:
    name = (row.get("benchmark") or "").strip()
    if not name:
        raise RecordError(source, "is empty", "name the benchmark", line=line, key="benchmark")
    found = benchmarks.setdefault(name, {"id": name})
    if row.get("score"):
        share(row["score"], f"{source}:{line}", "score")
        found["score"] = row["score"]
    if row.get("n"):
        if not row["n"].isdecimal():
            raise RecordError(source, f"is {row['n']!r}", "give a count", line=line, key="n")
        found["n"] = int(row["n"])
    if "passed" in row and row.get("item"):
        word = (row["passed"] or "").strip().lower()
        if word not in PASSED:
            raise RecordError(
                source, f"is {row['passed']!r}", "give 1 or 0", line=line, key="passed"
            )
        found.setdefault("items", {})[row["item"]] = PASSED[word]


def _runs(
    runs: dict[str | None, dict[str, dict[str, Any]]], about: dict[str | None, dict[str, str]]
) -> Iterator[Run]:
    for key, benchmarks in runs.items():
        yield Run(
            source="csv",
            run_id=key,
            system=about[key].get("system"),
            timestamp=about[key].get("timestamp"),
            benchmarks=tuple(benchmarks.values()),
            harness={
                name: sorted(found.get("items", {})) or found.get("n")
                for name, found in benchmarks.items()
            },
        )
