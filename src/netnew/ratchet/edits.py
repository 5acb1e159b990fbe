"""Writes an expansion into a harness file and leaves every other byte as it was."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import InputError
from netnew.ratchet.fields import SECTIONS
from netnew.ratchet.harness import Harness, read_harness
from netnew.ratchet.proposals import NewTest, Proposal, check_names
from netnew.ratchet.tightening import Violation, violations
from netnew.ratchet.yaml_tree import Node


def expand(
    base: str, proposal: Proposal, enabled: Collection[str] = (), source: str = "harness.yaml"
) -> str:
    r"""The harness with the thresholds raised and the new tests added, those of `enabled` on.

    >>> from netnew.ratchet.proposals import Increase
    >>> print(expand("benchmarks:\n- id: b  # easy\n  threshold: 0.7\n",
    ...              Proposal((Increase("b", Fraction(8, 10)),))), end="")
    benchmarks:
    - id: b  # easy
      threshold: 0.8
    """
    text = base
    for item in proposal.increases:
        text = _set_threshold(read_harness(text, source), item.benchmark, item.proposed)
    for test in proposal.new_tests:
        text = _append(read_harness(text, source), test, test.id in enabled)
    return text


def loosened_by(proposal: Proposal, harness: Harness) -> list[Violation]:
    """How the harness would demand less with the proposal applied; normally empty."""
    check_names(proposal, harness)
    everything = [test.id for test in proposal.new_tests]
    target = expand(harness.text, proposal, everything, harness.source)
    return violations(harness, read_harness(target, harness.source))


def _set_threshold(harness: Harness, benchmark: str, threshold: Fraction) -> str:
    node = harness.entries["benchmarks", benchmark].node
    text, written = harness.text, _number(threshold)
    if node is None or node.entries is None:
        raise InputError(
            f"`{benchmark}` is only a name in {harness.source}", "write `- id: …` lines"
        )
    if "threshold" in node.entries and "threshold" not in node.borrowed:
        old = node.entries["threshold"]
        return text[: old.start] + written + text[old.end :]
    # Its threshold comes from a default or an anchor that others share: it gets its own line.
    if node.flow:
        return f"{text[: node.start + 1]}threshold: {written}, {text[node.start + 1 :]}"
    indent = "\n" + " " * node.column
    return f"{text[: node.start]}threshold: {written}{indent}{text[node.start :]}"


def _append(harness: Harness, test: NewTest, enabled: bool) -> str:
    text = harness.text
    section = (harness.tree.entries or {}).get(test.section)
    if section is None or (section.kind == "scalar" and section.value is None):
        return _new_section(harness, test, enabled)
    if section.flow or section.kind != "list":
        raise InputError(
            f"{harness.source}:{section.line}: `{test.section}` is not written as a list of lines",
            "write it as `- id: …` lines, so that tests can be added",
        )
    end = _line_end(text, max(_last(item) for item in section.items))
    if not text[:end].endswith("\n"):
        text, end = f"{text[:end]}\n{text[end:]}", end + 1
    return text[:end] + _block(test, enabled, " " * section.column) + text[end:]


def _new_section(harness: Harness, test: NewTest, enabled: bool) -> str:
    text = harness.text
    if harness.tree.flow:
        raise InputError(f"{harness.source} is written in braces", "write it as lines")
    if test.section in (harness.tree.entries or {}):
        # `edge_cases:` with nothing behind it: the entries go right below.
        node = (harness.tree.entries or {})[test.section]
        end = _line_end(text, node.start)
        head = text[:end] if text[:end].endswith("\n") else f"{text[:end]}\n"
        return head + _block(test, enabled, "") + text[end:]
    joint = "" if text.endswith("\n") else "\n"
    return f"{text}{joint}{test.section}:\n{_block(test, enabled, '')}"


def _block(test: NewTest, enabled: bool, indent: str) -> str:
    # The order of the schema: what is stored in between has forgotten any other.
    known = [name for name in SECTIONS[test.section].fields if name in test.values]
    values = {"id": test.id, **{name: test.values[name] for name in known}, "enabled": enabled}
    lines = [f"{key}: {_written(value)}" for key, value in values.items()]
    return f"{indent}- " + f"\n{indent}  ".join(lines) + "\n"


def _written(value: Any) -> str:
    """One value on one line; JSON is YAML, and needs no guess about quotes."""
    if isinstance(value, Fraction):
        return _number(value)
    if isinstance(value, Mapping):
        inside = ", ".join(
            f"{json.dumps(k, ensure_ascii=False)}: {_written(v)}" for k, v in sorted(value.items())
        )
        return f"{{{inside}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_written(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.12g}"


def _last(node: Node) -> int:
    """Where the last scalar of the node ends; a block node's own end lies behind comments."""
    if node.flow or node.kind == "scalar":
        return node.end
    inside = [*node.items, *(node.entries or {}).values()]
    ends = [_last(item) for item in inside if item.start >= node.start]
    return max(ends, default=node.end)


def _line_end(text: str, index: int) -> int:
    found = text.find("\n", index)
    # A literal block's end is already the start of the next line.
    if index and text[index - 1] == "\n":
        return index
    return len(text) if found < 0 else found + 1
