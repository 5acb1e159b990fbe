"""Attributes that take one value at a time, and those that take several.

A caller may declare it; else it is learned from use: two values that were true at the same stated
moment cannot have replaced each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from netnew.memory.fact_relation import Cardinality
from netnew.memory.ports import Item, MemoryShelf, Step
from netnew.memory.sealing import attribute_hash, new_salt


def cardinality_of(shelf: MemoryShelf, item: Item, others: Sequence[Item]) -> Cardinality | None:
    """What is known of the attribute of a fact: declared with it, declared before, or learned."""
    said = item.document
    if not said.get("attribute"):
        return None
    if said.get("multi_valued") is not None:
        return "multi" if said["multi_valued"] else "single"
    known = _known(shelf, item)
    if known is not None:
        return "multi" if known.standing["multi_valued"] else "single"
    return "multi" if _at_the_same_moment(item, others) else None


def remembered(
    shelf: MemoryShelf, item: Item, cardinality: Cardinality | None, new_id: str
) -> tuple[list[Item], list[Step]]:
    """What a fact teaches of its attribute: an item to make and the steps; empty for nothing new.

    What was declared once is not unlearned by use; a later declaration changes it.
    """
    if cardinality is None:
        return [], []
    multi = cardinality == "multi"
    declared = item.document.get("multi_valued") is not None
    standing: dict[str, Any] = {"state": "active", "multi_valued": multi, "declared": declared}
    known = _known(shelf, item)
    if known is None:
        made = Item(
            new_id, "attribute", item.at, standing, {},
            subject_hash=attribute_hash(item.document["attribute"]), salt=new_salt(),
        )  # fmt: skip
        return [made], [Step(new_id, None, standing)]
    if declared and known.standing != standing:
        return [], [Step(known.item_id, known.standing, standing)]
    return [], []


def _known(shelf: MemoryShelf, item: Item) -> Item | None:
    name = str(attribute_hash(item.document["attribute"]))
    found = shelf.items("attribute", by=("subject_hash", name))
    return found[0] if found else None


def _at_the_same_moment(item: Item, others: Sequence[Item]) -> bool:
    observed = item.document.get("observed_at")
    if observed is None or item.subject_hash is None:
        return False
    attribute = attribute_hash(item.document["attribute"])
    return any(
        one.document.get("observed_at") == observed
        and attribute_hash(one.document.get("attribute")) == attribute
        and one.content_hash != item.content_hash
        for one in others
    )
