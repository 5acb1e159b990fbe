"""Reads a harness file: every value with its line, every doubt an error that names both."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any

from netnew.foundation.errors import RecordError
from netnew.foundation.ids import digest
from netnew.ratchet.fields import SECTIONS, TOP, Field, Section
from netnew.ratchet.yaml_tree import Node, parse

# Reads a file that the harness names, relative to the harness; None where it is not there.
ReadFile = Callable[[str], bytes | None]


def no_file(_name: str) -> None:
    """Where a harness stands alone, whatever files it names are not there."""


LOOK_ALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One benchmark, test, gate or edge case: its values and where each stands."""

    section: str
    id: str
    line: int
    values: Mapping[str, Any]
    lines: Mapping[str, int]
    # Item id → digest of its content; None where the items could not be read.
    items: Mapping[str, str] | None = None
    node: Node | None = field(default=None, compare=False)

    def line_of(self, name: str) -> int:
        """Where this value stands, or else the entry."""
        return self.lines.get(name, self.line)


@dataclass(frozen=True, slots=True)
class Harness:
    """A whole file, defaults resolved."""

    source: str
    text: str
    top: Mapping[str, Any]
    top_lines: Mapping[str, int]
    entries: Mapping[tuple[str, str], Entry]
    tree: Node = field(compare=False)

    def section(self, name: str) -> list[Entry]:
        """The entries of one section, in the order of the file."""
        return [entry for entry in self.entries.values() if entry.section == name]

    @property
    def content_hash(self) -> str:
        """Hash of what the file means: comments, order and layout do not count.

        >>> read_harness("gates: [a, b]").content_hash == read_harness("gates: [b, a]").content_hash
        True
        """
        entries = [
            [entry.section, entry.id, _hashable(entry.values), entry.items]
            for _, entry in sorted(self.entries.items())
        ]
        return digest({"top": _hashable(self.top), "entries": entries})


def read_harness(text: str, source: str = "harness.yaml", read_file: ReadFile = no_file) -> Harness:
    r"""The harness that a file describes.

    >>> harness = read_harness("benchmarks:\n- {id: b, threshold: 0.7}")
    >>> harness.entries["benchmarks", "b"].values["threshold"]
    Fraction(7, 10)
    """
    tree = parse(text, source)
    reader = _HarnessReader(source, read_file)
    top, lines = reader.top(tree)
    return Harness(source, text, top, lines, reader.entries(tree), tree)


