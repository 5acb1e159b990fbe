"""The import contracts hold, and a violation of each is caught."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).parent / "lint-imports"

# Contract → a line that breaks it, and the file that it is planted in.
PLANTED = {
    "Imports point down the page": ("foundation/clock.py", "import netnew.app"),
    "Only the stores speak SQL": ("kernel/__init__.py", "import sqlalchemy"),
    "Doors import only the public netnew": ("doors/cli/doctor.py", "import netnew.stores.ledger"),
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT, "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src"), "PATH": str(LINT.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_hold() -> None:
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("contract", PLANTED)
def test_a_planted_violation_is_caught(copy: Path, contract: str) -> None:
    name, line = PLANTED[contract]
    file = copy / "src" / "netnew" / name
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{line}\n")
    found = lint(copy)
    assert found.returncode == 1
    assert f"{contract} BROKEN" in found.stdout


def test_a_module_without_a_layer_is_caught(copy: Path) -> None:
    (copy / "src" / "netnew" / "nowhere.py").write_text("")
    found = lint(copy)
    assert found.returncode != 0
    assert "nowhere" in found.stdout + found.stderr


def test_no_contract_has_exceptions() -> None:
    assert "ignore_imports" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
