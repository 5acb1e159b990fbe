"""The knowledge graph of the MCP `memory` server: its JSON Lines, and what `read_graph` answers.

An observation is a fact on its entity. A relation is a fact on the entity that it starts from;
its type is an attribute of several values, for a graph holds many of a type at once. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from netnew.foundation.errors import RecordError
from netnew.memory.moving.arrival import SHOWN, Arrival
from netnew.memory.moving.elements import elements
from netnew.memory.moving.fields import Fields
from netnew.memory.moving.problems import no_json, no_object
from netnew.memory.records import FactInput

LISTS: Final = {"entities": "entity", "relations": "relation"}
EXAMPLE: Final = (
    '{"type": "entity", "name": "ann", "entityType": "person", "observations": ["Likes tea"]}'
)
SOURCE: Final = "mcp-memory"
# The server itself keeps no times; several that grew out of it do.
TIMES: Final = (
    "updatedAt", "updated_at", "lastModified", "timestamp", "createdAt", "created_at",
)  # fmt: skip


def read_line(given: Mapping[str, Any], file: str, line: int) -> Iterator[Arrival]:
    """The facts that one line holds.

    >>> line = {"type": "entity", "name": "ann", "entityType": "person", "observations": ["Tea"]}
    >>> [one.given.tags for one in read_line(line, "memory.jsonl", 1)]
    [('person',)]
    """
    fields = Fields(given, file, line)
    try:
        # All of them before the first is given out: a line is read whole or set aside.
        found = list(_facts(fields))
    except RecordError as error:
        yield Arrival(file, line, problem=error, text=str(given)[:SHOWN])
        return
    for one in found:
        yield Arrival(file, line, one)


def read_document(text: str, file: str) -> Iterator[Arrival]:
    """The facts of a whole graph, `{"entities": […], "relations": […]}`."""
    for found in elements(text, LISTS):
        if found.problem is not None:
            yield no_json(found.problem, file, found.line, EXAMPLE, document=True)
        elif not isinstance(found.value, dict):
            yield no_object(found.value, file, found.line, EXAMPLE)
        else:
            kind = {"type": LISTS[found.key]} if found.key else {}
            yield from read_line({**found.value, **kind}, file, found.line)


def _facts(fields: Fields) -> Iterator[FactInput]:
    kind = fields.needed("type")
    if kind == "relation":
        yield _relation(fields)
    elif kind == "entity":
        yield from _entity(fields)
    elif kind == "observation":
        name = fields.text("entityName") or fields.needed("name")
        yield _observed(fields, name, fields.needed("content"), ())
    else:
        way_out = "a line is an entity, a relation or an observation"
        raise fields.wrong("type", f"is {kind!r:.40}", way_out)


def _entity(fields: Fields) -> Iterator[FactInput]:
    name, kind = fields.needed("name"), fields.text("entityType")
    tags = () if kind is None else (kind,)
    said = fields.texts("observations")
    for content in said:
        if content.strip():
            yield _observed(fields, name, content, tags)
    if not said:
        # Nothing was observed but what it is.
        yield _observed(fields, name, f"{name} is of type {kind or 'entity'}", tags)


def _relation(fields: Fields) -> FactInput:
    start, end = fields.needed("from"), fields.needed("to")
    kind = fields.needed("relationType")
    said = f"{start} {kind.replace('_', ' ')} {end}"
    return FactInput(start, said, attribute=kind, source=SOURCE, multi_valued=True,
                     observed_at=_time(fields), tags=("relation",))  # fmt: skip


def _observed(fields: Fields, name: str, content: str, tags: tuple[str, ...]) -> FactInput:
    return FactInput(name, content, source=SOURCE, observed_at=_time(fields), tags=tags)


def _time(fields: Fields) -> str | None:
    return next((found for name in TIMES if (found := fields.moment(name))), None)
