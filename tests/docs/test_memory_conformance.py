"""The table of memory's rules and the tests that it names belong together, in both directions."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.test_gate_conformance import ROOT, functions_of

PAGE = ROOT / "docs" / "reference" / "memory-conformance.md"
OF_SPECS = sorted((ROOT / "tests" / "memory").glob("test_00[34]_*.py"))


def rows() -> list[tuple[str, str, str]]:
    """(part, file, test) of every row of the tables of rules."""
    text = PAGE.read_text(encoding="utf-8").partition("## Where")[0]
    lines = [line for line in text.splitlines() if re.match(r"\| (?!part|test)", line)]
    named = [re.match(r"\| (.+?) \| .+ \| `(tests/[\w/]+\.py)::(\w+)` \|$", line) for line in lines]
    without = [line for line, match in zip(lines, named, strict=True) if match is None]
    assert without == [], "rows without a test"
    return [(match[1], match[2], match[3]) for match in named if match]


def test_every_row_names_a_test_that_is_there() -> None:
    gone = [f"{file}::{test}" for _, file, test in rows() if test not in functions_of(file)]
    assert gone == []
    assert len(rows()) > 120


def test_each_of_the_thirty_two_numbers_has_a_test_that_carries_it() -> None:
    numbered = {int(part): test for part, _, test in rows() if part.isdigit()}
    assert sorted(numbered) == list(range(1, 33))
    assert [n for n, test in numbered.items() if not test.startswith(f"test_{n:02}_")] == []


def test_every_test_of_the_specifications_has_its_row() -> None:
    told = {(file, test) for _, file, test in rows()}
    there = {
        (str(file.relative_to(ROOT)), test)
        for file in map(Path, OF_SPECS)
        for test in functions_of(str(file.relative_to(ROOT)))
    }
    assert len(OF_SPECS) == 7
    assert there - told == set()
