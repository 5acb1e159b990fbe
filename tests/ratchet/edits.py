"""The harness that the edits of `loosening.py` and `not_loosening.py` change, and its parts."""

from __future__ import annotations

from typing import NamedTuple

BASE = """\
version: 1
name: writing
description: what the writing assistant must do
flake_tolerance: 1
approvals: 2
defaults:
  benchmarks: {metric: accuracy, threshold: 0.60, tolerance: 0.02, retries: 1}
  regression_tests: {retries: 1}
benchmarks:
  - id: prompts
    name: Prompt generation
    category: generation
    scorer: exact_match
    scorer_options: {ignore_case: false}
    threshold: 0.70
    min_items: 100
    repeats: 3
    items: [p1, p2, p3, p4]
  - id: latency
    metric: p95_ms
    direction: lower
    threshold: 800
    tolerance: 0
  - id: shared
    scorer: &judge strict_judge
    data: {set: shared-v2, split: test}
    weight: 2
  - id: summaries
    scorer: *judge
    comparison: ">"
    threshold: 0.80
    items:
      - {id: s1, target: short}
      - {id: s2, target: long}
  - id: planned
    enabled: false
    threshold: 0.5
regression_tests:
  - id: no-crash
    test: tests/test_crash.py::test_no_crash
    category: safety
  - id: keeps-format
    command: make format-check
    retries: 0
    tolerance: 0
  - old-bug
gates:
  - id: accuracy
    metric: accuracy
    threshold: 0.75
  - id: errors
    metric: error_rate
    comparison: "<"
    threshold: 0.05
  - id: exactly
    metric: version
    comparison: "=="
    threshold: 2
  - id: advice
    metric: style
    threshold: 0.5
    required: false
edge_cases:
  - id: empty-input
    category: input
    description: the user sends nothing
    input: ""
    expected: a question
    scorer: contains
  - id: emoji
    items: [e1, e2]
    retries: 0
"""


class Edit(NamedTuple):
    """Replace one text by another, once; `also` makes a second replacement."""

    name: str
    old: str
    new: str
    also: tuple[str, str] | None = None

    def applied(self) -> str:
        changed = BASE
        for old, new in filter(None, ((self.old, self.new), self.also)):
            assert old in changed, f"{self.name}: {old!r} is not there"
            changed = changed.replace(old, new, 1)
        assert changed != BASE, self.name
        return changed


def cut(text: str, first: str, last: str) -> str:
    """The part of `text` from `first` up to, without, `last`."""
    start = text.index(first)
    return text[start : text.index(last, start)]


PROMPTS = cut(BASE, "  - id: prompts", "  - id: latency")
LATENCY = cut(BASE, "  - id: latency", "  - id: shared")
NO_CRASH = cut(BASE, "  - id: no-crash", "  - id: keeps-format")
ERRORS = cut(BASE, "  - id: errors", "  - id: exactly")
EMPTY = cut(BASE, "  - id: empty-input", "  - id: emoji")
CYRILLIC_A, CYRILLIC_E, GREEK_O, ZERO_WIDTH = "\u0430", "\u0435", "\u03bf", "\u200b"
