"""What a memory keeps, as rows and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from netnew.foundation.canonical import canonical_json
from netnew.memory.ports import Change, Item, Past, Standing, Step

# `json.loads` without looking for what only stands around the JSON of others: half the time.
_read: Final = json.JSONDecoder().raw_decode


def item_row(agent_id: str, item: Item) -> dict[str, Any]:
    """The row of a new item."""
    return {
        "agent_id": agent_id,
        "item_id": item.item_id,
        "kind": item.kind,
        "at": item.at,
        "subject_hash": item.subject_hash,
        "content_hash": item.content_hash,
        "session_id": item.session_id,
        "salt": item.salt,
        "document_json": json_of(item.document),
        **item_values(item.standing, item.seq),
    }


def item_values(standing: Standing, seq: int) -> dict[str, Any]:
    """What a change sets on an item."""
    return {"state": standing["state"], "standing_json": json_of(standing), "seq": seq}


def read_item(row: Any) -> Item:
    """The item that a row of all columns, in their order, holds: thousands are read at once."""
    (
        _workspace, _agent, item_id, kind, seq, at, _state, subject_hash, content_hash,
        session_id, salt, standing, document,
    ) = row  # fmt: skip
    return Item(
        item_id, kind, at, _read(standing)[0], _read(document)[0], int(seq),
        subject_hash, content_hash, session_id, salt,
    )  # fmt: skip


def step_row(
    agent_id: str, seq: int, change: Change, step: Step, row_id: str, now: str
) -> dict[str, Any]:
    """The row of how a change left one item."""
    return {
        "agent_id": agent_id,
        "item_id": step.item_id,
        "seq": seq,
        "act": change.act,
        "at": now,
        "row_id": row_id,
        "before_json": None if step.before is None else json_of(step.before),
        "after_json": json_of(step.after),
        "evidence_json": json_of(change.evidence),
    }


def past_of(rows: Sequence[Any], told: Mapping[str, Any]) -> Past:
    """The change that these rows are the steps of."""
    first = rows[0]
    steps = tuple(
        Step(
            row.item_id,
            None if row.before_json is None else json.loads(row.before_json),
            json.loads(row.after_json),
        )
        for row in rows
    )
    evidence = json.loads(first.evidence_json)
    undone = first.undone_by is not None
    return Past(int(first.seq), first.act, first.at, first.row_id, told, evidence, steps, undone)


def json_of(value: Mapping[str, Any]) -> str:
    """Canonical JSON as text."""
    return canonical_json(value).decode()
