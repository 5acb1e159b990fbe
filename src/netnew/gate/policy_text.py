"""A policy pack as a tree of scalars, each with its line: YAML, or JSON, or a mapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import yaml

from netnew.foundation.errors import RecordError

MOST_CHARACTERS: Final = 1 << 20
WAY_OUT: Final = "`netnew policy default` prints a pack that works"


class Given(NamedTuple):
    """What stands under one key path, and in which line (None: not from a file)."""

    value: Any
    line: int | None = None


class Flat(NamedTuple):
    """Every value by its key path, and the paths that were given twice."""

    values: dict[str, Given]
    repeated: tuple[tuple[str, int], ...] = ()


class Decimal(str):
    """A number as it was written, so that 0.1 stays a tenth."""

    __slots__ = ()


def read_text(text: str, source: str) -> Flat:
    """Flatten a pack; what is no YAML or JSON at all is a RecordError with its line.

    >>> read_text("policy: {step4: {scoring: {alpha: 0.70}}}", "p").values
    {'policy.step4.scoring.alpha': Given(value='0.70', line=1)}
    """
    if len(text) > MOST_CHARACTERS:
        raise RecordError(source, f"has over {MOST_CHARACTERS:,} characters", WAY_OUT)
    is_json = text.lstrip().startswith("{")
    kind = "JSON" if is_json else "YAML"
    try:
        # JSON is YAML, but for tabs between its tokens; inside its strings they are escaped.
        root = yaml.compose(text.replace("\t", " ") if is_json else text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise RecordError(source, f"is no {kind} ({error.problem})", WAY_OUT, line=line) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise RecordError(source, f"is no {kind} ({type(error).__name__})", WAY_OUT) from error
    if not isinstance(root, yaml.MappingNode):
        raise RecordError(source, "is no mapping of keys", WAY_OUT, line=1)
    reader = _Reader(source)
    try:
        found = dict(reader.walk(root, ""))
    except RecursionError as error:
        raise RecordError(source, "is nested too deeply", WAY_OUT) from error
    return Flat(found, tuple(reader.repeated))


def read_mapping(document: Mapping[str, Any]) -> Flat:
    """Flatten what was parsed already.

    >>> read_mapping({"policy": {"versions": {"lsh_impl_version": "lsh/1"}}}).values
    {'policy.versions.lsh_impl_version': Given(value='lsh/1', line=None)}
    """
    return Flat(dict(_walk_mapping(document, "")))


class _Reader:
    def __init__(self, source: str) -> None:
        self.source, self.repeated = source, list[tuple[str, int]]()
        self._entered: set[int] = set()

    def walk(self, node: yaml.MappingNode, path: str) -> Iterator[tuple[str, Given]]:
        self._enter(node)
        seen: set[str] = set()
        for name, child in node.value:
            line = name.start_mark.line + 1
            below = _join(path, str(name.value))
            if below in seen:
                self.repeated.append((below, line))
            seen.add(below)
            if isinstance(child, yaml.MappingNode) and child.value:
                yield from self.walk(child, below)
            else:
                yield below, Given(self._value(child), line)

    def _value(self, node: yaml.Node) -> Any:
        if isinstance(node, yaml.SequenceNode):
            self._enter(node)
            return [self._value(child) for child in node.value]
        if isinstance(node, yaml.MappingNode):
            return {}
        kind = node.tag.rpartition(":")[2]
        if kind in {"int", "float"}:
            return Decimal(node.value)
        if kind == "bool":
            return node.value.lower() in {"true", "yes", "on"}
        return None if kind == "null" else str(node.value)

    def _enter(self, node: yaml.Node) -> None:
        # An alias may stand for a tree that is exponentially larger than its text.
        if id(node) in self._entered:
            line = node.start_mark.line + 1
            raise RecordError(self.source, "uses an alias", "write the part out", line=line)
        self._entered.add(id(node))


def _walk_mapping(document: Mapping[str, Any], path: str) -> Iterator[tuple[str, Given]]:
    for name, child in document.items():
        below = _join(path, str(name))
        if isinstance(child, Mapping) and child:
            yield from _walk_mapping(child, below)
        else:
            yield below, Given(child)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
