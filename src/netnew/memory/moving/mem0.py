"""Exports of mem0: what `get_all` and its export give, as JSON or one memory a line. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from netnew.foundation.errors import RecordError
from netnew.memory.moving.arrival import SHOWN, Arrival
from netnew.memory.moving.elements import Element, elements
from netnew.memory.moving.fields import Fields
from netnew.memory.moving.problems import no_json, no_object
from netnew.memory.records import FactInput

LISTS: Final = ("results", "memories", "relations")
EXAMPLE: Final = '{"id": "m1", "memory": "Likes tea", "user_id": "ann"}'
# Who a memory is about, most telling first.
ABOUT: Final = ("user_id", "agent_id", "run_id")
_SAID_ASIDE: Final = ("role", "actor_id", "expiration_date")


def read_document(text: str, file: str) -> Iterator[Arrival]:
    """Every memory of a JSON document: a list, or an object with `results` or `memories`.

    >>> [one] = read_document('{"results": [{"id": "m1", "memory": "Likes tea"}]}', "a.json")
    >>> one.given.content
    'Likes tea'
    """
    for found in elements(text, LISTS):
        yield _arrival(found, file)


def read_line(given: Mapping[str, Any], file: str, line: int) -> Iterator[Arrival]:
    """The memory that one line holds."""
    yield _arrival(Element(line, "", given), file)


def _arrival(found: Element, file: str) -> Arrival:
    if found.problem is not None:
        return no_json(found.problem, file, found.line, EXAMPLE, document=True)
    if not isinstance(found.value, dict):
        return no_object(found.value, file, found.line, EXAMPLE)
    fields = Fields(found.value, file, found.line)
    try:
        if found.key == "relations":
            return _relation(fields)
        return _memory(fields)
    except RecordError as error:
        return Arrival(file, found.line, problem=error, text=str(found.value)[:SHOWN])


def _memory(fields: Fields) -> Arrival:
    ref = fields.text("id")
    given = FactInput(
        subject=next((name for key in ABOUT if (name := fields.text(key))), None),
        content=fields.needed("memory"),
        source="mem0" if ref is None else f"mem0 {ref}",
        observed_at=fields.moment("updated_at") or fields.moment("created_at"),
        session_id=fields.session("run_id"),
        tags=(*fields.texts("categories"), *_tags(fields)),
    )
    return Arrival(fields.file, fields.line, given, ref=ref)


def _tags(fields: Fields) -> Iterator[str]:
    """What else is said of a memory, as `name:value`; nested values are not."""
    aside = {name: fields.text(name) for name in _SAID_ASIDE}
    for name, value in (*aside.items(), *sorted(fields.object("metadata").items())):
        if isinstance(value, (str, int)) and str(value).strip() and "\0" not in str(value):
            yield f"{name}:{value}"


def _relation(fields: Fields) -> Arrival:
    """A relation of its graph: several of a kind hold at once."""
    source, said = fields.needed("source"), fields.needed("relationship")
    target = fields.text("target") or fields.needed("destination")
    given = FactInput(source, f"{source} {said.replace('_', ' ')} {target}", attribute=said,
                      source="mem0", multi_valued=True, tags=("relation",))  # fmt: skip
    return Arrival(fields.file, fields.line, given)
