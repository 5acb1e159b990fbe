"""A harness, a hundred ways to loosen it by stealth, and fifty ways that do not loosen it."""

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

LOOSENING = [
    # Thresholds, plainly and in disguise.
    Edit("lower a threshold", "threshold: 0.70", "threshold: 0.69"),
    Edit("lower it by a hair", "threshold: 0.70", "threshold: 0.6999999999999"),
    Edit("lower it in scientific notation", "threshold: 0.70", "threshold: 6.9e-1"),
    Edit("make it negative", "threshold: 0.70", "threshold: -0.70"),
    Edit("make it zero", "threshold: 0.70", "threshold: 0"),
    Edit("remove it, so that the default counts", "    threshold: 0.70\n", ""),
    Edit("null it, which is no number", "threshold: 0.70", "threshold: null"),
    Edit("tilde for null", "threshold: 0.70", "threshold: ~"),
    Edit("leave it empty", "threshold: 0.70", "threshold:"),
    Edit("quote it", "threshold: 0.70", 'threshold: "0.70"'),
    Edit("comment it out", "    threshold: 0.70", "    # threshold: 0.70"),
    Edit("comment out its tail", "threshold: 0.70", "threshold: 0 #.70"),
    Edit("not a number", "threshold: 0.70", "threshold: .nan"),
    Edit("minus infinity", "threshold: 0.70", "threshold: -.inf"),
    Edit("octal", "min_items: 100", "min_items: 0100"),
    Edit("hexadecimal", "min_items: 100", "min_items: 0x10"),
    Edit("sexagesimal", "threshold: 800", "threshold: 1:30:00"),
    Edit("underscores", "min_items: 100", "min_items: 1_0"),
    Edit("full-width digits", "threshold: 0.70", "threshold: ０.70"),
    Edit("Arabic digits", "threshold: 0.70", "threshold: ٠.70"),
    Edit("a percent sign", "threshold: 0.70", "threshold: 70%"),
    Edit("a comma", "threshold: 0.70", "threshold: 0,70"),
    Edit("a truth for a number", "threshold: 0.70", "threshold: false"),
    Edit("a list for a number", "threshold: 0.70", "threshold: [0.70]"),
    Edit("raise what must stay low", "threshold: 800", "threshold: 900"),
    Edit("turn the direction", "direction: lower", "direction: higher"),
    Edit("drop the direction", "    direction: lower\n", ""),
    Edit("a second, lower threshold", "threshold: 0.70", "threshold: 0.70\n    threshold: 0.10"),
    Edit("a misspelt threshold", "    threshold: 0.70", "    treshold: 0.70"),
    Edit("a threshold with a Cyrillic letter", "    threshold: 0.70",
         f"    thr{CYRILLIC_E}shold: 0.70"),
    Edit("a threshold in capitals", "    threshold: 0.70", "    Threshold: 0.70"),
    Edit("a threshold with a zero-width space", "    threshold: 0.70",
         f"    threshold{ZERO_WIDTH}: 0.70"),
    # Defaults and anchors.
    Edit("lower the default", "threshold: 0.60", "threshold: 0.10"),
    Edit("remove the default", "threshold: 0.60, ", ""),
    Edit("remove all defaults", cut(BASE, "defaults:", "benchmarks:\n  - id"), ""),
    Edit("move a threshold into a lower default", "    threshold: 0.70\n", "",
         ("threshold: 0.60", "threshold: 0.65")),
    Edit("widen the default tolerance", "tolerance: 0.02", "tolerance: 0.2"),
    Edit("more default retries", "regression_tests: {retries: 1}",
         "regression_tests: {retries: 9}"),
    Edit("another default metric", "{metric: accuracy,", "{metric: any_answer,"),
    Edit("another scorer behind the anchor", "&judge strict_judge", "&judge kind_judge"),
    Edit("an alias to a lower threshold", "threshold: 0.70", "threshold: *low",
         ("threshold: 0.60", "threshold: &low 0.60")),
    Edit("a merge that brings in an exemption", "    threshold: 0.80",
         "    threshold: 0.80\n    <<: {enabled: false}"),
    Edit("a merge in place of the threshold", "    threshold: 0.80", "    <<: {threshold: 0.1}"),
    Edit("a tag that hides a number", "threshold: 0.70", "threshold: !!str 0.70"),
    Edit("a tag that runs code", "threshold: 0.70", "threshold: !!python/float 0.1"),
    Edit("a second document", "edge_cases:", "---\nedge_cases:"),
    Edit("a section twice", "gates:\n", "gates: []\ngates:\n"),
    # Switches.
    Edit("switch a benchmark off", "  - id: prompts\n", "  - id: prompts\n    enabled: false\n"),
    Edit("switch it off in capitals", "  - id: prompts\n", "  - id: prompts\n    enabled: FALSE\n"),
    Edit("switch it off with `no`", "  - id: prompts\n", "  - id: prompts\n    enabled: no\n"),
    Edit("switch it off with `off`", "  - id: prompts\n", "  - id: prompts\n    enabled: off\n"),
    Edit("switch it off with 0", "  - id: prompts\n", "  - id: prompts\n    enabled: 0\n"),
    Edit("switch it off by default", "retries: 1}\n  reg", "retries: 1, enabled: false}\n  reg"),
    Edit("switch a test off", "  - id: no-crash\n", "  - id: no-crash\n    enabled: false\n"),
    Edit("let a test fail", "  - id: no-crash\n", "  - id: no-crash\n    allow_failure: true\n"),
    Edit("let all tests fail", "{retries: 1}", "{retries: 1, allow_failure: true}"),
    Edit("switch a gate off", "  - id: errors\n", "  - id: errors\n    enabled: false\n"),
    Edit("make a gate advice", "  - id: errors\n", "  - id: errors\n    required: false\n"),
    Edit("switch an edge case off", "  - id: emoji\n", "  - id: emoji\n    enabled: false\n"),
    Edit("an unknown switch", "  - id: prompts\n", "  - id: prompts\n    skip: true\n"),
    # Removal and renaming.
    Edit("remove a benchmark", PROMPTS, ""),
    Edit("remove a test", NO_CRASH, ""),
    Edit("remove a test that is only a name", "  - old-bug\n", ""),
    Edit("remove a gate", ERRORS, ""),
    Edit("remove an edge case", EMPTY, ""),
    Edit("remove a disabled benchmark", cut(BASE, "  - id: planned", "regression_tests:\n  - id"),
         ""),
    Edit("remove a whole section", cut(BASE, "edge_cases:", "  - id: empty") + EMPTY
         + BASE[BASE.index("  - id: emoji"):], ""),
    Edit("comment a test out", "  - old-bug", "  # - old-bug"),
    Edit("rename a benchmark", "id: prompts", "id: prompts-v2"),
    Edit("rename a test", "id: no-crash", "id: no_crash"),
    Edit("rename by capitals", "id: latency", "id: Latency"),
    Edit("rename by a look-alike", "id: latency", f"id: l{CYRILLIC_A}tency"),
    Edit("rename by a Greek letter", "id: no-crash", f"id: n{GREEK_O}-crash"),
    Edit("rename by a zero-width space", "id: latency", f"id: late{ZERO_WIDTH}ncy"),
    Edit("rename a section", "regression_tests:\n  - id", "regression_test:\n  - id"),
    Edit("a section as an unknown key", "gates:\n", "x-gates:\n"),
    Edit("reorder, and drop one", LATENCY + cut(BASE, "  - id: shared", "  - id: summaries"),
         cut(BASE, "  - id: shared", "  - id: summaries")),
    Edit("swap two, and drop a line of one", PROMPTS + LATENCY,
         LATENCY + PROMPTS.replace("    min_items: 100\n", "")),
    Edit("move a gate to the edge cases", ERRORS, "",
         ("  - id: emoji", "  - id: errors\n  - id: emoji")),
    # The same id twice.
    Edit("the same benchmark again, easier", LATENCY,
         LATENCY + "  - {id: prompts, threshold: 0.1}\n"),
    Edit("the same test again, disabled", "  - old-bug\n",
         "  - old-bug\n  - {id: no-crash, enabled: false}\n"),
    Edit("the same id in other letters", "  - old-bug\n",
         "  - old-bug\n  - {id: OLD-BUG, enabled: false}\n"),
    # Items and numbers of items.
    Edit("drop an item", "[p1, p2, p3, p4]", "[p1, p2, p3]"),
    Edit("swap an item for an easy one", "[p1, p2, p3, p4]", "[p1, p2, p3, easy]"),
    Edit("the same item twice for another", "[p1, p2, p3, p4]", "[p1, p2, p3, p3]"),
    Edit("an item by a look-alike", "[p1, p2, p3, p4]", "[p1, p2, p3, \u04404]"),
    Edit("change what an item expects", "{id: s1, target: short}", "{id: s1, target: anything}"),
    Edit("take all items away", "    items: [p1, p2, p3, p4]\n", ""),
    Edit("an item file that is not there", "[e1, e2]", "{file: easy.jsonl}"),
    Edit("fewer items of a valid run", "min_items: 100", "min_items: 10"),
    Edit("fewer repeats", "repeats: 3", "repeats: 1"),
    Edit("half a repeat", "repeats: 3", "repeats: 2.5"),
    # Scorers, metrics and data.
    Edit("another scorer", "scorer: exact_match", "scorer: fuzzy_match"),
    Edit("the scorer's look-alike", "scorer: exact_match", f"scorer: ex{CYRILLIC_A}ct_match"),
    Edit("a looser scorer option", "ignore_case: false", "ignore_case: true"),
    Edit("another metric of a gate", "metric: error_rate", "metric: fatal_error_rate"),
    Edit("another split", "split: test", "split: train"),
    Edit("less weight", "weight: 2", "weight: 0.5"),
    Edit("another test behind the id", "::test_no_crash", "::test_nothing"),
    Edit("another command behind the id", "make format-check", "true"),
    Edit("another expectation", "expected: a question", "expected: anything"),
    Edit("another input", 'input: ""', 'input: "hello"'),
    # Comparisons, tolerances, retries.
    Edit("`>` becomes `>=`", 'comparison: ">"', 'comparison: ">="'),
    Edit("`<` becomes `<=`", 'comparison: "<"', 'comparison: "<="'),
    Edit("`<` becomes `>`", 'comparison: "<"', 'comparison: ">"'),
    Edit("`==` becomes `>=`", 'comparison: "=="', 'comparison: ">="'),
    Edit("another exact value", "threshold: 2\n", "threshold: 3\n"),
    Edit("a gate's threshold, lower", "threshold: 0.75", "threshold: 0.7"),
    Edit("a gate's bound, higher", "threshold: 0.05", "threshold: 0.051"),
    Edit("a full-width comparison", 'comparison: "<"', 'comparison: "＜"'),
    Edit("a tolerance of its own", "    min_items: 100", "    tolerance: 0.05\n    min_items: 100"),
    Edit("more retries for one test", "retries: 0\n    tolerance", "retries: 3\n    tolerance"),
    Edit("more flakes", "flake_tolerance: 1", "flake_tolerance: 5"),
    Edit("fewer approvals", "approvals: 2", "approvals: 1"),
    Edit("drop the approvals", "approvals: 2\n", ""),
    Edit("another version of the schema", "version: 1", "version: 2"),
    Edit("an empty file", BASE, " \n"),
    Edit("no YAML at all", "gates:\n", "gates: [\n"),
]  # fmt: skip

