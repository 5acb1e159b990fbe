"""The JSON Schema of plain JSON Lines: the one list of their keys."""

from __future__ import annotations

from typing import Any, Final

_TEXT: Final = {"type": "string", "minLength": 1, "maxLength": 100_000}
_TEXTS: Final = {"type": "array", "items": {"type": "string"}}
_TIME: Final = {
    "type": "string", "description": "ISO 8601, as 2026-05-01T09:30:00Z; without a zone UTC"
}  # fmt: skip
_SHARE: Final = {"type": "number", "minimum": 0, "maximum": 1}
_FLAG: Final = {"type": "boolean"}
_NAME: Final = {"type": "string", "minLength": 1, "maxLength": 200}
_COUNT: Final = {"type": "integer", "minimum": 0}
_LINKS: Final = {
    "id": {**_TEXT, "description": "what links of other lines call this one"},
    "supersedes": _TEXTS,
    "superseded_by": {"type": ["string", "null"]},
}

_FACT: Final = {
    "kind": {"const": "fact"},
    "content": _TEXT,
    "subject": {**_TEXT, "description": "what it is about; without one it replaces nothing"},
    "attribute": {**_TEXT, "description": "which property of the subject it states"},
    "confidence": _SHARE,
    "source": _TEXT,
    "observed_at": {**_TIME, "description": "when it was true; left out: now"},
    "multi_valued": {**_FLAG, "description": "whether the attribute takes several values"},
    "session_id": _NAME,
    "tags": _TEXTS,
    **_LINKS,
    "state": {"enum": ["active", "superseded", "late", "quarantined", "rejected", "undone",
                       "archived"]},
    "conflicts_with": _TEXTS,
    "confirmations": {"type": "integer", "minimum": 1},
    "learned_at": _TIME,
    "last_seen_at": _TIME,
    "rule": _NAME,
}  # fmt: skip
_DECISION: Final = {
    "kind": {"const": "decision"},
    "text": _TEXT,
    "made_at": {**_TIME, "description": "left out: now"},
    "session_id": _NAME,
    "frame": {"enum": ["decision", "debug", "task", "conversation", "question", "creative"]},
    "confidence": _SHARE,
    "stakes": {"enum": ["low", "medium", "high", "critical"]},
    "reasons": _TEXTS,
    "tags": _TEXTS,
    **_LINKS,
    "state": {"enum": ["active", "superseded", "quarantined", "rejected", "undone", "archived"]},
    "outcome": {"type": "string", "maxLength": 40},
    "verdict": {"type": "object", "description": "what the gate said when it was recorded"},
    "last_seen_at": _TIME,
    "rule": _NAME,
}
_EPISODE: Final = {
    "kind": {"const": "episode"},
    "summary": {**_TEXT, "minLength": 0},
    "started_at": {**_TIME, "description": "left out: now"},
    "ended_at": {"type": ["string", "null"]},
    "sessions": {"type": "object", "additionalProperties": _FLAG,
                 "description": "each session that joined, and whether it is still in it"},
    "turns": _COUNT,
    "id": _LINKS["id"],
    "state": {"enum": ["ongoing", "completed", "archived", "undone"]},
    "last_turn_at": _TIME,
    "last_seen_at": _TIME,
}  # fmt: skip
_ATTRIBUTE: Final = {
    "kind": {"const": "attribute"},
    "name": _TEXT,
    "multi_valued": _FLAG,
    "declared": _FLAG,
}
_HEAD: Final = {
    "kind": {"const": "memory"},
    "format": {"const": "netnew-memory/1"},
    "agent": _NAME,
    "workspace": _NAME,
}
_NEEDED: Final = {
    "fact": ["kind", "content"], "decision": ["kind", "text"], "episode": ["kind", "summary"],
    "attribute": ["kind", "name", "multi_valued"], "memory": ["kind", "format"],
}  # fmt: skip
_PROPERTIES: Final[dict[str, dict[str, Any]]] = {
    "fact": _FACT, "decision": _DECISION, "episode": _EPISODE, "attribute": _ATTRIBUTE,
    "memory": _HEAD,
}  # fmt: skip
# The keys that a line of each kind may have.
KEYS: Final = {kind: tuple(known) for kind, known in _PROPERTIES.items()}


def memory_line_schema() -> dict[str, Any]:
    """The JSON Schema of one line of a file that `netnew memory import --from jsonl` reads.

    >>> sorted(memory_line_schema()["$defs"])
    ['attribute', 'decision', 'episode', 'fact', 'memory']
    """
    kinds = {
        kind: {"type": "object", "required": _NEEDED[kind], "properties": known,
               "additionalProperties": False}
        for kind, known in _PROPERTIES.items()
    }  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of netnew memory (netnew-memory/1)",
        "description": "A line with a `state` is kept as it stood elsewhere, and needs an `id`; "
        "a line without one is news.",
        "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds],
        "$defs": kinds,
    }