class _HarnessReader:
    def __init__(self, source: str, read_file: ReadFile) -> None:
        self.source, self.read_file = source, read_file

    def wrong(self, node: Node, key: str, problem: str, way_out: str) -> RecordError:
        return RecordError(self.source, problem, way_out, line=node.line, key=key)

    def mapping(self, node: Node, key: str) -> dict[str, Node]:
        if node.entries is None:
            raise self.wrong(node, key, "is no mapping", "write `key: value` lines")
        return node.entries

    def known(self, node: Node, key: str, names: list[str]) -> dict[str, Node]:
        entries = self.mapping(node, key)
        for name, value in entries.items():
            if name not in names:
                close = difflib.get_close_matches(name, names, n=1)
                hint = f"did you mean `{close[0]}`?" if close else f"known: {', '.join(names)}"
                raise self.wrong(value, key, f"has the unknown key `{name}`", hint)
        return entries

    def top(self, tree: Node) -> tuple[dict[str, Any], dict[str, int]]:
        found = self.known(tree, "$", [*TOP, *SECTIONS, "defaults"])
        values = {name: entry.default for name, entry in TOP.items()}
        lines = {name: node.line for name, node in found.items()}
        for name, kind in TOP.items():
            if name in found:
                values[name] = self.value(found[name], name, kind)
        if values["version"] != 1:
            raise self.wrong(found["version"], "version", f"is {values['version']}", "write 1")
        return values, lines

    def entries(self, tree: Node) -> dict[tuple[str, str], Entry]:
        top = self.mapping(tree, "$")
        defaults = (
            self.known(top["defaults"], "defaults", list(SECTIONS)) if "defaults" in top else {}
        )
        found: dict[tuple[str, str], Entry] = {}
        looks: dict[tuple[str, str], str] = {}
        for section in SECTIONS.values():
            if section.name not in top:
                continue
            shared = defaults.get(section.name)
            for name, node in self.listed(top[section.name], section.name):
                entry = self.entry(section, name, node, shared)
                look = (section.name, entry.id.casefold())
                if look in looks:
                    problem = f"is there twice (also as `{looks[look]}`)"
                    raise self.wrong(node, f"{section.name}.{entry.id}", problem, "rename one")
                looks[look] = entry.id
                found[section.name, entry.id] = entry
        return found

    def listed(self, node: Node, key: str) -> list[tuple[str | None, Node]]:
        """Entries written as a list, or as a mapping from id to entry."""
        if node.entries is not None:
            return list(node.entries.items())
        if node.kind == "scalar" and node.value is None:
            return []
        if node.kind != "list":
            raise self.wrong(node, key, "is no list", "write `- id: …` entries")
        return [(None, item) for item in node.items]

    def entry(self, section: Section, name: str | None, node: Node, shared: Node | None) -> Entry:
        own = (
            {} if node.kind == "scalar" else self.known(node, section.name, ["id", *section.fields])
        )
        told = own["id"].value if "id" in own else (node.value if name is None else name)
        label = self.identifier(told, node, section.name)
        if name is not None and label != name:
            raise self.wrong(node, f"{section.name}.{name}", f"has the id `{label}`", "use one id")
        where = f"{section.name}.{label}"
        nodes = {**self.shared(section, shared), **own}
        values = {
            key: self.value(nodes[key], f"{where}.{key}", kind) if key in nodes else kind.default
            for key, kind in section.fields.items()
            if key != "items"
        }
        lines = {key: item.line for key, item in nodes.items()}
        items = self.items(nodes["items"], where) if "items" in nodes else {}
        if "items" in nodes:
            values["items"] = nodes["items"].plain() if nodes["items"].entries else None
        self.bounded(values, node, where)
        return Entry(section.name, label, node.line, values, lines, items, node)

    def shared(self, section: Section, node: Node | None) -> dict[str, Node]:
        names = [name for name in section.fields if name != "items"]
        return {} if node is None else self.known(node, f"defaults.{section.name}", names)

    def bounded(self, values: dict[str, Any], node: Node, where: str) -> None:
        if "comparison" not in values:
            return
        lower = values.get("direction") == "lower"
        if values["comparison"] is None:
            values["comparison"] = "<=" if lower else ">="
        elif values.get("direction") and values["comparison"][0] == (">" if lower else "<"):
            problem = f"compares with {values['comparison']}, yet {values['direction']} is better"
            raise self.wrong(node, where, problem, "make the two agree")

    def identifier(self, told: Any, node: Node, section: str) -> str:
        text = str(told) if isinstance(told, Fraction) else told
        if not isinstance(text, str) or not text.strip():
            raise self.wrong(node, section, "has an entry without id", "give it `id: …`")
        if (
            text != unicodedata.normalize("NFKC", text)
            or not text.isprintable()
            or len(_scripts(text)) > 1
        ):
            raise self.wrong(
                node, section, f"has the id {text!a}, which looks like another",
                "use letters of one script, and no invisible ones",
            )  # fmt: skip
        return text

    def value(self, node: Node, key: str, kind: Field) -> Any:
        value = node.plain()
        fits = {
            "text": isinstance(value, str),
            "number": isinstance(value, Fraction),
            "count": isinstance(value, Fraction) and value.denominator == 1 and value >= 0,
            "truth": isinstance(value, bool),
            "choice": value in kind.choices,
            "any": True,
        }
        if not fits[kind.kind]:
            wanted = ", ".join(kind.choices) or {"truth": "true or false"}.get(
                kind.kind, f"a {kind.kind}"
            )
            raise self.wrong(node, key, f"is {_said(value)}", f"give {wanted}")
        return int(value) if kind.kind == "count" else value

    def items(self, node: Node, where: str) -> dict[str, str] | None:
        if node.entries is not None:
            return self.items_of_file(node, where)
        if node.kind != "list":
            raise self.wrong(node, f"{where}.items", "is no list", "list ids, or name a file")
        found: dict[str, str] = {}
        for item in node.items:
            content = item.plain()
            label = content.get("id") if isinstance(content, dict) else content
            name = str(label) if isinstance(label, (str, Fraction)) else ""
            if not name or name in found:
                problem = f"has the item {_said(label)} without id or twice"
                raise self.wrong(item, f"{where}.items", problem, "give each its own id")
            found[name] = digest(_hashable(content))
        return found

    def items_of_file(self, node: Node, where: str) -> dict[str, str] | None:
        told = self.known(node, f"{where}.items", ["file", "sha256", "count"])
        file = told["file"].value if "file" in told else None
        if not isinstance(file, str):
            raise self.wrong(node, f"{where}.items", "names no file", "give `file: items.jsonl`")
        content = self.read_file(file)
        if content is None:
            return None
        if "sha256" in told and told["sha256"].value != sha256(content).hexdigest():
            problem = f"names another sha256 than {file} has ({sha256(content).hexdigest()})"
            raise self.wrong(node, f"{where}.items", problem, "restore the file, or mend the hash")
        items = self.lines(content, file)
        if "count" in told and told["count"].value != len(items):
            problem = f"counts {_said(told['count'].value)}, {file} has {len(items)}"
            raise self.wrong(node, f"{where}.items", problem, "mend the count")
        return items

    def lines(self, content: bytes, file: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for number, line in enumerate(content.split(b"\n"), 1):
            if not line.strip():
                continue
            try:
                item = json.loads(line, object_pairs_hook=_once)
                name = str(item["id"])
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise RecordError(
                    file, "is no item", 'write {"id": …} lines', line=number
                ) from error
            if name in found:
                raise RecordError(file, f"has the id `{name}` twice", "rename one", line=number)
            found[name] = digest(item)
        return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key hides another."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _scripts(text: str) -> set[str]:
    """Which of the scripts that share the looks of their letters the text uses."""
    words = {unicodedata.name(c, "UNKNOWN").split()[0] for c in text if c.isalpha()}
    return words & LOOK_ALIKE_SCRIPTS


def _said(value: Any) -> str:
    return f"{float(value):g}" if isinstance(value, Fraction) else repr(value)


def _hashable(value: Any) -> Any:
    """Exact numbers as text, so that 0.70 and 0.7 hash alike and 1 differs from "1"."""
    if isinstance(value, Fraction):
        return {"number": str(value)}
    if isinstance(value, Mapping):
        return {key: _hashable(item) for key, item in value.items()}
    return [_hashable(item) for item in value] if isinstance(value, (list, tuple)) else value
