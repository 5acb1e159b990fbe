"""Running one engine in a process of its own, within a budget of memory and time.

An engine that goes beyond it is reported so; the others' numbers are not lost with it.
`NETNEW_BENCH_GIB` and `NETNEW_BENCH_MINUTES` say how much each may take.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GIB = float(os.environ.get("NETNEW_BENCH_GIB", "20"))
MINUTES = float(os.environ.get("NETNEW_BENCH_MINUTES", "60"))


class BeyondBudgetError(Exception):
    """What could not be measured, in words for a table."""


def measured_apart(module: str, *arguments: str) -> Any:
    """What `python -m MODULE ARGUMENTS --into FILE` writes to that file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "measured.json"
        command = [sys.executable, "-m", module, *arguments, "--into", str(file)]
        try:
            code = subprocess.run(
                command, cwd=ROOT, check=False, timeout=MINUTES * 60, preexec_fn=limit
            ).returncode
        except subprocess.TimeoutExpired:
            raise BeyondBudgetError(f"not within {MINUTES:g} minutes") from None
        if not file.exists():
            raise BeyondBudgetError(f"ended with {code}, given {GIB:g} GiB")
        return json.loads(file.read_text())


def limit() -> None:
    most = int(GIB * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