NOT_LOOSENING = [
    # Tighter.
    Edit("raise a threshold", "threshold: 0.70", "threshold: 0.75"),
    Edit("raise it by a hair", "threshold: 0.70", "threshold: 0.7000001"),
    Edit("raise the default", "threshold: 0.60", "threshold: 0.65"),
    Edit("lower what must be low", "threshold: 800", "threshold: 700"),
    Edit("less tolerance", "tolerance: 0.02", "tolerance: 0.01"),
    Edit("no tolerance", "tolerance: 0.02", "tolerance: 0"),
    Edit("no retries", "{retries: 1}", "{retries: 0}"),
    Edit("`>=` becomes `>`", "    min_items: 100", '    comparison: ">"\n    min_items: 100'),
    Edit("a gate, higher", "threshold: 0.75", "threshold: 0.8"),
    Edit("a bound, lower", "threshold: 0.05", "threshold: 0.04"),
    Edit("`<` 0.05 becomes `<=` 0.04", 'comparison: "<"\n    threshold: 0.05',
         'comparison: "<="\n    threshold: 0.04'),
    Edit("`>` 0.80 becomes `>=` 0.81", 'comparison: ">"\n    threshold: 0.80',
         'comparison: ">="\n    threshold: 0.81'),
    Edit("more items of a valid run", "min_items: 100", "min_items: 200"),
    Edit("more repeats", "repeats: 3", "repeats: 5"),
    Edit("another item", "[p1, p2, p3, p4]", "[p1, p2, p3, p4, p5]"),
    Edit("another item with content", "      - {id: s2, target: long}",
         "      - {id: s2, target: long}\n      - {id: s3, target: both}"),
    Edit("switch a benchmark on", "enabled: false", "enabled: true"),
    Edit("drop the switch that was off", "    enabled: false\n", ""),
    Edit("make advice required", "required: false", "required: true"),
    Edit("another benchmark", "  - id: planned",
         "  - {id: harder, threshold: 0.4}\n  - id: planned"),
    Edit("another benchmark, disabled", "  - id: planned",
         "  - {id: harder, enabled: false}\n  - id: planned"),
    Edit("another test", "  - old-bug", "  - old-bug\n  - new-bug"),
    Edit("another gate", "  - id: advice",
         "  - {id: cost, metric: usd, threshold: 1}\n  - id: advice"),
    Edit("another edge case", "  - id: emoji", "  - {id: very-long, input: long}\n  - id: emoji"),
    Edit("fewer flakes", "flake_tolerance: 1", "flake_tolerance: 0"),
    Edit("more approvals", "approvals: 2", "approvals: 3"),
    Edit("a threshold where none was", "  - id: shared\n", "  - id: shared\n    threshold: 0.9\n"),
    Edit("raise several", "threshold: 0.70", "threshold: 0.8", ("threshold: 0.75",
         "threshold: 0.85")),
    Edit("move a threshold into a default that is as high", "    threshold: 0.70\n", "",
         ("threshold: 0.60", "threshold: 0.70")),
    # Neutral.
    Edit("write 0.70 as 0.7", "threshold: 0.70", "threshold: 0.7"),
    Edit("write it as 7e-1", "threshold: 0.70", "threshold: 7e-1"),
    Edit("write 800 as 800.0", "threshold: 800", "threshold: 800.0"),
    Edit("a comment", "benchmarks:\n  - id", "# what gives a score\nbenchmarks:\n  - id"),
    Edit("a comment behind a value", "threshold: 0.70", "threshold: 0.70  # since May"),
    Edit("empty lines", "gates:\n", "\n\ngates:\n"),
    Edit("rename for people", "name: Prompt generation", "name: Prompts"),
    Edit("another description", "the user sends nothing", "an empty message"),
    Edit("a rationale", "    min_items: 100",
         "    rationale: enough to see ten points\n    min_items: 100"),
    Edit("another category", "category: safety", "category: robustness"),
    Edit("another name of the harness", "name: writing", "name: writing assistant"),
    Edit("reorder benchmarks", PROMPTS + LATENCY, LATENCY + PROMPTS),
    Edit("reorder fields", "    min_items: 100\n    repeats: 3\n",
         "    repeats: 3\n    min_items: 100\n"),
    Edit("reorder items", "[p1, p2, p3, p4]", "[p4, p3, p2, p1]"),
    Edit("items as lines", "items: [e1, e2]", "items:\n      - e1\n      - e2"),
    Edit("a flow mapping as lines", "scorer_options: {ignore_case: false}",
         "scorer_options:\n      ignore_case: false"),
    Edit("quote an id", "id: prompts", 'id: "prompts"'),
    Edit("single quotes", 'comparison: ">"', "comparison: '>'"),
    Edit("write the alias out", "scorer: *judge", "scorer: strict_judge"),
    Edit("another name of the anchor", "&judge strict_judge", "&j strict_judge", ("*judge", "*j")),
    Edit("write a default out", "  - id: shared\n", "  - id: shared\n    threshold: 0.60\n"),
    Edit("say what is so anyway", "  - id: prompts\n", "  - id: prompts\n    enabled: true\n"),
    Edit("a name as an entry", "  - old-bug", "  - id: old-bug"),
    Edit("Windows line ends", "approvals: 2\n", "approvals: 2\r\n"),
    Edit("an end mark", BASE, BASE + "...\n"),
]  # fmt: skip
