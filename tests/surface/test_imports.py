"""The import contracts hold, and a violation of each is caught."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).parent / "lint-imports"

LAYERS = "Imports point down the page"
SERVICE = "The command line stands on the service"
SQL = "Only the stores speak SQL"
TERMINALS = "Only the doors speak to terminals and networks"
PUBLIC = "Doors import only the public netnew"
# A contract, a line that breaks it, and the file that the line is planted in.
PLANTED = [
    (LAYERS, "foundation/clock.py", "import netnew.app"),
    (LAYERS, "bases/items.py", "import netnew.stores.ledger"),
    (SERVICE, "doors/http/service.py", "import netnew.doors.cli.door"),
    (SQL, "kernel/__init__.py", "import sqlalchemy"),
    (SQL, "app.py", "import sqlalchemy"),
    (SQL, "diagnosis.py", "import alembic"),
    (SQL, "doors/http/service.py", "import psycopg"),
    (TERMINALS, "meter/meter.py", "import rich.table"),
    (TERMINALS, "app.py", "import typer"),
    (TERMINALS, "diagnosis.py", "import fastapi"),
    (PUBLIC, "doors/cli/doctor.py", "import netnew.stores.ledger"),
    (PUBLIC, "doors/cli/doctor.py", "import netnew.diagnosis"),
]
# What a contract is not about, of the modules directly under netnew.
EXEMPT = {SQL: {"stores"}, TERMINALS: {"doors"}}


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


@pytest.mark.parametrize(("contract", "name", "line"), PLANTED)
def test_a_planted_violation_is_caught(copy: Path, contract: str, name: str, line: str) -> None:
    file = copy / "src" / "netnew" / name
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{line}\n")
    found = lint(copy)
    assert found.returncode == 1
    assert f"{contract} BROKEN" in found.stdout


def contracts() -> dict[str, dict[str, Any]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {one["name"]: one for one in settings["tool"]["importlinter"]["contracts"]}


def test_every_contract_has_a_violation_planted() -> None:
    assert {contract for contract, _, _ in PLANTED} == set(contracts())


@pytest.mark.parametrize("contract", EXEMPT)
def test_a_contract_is_about_every_module_but_the_exempt(contract: str) -> None:
    package = ROOT / "src" / "netnew"
    modules = {path.parent.name for path in package.glob("*/__init__.py")}
    modules |= {path.stem for path in package.glob("*.py")} - {"__init__"}
    about = {name.removeprefix("netnew.") for name in contracts()[contract]["source_modules"]}
    assert about == modules - EXEMPT[contract]


def test_a_module_without_a_layer_is_caught(copy: Path) -> None:
    (copy / "src" / "netnew" / "nowhere.py").write_text("")
    found = lint(copy)
    assert found.returncode != 0
    assert "nowhere" in found.stdout + found.stderr


def test_no_contract_has_exceptions() -> None:
    assert "ignore_imports" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
