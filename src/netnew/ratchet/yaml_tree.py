"""YAML as a tree that knows where everything stands, and in which nothing can hide.

Anchors and merge keys are resolved, so that what is compared is what takes effect. A key
written twice, a second document, tags and numbers that only look like numbers are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import yaml

from netnew.foundation.errors import RecordError

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?", re.ASCII)
TRUTH = {"true": True, "false": False}
# Enough for any harness; anchors that multiply themselves stop here.
MOST_NODES = 200_000
PLAIN_TAGS = {f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "float", "bool", "null",
              "map", "seq", "timestamp")}  # fmt: skip
TAGGED = re.compile(r"(&\S+\s+)?!")
# Line ends in one version of YAML and plain characters in the other: behind them, what one
# reader takes for a comment another takes for a value.
HIDDEN_LINE_ENDS = re.compile("[\x85\u2028\u2029]")
MERGE_TAG = "tag:yaml.org,2002:merge"

Value = Fraction | bool | str | None


@dataclass(frozen=True, slots=True)
class Node:
    """One value: a scalar (`value`), a list (`items`) or a mapping (`entries`)."""

    line: int
    start: int
    end: int
    column: int
    kind: str
    flow: bool = False
    value: Value = None
    items: tuple[Node, ...] = ()
    entries: dict[str, Node] | None = None
    # Keys that came in through `<<` or an alias: their text stands elsewhere.
    borrowed: frozenset[str] = frozenset()

    def plain(self) -> Any:
        """The value without its places; numbers exact.

        >>> parse("a: [1, yes]").plain()
        {'a': [Fraction(1, 1), 'yes']}
        """
        if self.entries is not None:
            return {key: node.plain() for key, node in self.entries.items()}
        return [node.plain() for node in self.items] if self.kind == "list" else self.value


def parse(text: str, source: str = "harness") -> Node:
    """The tree of one YAML document.

    >>> parse("threshold: 0.70").entries["threshold"].value
    Fraction(7, 10)
    """
    hidden = HIDDEN_LINE_ENDS.search(text)
    if hidden:
        problem = f"holds U+{ord(hidden.group()):04X}, a line end to some readers only"
        line = len(re.split("\r\n|\r|\n", text[: hidden.start()]))
        raise RecordError(source, problem, "write a plain line end", line=line)
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except RecursionError as error:
        raise RecordError(source, "is nested too deeply", "flatten it") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = " ".join(str(getattr(error, "problem", None) or error).split())
        raise RecordError(
            source,
            f"is no YAML ({said})",
            "mend that place",
            line=None if mark is None else mark.line + 1,
        ) from error
    if root is None:
        raise RecordError(source, "is empty", "write a harness into it")
    return _Builder(source, text).build(root, ())


class _Builder:
    def __init__(self, source: str, text: str) -> None:
        self.source, self.text = source, text
        self.count = 0

    def wrong(self, node: yaml.Node, problem: str, way_out: str) -> RecordError:
        return RecordError(self.source, problem, way_out, line=node.start_mark.line + 1)

    def build(self, node: yaml.Node, above: tuple[int, ...]) -> Node:
        self.count += 1
        if self.count > MOST_NODES or id(node) in above or len(above) > 50:
            raise self.wrong(node, "is too large or contains itself", "write it out plainly")
        if node.tag not in PLAIN_TAGS or TAGGED.match(self.text, node.start_mark.index):
            raise self.wrong(node, f"carries the tag {node.tag}", "leave the tag out")
        above = (*above, id(node))
        if isinstance(node, yaml.MappingNode):
            entries, borrowed = self.mapping(node, above)
            return self._node(node, "map", entries=entries, borrowed=borrowed)
        if isinstance(node, yaml.SequenceNode):
            items = tuple(self.build(item, above) for item in node.value)
            return self._node(node, "list", items=items)
        if isinstance(node, yaml.ScalarNode):
            return self._node(node, "scalar", value=self.scalar(node))
        raise self.wrong(node, "is of no kind that YAML has", "write it plainly")

    @staticmethod
    def _node(node: yaml.Node, kind: str, **content: Any) -> Node:
        start, end = node.start_mark, node.end_mark
        flow = bool(getattr(node, "flow_style", False))
        return Node(start.line + 1, start.index, end.index, start.column, kind, flow, **content)

    def mapping(
        self, node: yaml.MappingNode, above: tuple[int, ...]
    ) -> tuple[dict[str, Node], frozenset[str]]:
        own: dict[str, Node] = {}
        merged: dict[str, Node] = {}
        merges = 0
        for key_node, value_node in node.value:
            if key_node.tag == MERGE_TAG:
                merges += 1
                if merges > 1:
                    # Readers do not agree on which of two merges wins.
                    raise self.wrong(key_node, "has the key `<<` twice", "merge one list")
                merged = {**self.merged(value_node, above), **merged}
                continue
            key = key_node.value
            if not isinstance(key, str) or not isinstance(key_node, yaml.ScalarNode):
                raise self.wrong(key_node, "has a key that is no text", "write a plain key")
            if key in own:
                raise self.wrong(key_node, f"has the key `{key}` twice", "keep one of them")
            own[key] = self.build(value_node, above)
        outside = {
            key
            for key, item in own.items()
            if not node.start_mark.index <= item.start <= node.end_mark.index
        }
        return {**merged, **own}, frozenset({*(merged.keys() - own.keys()), *outside})

    def merged(self, node: yaml.Node, above: tuple[int, ...]) -> dict[str, Node]:
        sources = node.value if isinstance(node, yaml.SequenceNode) else [node]
        found: dict[str, Node] = {}
        for source in sources:
            if not isinstance(source, yaml.MappingNode):
                raise self.wrong(node, "merges what is no mapping", "merge a mapping")
            # Of several merged mappings the first wins, as YAML has it.
            found = {**(self.build(source, above).entries or {}), **found}
        return found

    def scalar(self, node: yaml.ScalarNode) -> Value:
        text = str(node.value)
        quoted = node.style in {"'", '"', "|", ">"}
        if quoted:
            return text
        if NUMBER.fullmatch(text):
            return Fraction(Decimal(text))
        if text.lower() in TRUTH:
            return TRUTH[text.lower()]
        if node.tag.endswith(":null"):
            return None
        if node.tag.endswith((":int", ":float")):
            raise self.wrong(node, f"has the number {text}", "write it plainly, such as 0.7")
        return text
