"""Suites that have a short form for every run and a long one for `make soak`, with a report."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

REPORT = Path(__file__).resolve().parent.parent / "audits" / "soak" / "report.md"
LONG = bool(os.environ.get("NETNEW_SOAK"))


def amount(short: int, long: int) -> int:
    """How many kills, queries or seconds this run takes."""
    return long if LONG else short


class Report:
    """Collects one line a suite; `make soak` writes it under audits/soak."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []

    def add(self, suite: str, **figures: object) -> None:
        self.lines.append((suite, ", ".join(f"{name} {value}" for name, value in figures.items())))

    def write(self) -> None:
        day = datetime.now(UTC).date().isoformat()
        head = f"# Last soak: {day}\n\nWritten by `make soak`.\n\n| suite | figures |\n|---|---|\n"
        rows = [f"| {suite} | {figures} |\n" for suite, figures in sorted(self.lines)]
        REPORT.parent.mkdir(parents=True, exist_ok=True)
        REPORT.write_text(head + "".join(rows), encoding="utf-8")
