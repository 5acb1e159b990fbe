"""One digest, whatever differs that must not matter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak import Report, amount

ROOT = Path(__file__).resolve().parents[2]
ITEMS, QUERIES = amount(300, 3000), amount(500, 10_000)
PLAIN = {"PYTHONHASHSEED": "0", "RAYON_NUM_THREADS": "1"}

# Segments, order of insertion, environment.
RUNS = {
    "once more, in another process": (1, 0, {}),
    "another hash seed": (1, 0, {"PYTHONHASHSEED": "4242"}),
    "two threads": (3, 0, {"RAYON_NUM_THREADS": "2"}),
    "another order, 3 segments": (3, 1, {}),
    "another order, 17 segments": (17, 2, {}),
    "another locale and time zone": (3, 3, {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Chatham"}),
    "no UTF-8 locale": (17, 4, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
}


def digest(
    segments: int = 1,
    order: int = 0,
    environment: dict[str, str] | None = None,
    *,
    kernel: str = "auto",
) -> str:
    arguments = [str(number) for number in (ITEMS, QUERIES, segments, order)]
    return subprocess.run(
        [sys.executable, "-m", "tests.bases.digest", *arguments, kernel],
        cwd=ROOT,
        env=os.environ | PLAIN | (environment or {}),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def plain() -> str:
    return digest()


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("what", RUNS)
def test_the_digest_is_the_same(what: str, plain: str, soak_report: Report) -> None:
    segments, order, environment = RUNS[what]
    assert digest(segments, order, environment) == plain
    soak_report.add(f"bases, one digest: {what}", items=ITEMS, queries=QUERIES)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.needs("crate")
@pytest.mark.parametrize("segments", [1, 17])
def test_rust_and_python_give_the_same_digest(
    segments: int, plain: str, soak_report: Report
) -> None:
    assert digest(segments, 5, kernel="rust") == plain
    assert digest(segments, 6, kernel="python") == plain
    what = f"Rust and Python, {segments} segments"
    soak_report.add(f"bases, one digest: {what}", items=ITEMS, queries=QUERIES)
