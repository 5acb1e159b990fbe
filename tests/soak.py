"""Suites that have a short form for every run and a long one for `make soak`, with a report."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from netnew.kernel.implementation import implementation

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "audits" / "soak" / "report.md"
LONG = bool(os.environ.get("NETNEW_SOAK"))
HEAD = """# Last soak

Written by `make soak`, which takes hours. A suite that ran alone replaces its own row only,
so each row names the day and the commit that it ran on.

"""
TABLE = "\n| suite | figures | day | commit |\n|---|---|---|---|\n"


def amount(short: int, long: int) -> int:
    """How many kills, queries or seconds this run takes."""
    return long if LONG else short


class Report:
    """Collects one row a suite; `make soak` writes them under audits/soak."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}

    def add(self, suite: str, **figures: object) -> None:
        self.rows[suite] = ", ".join(f"{name} {value}" for name, value in figures.items())

    def write(self) -> None:
        """Put the rows of this run in the place of earlier ones of the same suites."""
        day, commit = datetime.now(UTC).date().isoformat(), commit_now()
        rows = rows_of(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else {}
        rows |= {suite: f"{figures} | {day} | {commit}" for suite, figures in self.rows.items()}
        text = HEAD + "".join(f"- {name}: {value}\n" for name, value in machine().items()) + TABLE
        text += "".join(f"| {suite} | {rest} |\n" for suite, rest in sorted(rows.items()))
        REPORT.parent.mkdir(parents=True, exist_ok=True)
        REPORT.write_text(text, encoding="utf-8")


def rows_of(text: str) -> dict[str, str]:
    """What stands behind each suite's name in a report."""
    lines = text.partition(TABLE)[2].splitlines()
    cells = (line.removeprefix("| ").removesuffix(" |").partition(" | ") for line in lines)
    return {suite: rest for suite, _, rest in cells}


def commit_now() -> str:
    """The short hash of what ran, and whether it had changes that no commit holds."""
    changed = " and changes" if git("status", "--porcelain", "--", ".", ":!audits/soak") else ""
    return git("rev-parse", "--short", "HEAD") + changed


def git(*arguments: str) -> str:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def machine() -> dict[str, object]:
    """What the newest rows were measured on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "cores": os.cpu_count(),
        "memory": f"{memory:.0f} GiB",
        "Python": platform.python_version(),
        "kernel": implementation(),
    }
