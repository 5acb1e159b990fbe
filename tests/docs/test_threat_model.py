"""Each threat that the docs list has a test, and the test is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "threat-model.md"


def rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split(" | ") for line in lines if line.startswith("| ")]
    return [row for row in cells if row[0].strip() != "threat"]


def test_every_threat_has_a_defence_and_a_test_that_is_there() -> None:
    assert len(rows()) > 20
    for threat, defence, tests in rows():
        assert defence.strip(), threat
        named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", tests)
        assert named, f"no test shows: {threat}"
        for file, name in named:
            assert (ROOT / file).exists(), f"{file} of: {threat}"
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            known = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert not name or name in known, f"{file} has no {name}"


def test_the_security_page_leads_to_it() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "docs/reference/threat-model.md" in text
