"""What a tool is: its texts, its two schemas, the scope that it needs, and what it calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mcp_types as wire
from pydantic import BaseModel, ConfigDict

from netnew.doors.mcp.caller import Caller

# Schemas of records that others may extend later must not refuse what they do not know.
LOOSE: dict[str, Any] = {"type": "object"}


class Arguments(BaseModel):
    """What a tool takes. A key that it does not know is a slip, and refused."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class Answer(BaseModel):
    """What a tool gives."""

    model_config = ConfigDict(frozen=True)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. It only reads when its scope ends in `:read`."""

    name: str
    title: str
    description: str
    scope: str
    takes: type[Arguments]
    gives: type[Answer]
    run: Callable[[Caller, Any], Answer]
    idempotent: bool = False
    destructive: bool = False
    for_people: bool = False
    """Whether only a person's token may use it."""

    def offered_to(self, caller: Caller) -> bool:
        """Whether this caller may use it."""
        return caller.may(self.scope) and not (self.for_people and caller.person is None)

    @property
    def reads(self) -> bool:
        """Whether it changes nothing."""
        return self.scope.endswith(":read")

    def as_wire(self) -> wire.Tool:
        """The tool as clients list it."""
        return wire.Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=_tidy(self.takes.model_json_schema()),
            output_schema=_tidy(self.gives.model_json_schema(mode="serialization")),
            annotations=wire.ToolAnnotations(
                read_only_hint=self.reads,
                destructive_hint=self.destructive,
                idempotent_hint=self.idempotent or self.reads,
                open_world_hint=False,
            ),
        )


def _tidy(schema: Any) -> Any:
    """Drop what tells a reader nothing: titles, class docstrings, `or null` with a null default.

    >>> _tidy({"title": "K", "anyOf": [{"type": "integer"}, {"type": "null"}], "default": None})
    {'type': 'integer'}
    """
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if not _is_noise(key, value, schema)}
    if "anyOf" in kept and kept.get("default", 0) is None:
        inner = [one for one in kept.pop("anyOf") if one != {"type": "null"}]
        kept.pop("default")
        kept |= inner[0] if len(inner) == 1 else {"anyOf": inner}
    return {
        key: {name: _tidy(one) for name, one in value.items()}
        if key in {"properties", "$defs"}
        else _tidy(value)
        for key, value in kept.items()
    }


def _is_noise(key: str, value: Any, schema: dict[str, Any]) -> bool:
    is_class = schema.get("type") == "object" and "properties" in schema
    return (key == "title" and isinstance(value, str)) or (key == "description" and is_class)
