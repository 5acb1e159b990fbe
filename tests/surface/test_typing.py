"""What users write type-checks under mypy strict; what they must not write does not."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "typing"
ROOT = FOLDER.parents[1]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_each_line_has_exactly_the_errors_it_names(file: Path) -> None:
    cache = ROOT / ".mypy_cache" / "typing"
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-pretty"]
    command += ["--config-file", "", "--cache-dir", str(cache), str(file)]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout
    errors = {
        (int(match[1]), match[2])
        for match in re.finditer(r"^[^:\n]+:(\d+): error: .*\[([a-z-]+)\]$", found, re.M)
    }
    wanted = {
        (number, match[1])
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (match := re.search(r"# error: ([a-z-]+)$", line))
    }
    assert errors == wanted, found
