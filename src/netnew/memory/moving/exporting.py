"""A memory as plain JSON Lines: everything that says something still, with its links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from netnew.memory.desk import Desk
from netnew.memory.moving.plain import FORMAT
from netnew.memory.ports import Item, MemoryShelf
from netnew.memory.records import Kind
from netnew.memory.sealing import attribute_hash

_FACT: Final = (
    "content", "subject", "attribute", "confidence", "source", "observed_at", "multi_valued",
    "tags",
)  # fmt: skip
_DECISION: Final = ("text", "frame", "confidence", "stakes", "reasons", "tags", "verdict")
_STANDING: Final = (
    "state", "supersedes", "superseded_by", "conflicts_with", "confirmations", "last_seen_at",
    "last_turn_at", "ended_at", "sessions", "turns", "outcome", "rule",
)  # fmt: skip
_AT: Final[Mapping[Kind, str]] = {
    "fact": "learned_at", "decision": "made_at", "episode": "started_at",
}  # fmt: skip
_SAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "fact": _FACT,
    "decision": _DECISION,
    "episode": ("summary",),
}


def export_lines(desk: Desk) -> Iterator[Mapping[str, Any]]:
    """Every line of an export: its head, what is known of attributes, then all by kind and time.

    Brought into an empty memory they make the same live things with the same links.
    """
    yield {"kind": "memory", "format": FORMAT, "agent": desk.agent_id,
           "workspace": desk.workspace}  # fmt: skip
    with desk.archive.read() as shelf:
        facts = [item for item in shelf.items("fact", inactive=True) if _says(item)]
        yield from _attributes(shelf, facts)
        for kind in _AT:
            found = facts if kind == "fact" else shelf.items(kind, inactive=True)
            yield from (_line(item) for item in found if _says(item))


def _says(item: Item) -> bool:
    return item.state != "forgotten"


def _attributes(shelf: MemoryShelf, facts: list[Item]) -> Iterator[Mapping[str, Any]]:
    """What is known of the attributes that facts name; they are stored by their hashes alone."""
    known = {item.subject_hash: item for item in shelf.items("attribute")}
    names: dict[str | None, str] = {}
    for fact in facts:
        if name := fact.document.get("attribute"):
            names.setdefault(attribute_hash(name), name)
    for hashed, name in names.items():
        if hashed in known:
            standing = known[hashed].standing
            yield {"kind": "attribute", "name": name, "multi_valued": standing["multi_valued"],
                   "declared": standing.get("declared", True)}  # fmt: skip


def _line(item: Item) -> Mapping[str, Any]:
    told: dict[str, Any] = {"kind": item.kind, "id": item.item_id}
    told |= {name: item.document.get(name) for name in _SAYS[item.kind]}
    told[_AT[cast(Kind, item.kind)]] = item.at
    if item.kind != "episode":
        told["session_id"] = item.session_id
    told |= {name: item.standing.get(name) for name in _STANDING}
    return {name: value for name, value in told.items() if value not in (None, [], {})}
