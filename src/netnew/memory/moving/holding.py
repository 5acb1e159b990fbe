"""What there is to audit: in a memory, or in a file that nobody has brought in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from netnew.memory.attributes import cardinality_of
from netnew.memory.desk import Desk
from netnew.memory.fact_relation import Cardinality, Profile
from netnew.memory.moving.arrival import Arrival
from netnew.memory.moving.auditing import Held, MemoryAudit, audit
from netnew.memory.ports import Item, MemoryShelf
from netnew.memory.records import LIVE, DecisionInput, FactInput

# A file that says no times stands before everything that does, in its own order.
UNTIMED: Final = ""


def held_by(desk: Desk) -> list[Held]:
    """The live facts and decisions of a memory."""
    with desk.archive.read() as shelf:
        facts = [_fact(shelf, item) for item in shelf.items("fact")]
        return facts + [_decision(item) for item in shelf.items("decision")]


def audit_arrivals(arrivals: Iterable[Arrival], profile: Profile = "default") -> MemoryAudit:
    """Audit what a file holds, without bringing it in; nothing is stored anywhere."""
    return audit(list(held_in(arrivals)), profile)


def held_in(arrivals: Iterable[Arrival]) -> Iterator[Held]:
    """The facts and decisions that a file holds as live, each called by its file and line."""
    seen: dict[str, int] = {}
    for one in arrivals:
        stands = one.stood.state in LIVE if one.stood else one.status in LIVE
        if not stands or one.given is None:
            continue
        place = f"{one.file}:{one.line}"
        seen[place] = seen.get(place, 0) + 1
        name = place if seen[place] == 1 else f"{place}#{seen[place]}"
        given = one.given
        if isinstance(given, FactInput):
            yield Held(
                name, "fact", given.content, str(given.observed_at or UNTIMED), given.subject,
                given.attribute, _cardinality(given.multi_valued), given.confidence,
            )  # fmt: skip
        elif isinstance(given, DecisionInput):
            yield Held(
                name, "decision", given.text, str(given.made_at or UNTIMED),
                confidence=given.confidence, stakes=given.stakes,
            )  # fmt: skip


def _cardinality(multi_valued: bool | None) -> Cardinality | None:
    if multi_valued is None:
        return None
    return "multi" if multi_valued else "single"


def _fact(shelf: MemoryShelf, item: Item) -> Held:
    said = item.document
    return Held(
        item.item_id, "fact", str(said.get("content", "")), said.get("observed_at") or item.at,
        said.get("subject"), said.get("attribute"), cardinality_of(shelf, item, ()),
        said.get("confidence"),
    )  # fmt: skip


def _decision(item: Item) -> Held:
    said = item.document
    return Held(
        item.item_id, "decision", str(said.get("text", "")), item.at,
        confidence=said.get("confidence"), stakes=said.get("stakes", "low"),
    )  # fmt: skip
