"""Which live facts a new one is compared with, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from netnew.kernel.overlap import text_overlap_many
from netnew.memory.attributes import cardinality_of
from netnew.memory.fact_relation import Cardinality, Profile, Statement
from netnew.memory.learning import Candidate, Plan, plan
from netnew.memory.ports import Item, MemoryShelf
from netnew.memory.records import Learning

# Beyond so many facts on one subject, those that share most words with the new one stand for all:
# what states the same property in other words entirely is not found by the rules either.
MOST: Final = 64
REJECTED: Final = "a person has rejected this very statement"
WAITING: Final = "it waits for a person already"


class Decided(NamedTuple):
    """A plan, the stored facts that it speaks of, and what is known of the attribute."""

    plan: Plan
    others: Mapping[str, Item]
    cardinality: Cardinality | None


def decide(shelf: MemoryShelf, item: Item, profile: Profile) -> Decided:
    """What becomes of a new fact beside those that are stored."""
    found = _candidates(shelf, item, profile)
    candidates = [
        Candidate(one.item_id, statement_of(one), same_text=item.subject_hash is None)
        for one in found
    ]
    cardinality = cardinality_of(shelf, item)
    chosen = plan(statement_of(item), candidates, profile, cardinality)
    return Decided(chosen, {one.item_id: one for one in found}, cardinality)


def known_verdict(shelf: MemoryShelf, item: Item) -> Decided | None:
    """What people said, or are to say, of the very same statement; None where they were not asked.

    A statement that was rejected does not come back by being said again.
    """
    for state, reason in (("rejected", REJECTED), ("quarantined", WAITING)):
        same = shelf.items("fact", by=("content_hash", str(item.content_hash)), state=state)
        if same:
            outcome: Learning = "refused" if state == "rejected" else "confirmed"
            chosen = Plan(outcome, reason, confirms=same[-1].item_id)
            return Decided(chosen, {same[-1].item_id: same[-1]}, None)
    return None


def statement_of(item: Item) -> Statement:
    """What is compared of a fact; without an observation it was true when it was learned."""
    said = item.document
    return Statement(
        said.get("subject"), said.get("content", ""), said.get("attribute"),
        said.get("observed_at") or item.at, said.get("confidence"),
    )  # fmt: skip


def _candidates(shelf: MemoryShelf, item: Item, profile: Profile) -> Sequence[Item]:
    if item.subject_hash is None:
        return shelf.items("fact", by=("content_hash", str(item.content_hash)))
    same = shelf.items("fact", by=("subject_hash", item.subject_hash))
    # To the letter of `004` every fact on the subject is superseded, so none may be left out.
    if len(same) <= MOST or profile == "004":
        return same
    contents = [str(one.document.get("content", "")) for one in same]
    shared, smaller = text_overlap_many(str(item.document["content"]), contents)
    nearest = np.argsort(-(shared / smaller), kind="stable")[:MOST]
    chosen = set(nearest.tolist())
    attribute = item.document.get("attribute")
    return [
        one
        for at, one in enumerate(same)
        if at in chosen or (attribute and one.document.get("attribute") == attribute)
    ]
