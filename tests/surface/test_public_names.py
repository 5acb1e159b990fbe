"""The public names are what they are said to be: a change here is a change for users."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import netnew
from tests.conftest import Golden

ROOT = Path(__file__).resolve().parents[2]
# Loading any of these takes longer than the whole of `import netnew` may.
HEAVY = (
    "alembic", "altair", "fastapi", "jinja2", "mcp", "netnew_kernel", "numpy", "psycopg",
    "pydantic", "rich", "scipy", "sqlalchemy", "starlette", "typer", "wordllama",
)  # fmt: skip


def describe(name: str) -> str:
    value = getattr(netnew, name)
    if inspect.isclass(value):
        members = sorted(member for member in vars(value) if not member.startswith("_"))
        return f"class {name}: {' '.join(members)}".rstrip(": ")
    if callable(value):
        # A default that is a function shows its address, which differs from run to run.
        return re.sub(r"<function (\w+) at \w+>", r"\1", f"def {name}{inspect.signature(value)}")
    return f"value {name}"


def test_the_surface_is_the_golden_one(golden: Golden) -> None:
    golden("public_names.txt", "".join(f"{describe(name)}\n" for name in sorted(netnew.__all__)))


def test_every_name_loads_and_has_a_home() -> None:
    assert set(netnew.__all__) == {*netnew._HOMES, "__version__"}
    assert dir(netnew) == netnew.__all__
    for name in netnew.__all__:
        assert getattr(netnew, name) is not None


def test_type_checkers_see_the_names_that_load() -> None:
    tree = ast.parse((ROOT / "src/netnew/__init__.py").read_text(encoding="utf-8"))
    seen = {
        alias.asname or alias.name: (node.module or "").removeprefix("netnew.")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("netnew.")
        for alias in node.names
    }
    assert seen == {**netnew._HOMES, "VERSION": "foundation.version"}


def test_every_public_name_is_documented() -> None:
    for name in netnew.__all__:
        value = getattr(netnew, name)
        if not isinstance(value, str):
            assert value.__doc__, f"{name} has no docstring"


def test_importing_netnew_loads_nothing_heavy() -> None:
    code = f"import sys, netnew; print([m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert found.strip() == "[]"


def test_help_loads_no_database_and_no_numbers() -> None:
    heavy = [name for name in HEAVY if name not in {"rich", "typer"}]
    code = (
        "import sys; sys.argv = ['netnew', '--help']\n"
        "from netnew.doors.cli import main\n"
        "try: main()\n"
        f"finally: print([m for m in {heavy} if m in sys.modules], file=sys.stderr)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stderr
    assert found.strip() == "[]"


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(netnew, "nonsense")
