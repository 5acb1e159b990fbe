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
        facts = {"day": datetime.now(UTC).date().isoformat(), "commit": commit()} | machine()
        text = "# Last soak\n\nWritten by `make soak`, which replaces it.\n\n"
        text += "".join(f"- {name}: {value}\n" for name, value in facts.items())
        text += "\n| suite | figures |\n|---|---|\n"
        text += "".join(f"| {suite} | {figures} |\n" for suite, figures in sorted(self.lines))
        REPORT.parent.mkdir(parents=True, exist_ok=True)
        REPORT.write_text(text, encoding="utf-8")


def commit() -> str:
    """The short hash of what ran, and whether it had changes that no commit holds."""
    changed = " with uncommitted changes" if git("status", "--porcelain") else ""
    return git("rev-parse", "--short", "HEAD") + changed


def git(*arguments: str) -> str:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "cores": os.cpu_count(),
        "memory": f"{memory:.0f} GiB",
        "Python": platform.python_version(),
        "kernel": implementation(),
    }
