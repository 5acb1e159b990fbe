"""The conformance table and the tests that it names belong together, in both directions."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "gate-conformance.md"
SPEC_TESTS = "tests/gate/test_spec.py"


def rows() -> list[tuple[str, str]]:
    """(file, test) of every row of the first table."""
    text = PAGE.read_text(encoding="utf-8").partition("## Where")[0]
    table = [line for line in text.splitlines() if line.startswith("| 4.")]
    named = [re.search(r"`(tests/[\w/]+\.py)::(\w+)` \|$", line) for line in table]
    missing = [line for line, match in zip(table, named, strict=True) if match is None]
    assert missing == [], "rows without a test"
    return [(match[1], match[2]) for match in named if match]


def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_row_names_a_test_that_is_there() -> None:
    gone = [f"{file}::{test}" for file, test in rows() if test not in functions_of(file)]
    assert gone == []
    assert len(rows()) > 45


def test_every_test_of_the_specification_has_its_row() -> None:
    told = {test for file, test in rows() if file == SPEC_TESTS}
    assert functions_of(SPEC_TESTS) - told == set()


def test_the_published_schema_is_current() -> None:
    import json

    from netnew.gate.schema import SCHEMA_NAME, judgement_schema

    file = ROOT / "docs" / "reference" / "schemas" / SCHEMA_NAME
    assert json.loads(file.read_text(encoding="utf-8")) == judgement_schema()
