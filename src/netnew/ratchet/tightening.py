"""The one-way rule: whether a changed harness demands at least what it demanded before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import RecordError
from netnew.ratchet.fields import SECTIONS, TOP, Field
from netnew.ratchet.harness import Entry, Harness, ReadFile, no_file, read_harness

MISSING = "(nothing)"


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a change loosens, or cannot be shown not to."""

    path: str
    problem: str
    old: str
    new: str
    # In the new file; in the old one where the thing is gone.
    line: int


def violations(base: Harness, head: Harness) -> list[Violation]:
    """Every way in which `head` demands less than `base`; empty when it only tightens.

    >>> old = read_harness("benchmarks: [{id: b, threshold: 0.7}]")
    >>> new = read_harness("benchmarks: [{id: b, threshold: 0.6}]")
    >>> [(found.path, found.old, found.new) for found in violations(old, new)]
    [('benchmarks.b.threshold', '>= 0.7', '>= 0.6')]
    """
    found = list(_changes("", TOP, base.top, head.top, head.top_lines, 1))
    for key, entry in base.entries.items():
        if key in head.entries:
            found += _entry(entry, head.entries[key])
        else:
            path = f"{entry.section}.{entry.id}"
            found.append(Violation(path, "was removed or renamed", entry.id, MISSING, entry.line))
    return found


def check_texts(
    base: str,
    head: str,
    *,
    base_name: str = "base",
    head_name: str = "head",
    read_base: ReadFile = no_file,
    read_head: ReadFile = no_file,
) -> list[Violation]:
    """Compare two files. A head that cannot be read proves nothing, so it is a violation itself.

    >>> check_texts("gates: [a]", "gates: [a, a]")[0].problem
    'is there twice (also as `a`)'
    """
    old = read_harness(base, base_name, read_base)
    try:
        new = read_harness(head, head_name, read_head)
    except RecordError as error:
        problem = error.problem.removeprefix(head_name).removeprefix(f":{error.line}")
        key = error.key or "$"
        return [Violation(key, problem.removeprefix(f": {key}").lstrip(": "), "a valid harness",
                          "not one", error.line or 1)]  # fmt: skip
    return violations(old, new)


def _entry(old: Entry, new: Entry) -> Iterator[Violation]:
    path, section = f"{old.section}.{old.id}", SECTIONS[old.section]
    yield from _changes(f"{path}.", section.fields, old.values, new.values, new.lines, new.line)
    if "comparison" in section.fields:
        yield from _bound(path, old, new)
    if "items" in section.fields:
        yield from _items(path, old, new)


def _changes(
    path: str,
    fields: Mapping[str, Field],
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    lines: Mapping[str, int],
    line: int,
) -> Iterator[Violation]:
    for name, field in fields.items():
        before, after = old.get(name), new.get(name)
        problem = None if before == after else _loosens(field, before, after)
        if problem:
            place = lines.get(name, line)
            yield Violation(f"{path}{name}", problem, _shown(before), _shown(after), place)


def _loosens(field: Field, before: Any, after: Any) -> str | None:
    """What is wrong with this change of one value, or None."""
    match field.may:
        case "fixed":
            return "was changed, which cannot be shown to tighten"
        case "rises" if after < before:
            return "was lowered"
        case "falls" if after > before:
            return "was widened"
        case "turns_on" if before and not after:
            return "was switched off"
        case "turns_off" if after and not before:
            return "was switched on"
        case _:
            return None


def _bound(path: str, old: Entry, new: Entry) -> Iterator[Violation]:
    """The results that pass the new bound must all have passed the old one."""
    before, after = _limit(old), _limit(new)
    if before is None or (after is not None and _within(after, before)):
        return
    line = min(new.line_of("threshold"), new.line_of("comparison")) if after else new.line
    line = new.line_of("threshold") if "threshold" in new.lines else line
    problem = "was removed" if after is None else "lets results pass that failed before"
    yield Violation(f"{path}.threshold", problem, _limit_shown(before), _limit_shown(after), line)


def _limit(entry: Entry) -> tuple[str, Fraction] | None:
    bound = entry.values["threshold"]
    return None if bound is None else (entry.values["comparison"], bound)


def _within(new: tuple[str, Fraction], old: tuple[str, Fraction]) -> bool:
    (how, bound), (old_how, old_bound) = new, old
    if how == "==":
        return _passes(bound, old)
    if old_how == "==" or how[0] != old_how[0]:
        return False
    further = bound > old_bound if how[0] == ">" else bound < old_bound
    return further or (bound == old_bound and not (old_how in {">", "<"} and how.endswith("=")))


def _passes(value: Fraction, limit: tuple[str, Fraction]) -> bool:
    how, bound = limit
    return (how.endswith("=") and value == bound) or (
        (how[0] == ">" and value > bound) or (how[0] == "<" and value < bound)
    )


def _items(path: str, old: Entry, new: Entry) -> Iterator[Violation]:
    line = new.line_of("items")
    if old.items is None or new.items is None:
        source, other = old.values.get("items"), new.values.get("items")
        # Two files that nobody can read are the same only if both name the same hash.
        if source != other or not (source or {}).get("sha256"):
            problem = "cannot be compared, because an item file cannot be read"
            yield Violation(f"{path}.items", problem, _shown(source), _shown(other), line)
        return
    if new.items and not old.items and old.section == "benchmarks":
        # Whatever the runner took before was all of it; a list may leave out what was hard.
        problem = "names the items to run where all were run before; make it a new benchmark"
        yield Violation(f"{path}.items", problem, "all", f"{len(new.items)} items", line)
    for item in sorted(old.items.keys() - new.items.keys()):
        yield Violation(f"{path}.items.{item}", "was dropped", item, MISSING, line)
    for item in sorted(old.items.keys() & new.items.keys()):
        if old.items[item] != new.items[item]:
            problem = "was changed; keep it and add another"
            yield Violation(f"{path}.items.{item}", problem, old.items[item][:12],
                            new.items[item][:12], line)  # fmt: skip


def _limit_shown(limit: tuple[str, Fraction] | None) -> str:
    return MISSING if limit is None else f"{limit[0]} {_shown(limit[1])}"


def _shown(value: Any) -> str:
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction):
        return f"{float(value):.12g}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_shown(item)}" for key, item in value.items()) + "}"
    return str(value)
