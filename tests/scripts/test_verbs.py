"""The verbs of the Makefile run what they say, and the soak's report says where it was made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import soak

ROOT = Path(__file__).resolve().parents[2]


def recipe(verb: str) -> str:
    command = ["make", "-n", verb]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_only_setup_tries_a_crate_again_that_did_not_build() -> None:
    assert "setup_env.py dev --retry" in recipe("setup")
    for verb in ("test", "check", "docs", "soak"):
        assert "setup_env.py dev\n" in recipe(verb)


def test_soak_fuzzes_for_an_hour_and_runs_every_suite_with_a_long_form() -> None:
    files = len(list((ROOT / "tests" / "fuzz").glob("test_*.py")))
    assert f"NETNEW_SOAK=1 NETNEW_FUZZ_SECONDS={3600 // files} " in recipe("soak")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-m", "soak", "tests"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    collected = {line.partition("::")[0] for line in listed.splitlines() if "::" in line}
    tests = {str(file.relative_to(ROOT)): file.read_text() for file in ROOT.glob("tests/*/**/*.py")}
    here = str(Path(__file__).relative_to(ROOT))
    long = {name for name, text in tests.items() if "mark.soak" in text} - {here}
    assert collected == long
    assert "tests/fuzz/test_fuzz_bases.py" in collected


def test_a_suite_that_ran_alone_replaces_its_own_row_of_the_soak_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "REPORT", tmp_path / "soak" / "report.md")
    monkeypatch.setattr(soak, "git", lambda *asked: "" if asked[0] == "status" else "abc1234")
    both, one = soak.Report(), soak.Report()
    both.add("ledger", kills=3, lost=0)
    both.add("bases", kills=3)
    both.write()
    one.add("ledger", kills=5, lost=0)
    one.write()

    (file,) = (tmp_path / "soak").iterdir()
    text = file.read_text(encoding="utf-8")
    for name in ("cores", "memory", "Python", "kernel"):
        assert f"- {name}: " in text
    rows = soak.rows_of(text)
    assert list(rows) == ["bases", "ledger"]
    assert rows["bases"].startswith("kills 3 | 20")
    assert rows["ledger"].startswith("kills 5, lost 0 | 20")
    assert all(row.endswith(" | abc1234") for row in rows.values())
