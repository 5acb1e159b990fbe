"""JSON Schema of what `gate judge` writes, made from the records themselves."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from netnew.gate.record import Record
from netnew.gate.records import Judgement

SCHEMA_NAME = "gate-judgement-1.json"


def judgement_schema() -> dict[str, Any]:
    """Schema of one judgement; docs/reference/schemas holds it as a file.

    >>> sorted(judgement_schema()["required"])
    ['claim_id', 'kgr', 'route', 'side_records']
    """
    schema = TypeAdapter(Judgement).json_schema(by_alias=True)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Judgement of the gate"
    # A key that is left out where it does not apply is never null.
    absent = {kind.__name__: kind.ABSENT for kind in Record.__subclasses__()}
    for name, part in {"Judgement": schema, **schema["$defs"]}.items():
        part["required"] = [key for key in part["properties"] if key not in absent[name]]
        part["additionalProperties"] = False
    return schema
