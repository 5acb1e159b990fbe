"""What a harness file may say, and for each field in which direction it may change.

One table serves the reader, the published schema and the check that a change only tightens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Kind = Literal["text", "number", "count", "truth", "choice", "any", "items"]
# free: words for people. fixed: any change may loosen. rises, falls: a number that may only
# grow or shrink. turns_on, turns_off: a switch that moves one way. bound: see `comparison`.
May = Literal["free", "fixed", "rises", "falls", "turns_on", "turns_off", "bound", "grows"]


class Field(NamedTuple):
    """One field: its type, how it may change, what it is when absent, and what it means."""

    kind: Kind
    may: May
    default: Any
    help: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """One list of the file and the fields of its entries."""

    name: str
    help: str
    fields: dict[str, Field]


COMPARISONS = (">=", ">", "<=", "<", "==")
_NAME = Field("text", "free", None, "a name for people")
_DESCRIPTION = Field("text", "free", None, "what it is, for people")
_RATIONALE = Field("text", "free", None, "why it is there, for people")
_CATEGORY = Field("text", "free", None, "the kind of thing that it tests, for reports")
_ENABLED = Field("truth", "turns_on", True, "whether it runs")
_METRIC = Field("text", "fixed", None, "what is measured")
_TOLERANCE = Field("number", "falls", 0, "how far a result may miss the bound")
_RETRIES = Field("count", "falls", 0, "how often a failure is tried again")
_ITEMS = Field(
    "items", "grows", None, "ids, objects with an `id`, or {file, sha256, count} of a JSONL file"
)
_COMPARISON = Field("choice", "bound", None, "how a result is held against the bound", COMPARISONS)

BENCHMARKS = Section(
    "benchmarks",
    "What gives a score.",
    {
        "name": _NAME,
        "description": _DESCRIPTION,
        "purpose": _DESCRIPTION,
        "rationale": _RATIONALE,
        "expected_difficulty": _DESCRIPTION,
        "category": _CATEGORY,
        "metric": _METRIC,
        "scorer": Field("text", "fixed", None, "what decides whether an item passed"),
        "scorer_options": Field("any", "fixed", None, "how the scorer is set"),
        "direction": Field(
            "choice", "fixed", "higher", "whether more or less is better", ("higher", "lower")
        ),
        "comparison": _COMPARISON,
        "threshold": Field("number", "bound", None, "the score that must be reached"),
        "tolerance": _TOLERANCE,
        "retries": _RETRIES,
        "min_items": Field("count", "rises", 0, "fewest items of a valid run"),
        "repeats": Field("count", "rises", 1, "how often each item is run"),
        "weight": Field("number", "fixed", 1, "its weight among the benchmarks"),
        "data": Field("any", "fixed", None, "the data set and its version"),
        "items": _ITEMS,
        "enabled": _ENABLED,
    },
)
REGRESSION_TESTS = Section(
    "regression_tests",
    "What must never fail again.",
    {
        "name": _NAME,
        "description": _DESCRIPTION,
        "rationale": _RATIONALE,
        "category": _CATEGORY,
        "test": Field("text", "fixed", None, "the test as its runner names it"),
        "command": Field("text", "fixed", None, "what runs it"),
        "tolerance": _TOLERANCE,
        "retries": _RETRIES,
        "allow_failure": Field("truth", "turns_off", False, "whether a failure is let through"),
        "enabled": _ENABLED,
    },
)
GATES = Section(
    "gates",
    "What a change must meet to pass.",
    {
        "name": _NAME,
        "description": _DESCRIPTION,
        "rationale": _RATIONALE,
        "metric": _METRIC,
        "comparison": _COMPARISON,
        "threshold": Field("number", "bound", None, "the bound of the metric"),
        "tolerance": _TOLERANCE,
        "required": Field("truth", "turns_on", True, "whether it blocks"),
        "enabled": _ENABLED,
    },
)
EDGE_CASES = Section(
    "edge_cases",
    "Single situations that once went wrong or might.",
    {
        "name": _NAME,
        "description": _DESCRIPTION,
        "rationale": _RATIONALE,
        "category": _CATEGORY,
        "expected_failure_mode": _DESCRIPTION,
        "input": Field("any", "fixed", None, "what the system is given"),
        "expected": Field("any", "fixed", None, "what it must answer"),
        "scorer": Field("text", "fixed", None, "what decides whether it passed"),
        "test": Field("text", "fixed", None, "the test as its runner names it"),
        "retries": _RETRIES,
        "items": _ITEMS,
        "enabled": _ENABLED,
    },
)
SECTIONS = {s.name: s for s in (BENCHMARKS, REGRESSION_TESTS, GATES, EDGE_CASES)}
TOP: dict[str, Field] = {
    "version": Field("count", "fixed", 1, "the version of this schema"),
    "name": _NAME,
    "description": _DESCRIPTION,
    "flake_tolerance": Field("count", "falls", 0, "cycles a streak may step over"),
    "approvals": Field("count", "rises", 1, "people who must approve an expansion"),
}


def harness_schema() -> dict[str, Any]:
    """The published schema of harness files.

    >>> sorted(harness_schema()["properties"])[:3]
    ['approvals', 'benchmarks', 'defaults']
    """
    properties: dict[str, Any] = {name: _typed(field) for name, field in TOP.items()}
    defaults: dict[str, Any] = {}
    for section in SECTIONS.values():
        own = {name: _typed(field) for name, field in section.fields.items()}
        entry = {
            "type": "object",
            "properties": {"id": {"type": "string"}, **own},
            "required": ["id"],
            "additionalProperties": False,
        }
        properties[section.name] = {
            "description": section.help,
            "type": "array",
            "items": {"anyOf": [entry, {"type": "string"}]},
        }
        shared = {name: schema for name, schema in own.items() if name != "items"}
        defaults[section.name] = {
            "type": "object", "properties": shared, "additionalProperties": False,
        }  # fmt: skip
    properties["defaults"] = {
        "description": "Values for entries that do not say otherwise, by section.",
        "type": "object",
        "properties": defaults,
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "netnew harness",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _typed(field: Field) -> dict[str, Any]:
    types: dict[str, Any] = {
        "text": {"type": "string"},
        "number": {"type": "number"},
        "count": {"type": "integer", "minimum": 0},
        "truth": {"type": "boolean"},
        "choice": {"enum": list(field.choices)},
        "any": {},
        "items": {"type": ["array", "object"]},
    }
    return {"description": f"{field.help} (a change: {field.may})", **types[field.kind]}
