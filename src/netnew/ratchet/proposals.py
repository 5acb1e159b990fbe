"""What research proposes: higher thresholds, new benchmarks, new edge cases; read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import InputError, RecordError
from netnew.ratchet.fields import SECTIONS
from netnew.ratchet.harness import Harness
from netnew.ratchet.numbers import exact, shown
from netnew.ratchet.yaml_tree import parse

SOURCE = "expansion_proposals"


@dataclass(frozen=True, slots=True)
class Increase:
    """A new threshold for a benchmark that is there."""

    benchmark: str
    proposed: Fraction
    rationale: str = ""
    current: Fraction | None = None


@dataclass(frozen=True, slots=True)
class NewTest:
    """A benchmark or edge case to add, as it will stand in the file."""

    section: str
    id: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Everything that one expansion changes."""

    increases: tuple[Increase, ...] = ()
    new_tests: tuple[NewTest, ...] = ()
    # Advice for people; an expansion never removes, so nothing here is applied.
    retire: tuple[str, ...] = field(default=())

    def document(self) -> dict[str, Any]:
        """The proposal in the output format of the research brief."""
        tests = {"benchmarks": "new_benchmarks", "edge_cases": "new_edge_cases"}
        found: dict[str, Any] = {
            "threshold_increases": [
                {
                    "benchmark": item.benchmark,
                    **({} if item.current is None else {"current": shown(item.current)}),
                    "proposed": shown(item.proposed),
                    "rationale": item.rationale,
                }
                for item in self.increases
            ],
            "new_benchmarks": [],
            "new_edge_cases": [],
        }
        for test in self.new_tests:
            found[tests[test.section]].append({"id": test.id, **_plain(test.values)})
        return found | ({"retire_into_regression": list(self.retire)} if self.retire else {})


def read_proposal(text: str, source: str = SOURCE) -> Proposal:
    """The proposal that a research runner printed: YAML, with or without a ``` fence around it.

    >>> text = "expansion_proposals: {threshold_increases: [{benchmark: b, proposed: 0.8}]}"
    >>> read_proposal(text).increases[0].proposed
    Fraction(4, 5)
    """
    root = parse(_unfenced(text), source).plain()
    if not isinstance(root, dict) or not isinstance(root.get("expansion_proposals"), dict):
        raise RecordError(source, "holds no `expansion_proposals:`", "print the asked format")
    return proposal_from(root["expansion_proposals"], source)


def proposal_from(document: Mapping[str, Any], source: str = SOURCE) -> Proposal:
    """The proposal in a document of the output format."""
    increases = [
        _increase(item, source, f"threshold_increases[{at}]")
        for at, item in enumerate(_list(document, "threshold_increases", source))
    ]
    tests = [
        _new_test(item, section, source, f"{key}[{at}]")
        for key, section in (("new_benchmarks", "benchmarks"), ("new_edge_cases", "edge_cases"))
        for at, item in enumerate(_list(document, key, source))
    ]
    if not increases and not tests:
        raise RecordError(source, "proposes nothing", "propose an increase or a new test")
    retire = tuple(str(name) for name in _list(document, "retire_into_regression", source))
    return Proposal(tuple(increases), tuple(tests), retire)


def check_names(proposal: Proposal, harness: Harness) -> None:
    """Raise where the proposal raises what is not there, or adds what is."""
    for item in proposal.increases:
        entry = harness.entries.get(("benchmarks", item.benchmark))
        if entry is None:
            known = ", ".join(found.id for found in harness.section("benchmarks")) or "none"
            raise InputError(f"there is no benchmark `{item.benchmark}`", f"there are {known}")
    for test in proposal.new_tests:
        if (test.section, test.id) in harness.entries:
            raise InputError(
                f"`{test.section}.{test.id}` is already there", "give the new test its own id"
            )


def _list(document: Mapping[str, Any], key: str, source: str) -> list[Any]:
    found = document.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise RecordError(source, "is no list", "write `- …` entries", key=key)
    return found


def _increase(item: Any, source: str, key: str) -> Increase:
    if not isinstance(item, dict) or not isinstance(item.get("benchmark"), str):
        raise RecordError(source, "names no benchmark", "give `benchmark: ID`", key=key)
    proposed = exact(item.get("proposed"), source, f"{key}.proposed")
    current = item.get("current")
    return Increase(
        item["benchmark"],
        proposed,
        str(item.get("rationale", "")),
        None if current is None else exact(current, source, f"{key}.current"),
    )


def _new_test(item: Any, section: str, source: str, key: str) -> NewTest:
    if not isinstance(item, dict):
        raise RecordError(source, "is no mapping", "write `key: value` lines", key=key)
    values = {name: value for name, value in item.items() if name not in {"id", "enabled"}}
    known = SECTIONS[section].fields
    for name in values:
        if name not in known:
            raise RecordError(source, f"has no key {name!r}", f"known: {', '.join(known)}", key=key)
    label = item.get("id")
    if label is None and section == "edge_cases":
        # The brief's format gives edge cases no id; theirs comes from what they say.
        label = _slug(f"{item.get('category', '')} {item.get('description', '')}")
    if not isinstance(label, str) or not label:
        raise RecordError(source, "has no id", "give `id: …`", key=key)
    return NewTest(section, label, values)


def _slug(text: str) -> str:
    words = "".join(c.lower() if c.isalnum() else " " for c in text).split()
    return "-".join(words[:8])


def _unfenced(text: str) -> str:
    lines = text.strip().splitlines()
    fences = [at for at, line in enumerate(lines) if line.strip().startswith("```")]
    return "\n".join(lines[fences[0] + 1 : fences[1]]) if len(fences) >= 2 else text


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return shown(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
