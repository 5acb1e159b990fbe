"""Which live facts a new one is compared with, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from netnew.kernel.overlap import text_overlap_many
from netnew.memory.attributes import cardinality_of
from netnew.memory.fact_relation import Cardinality, Profile, Statement
from netnew.memory.learning import Candidate, Plan, plan
from netnew.memory.ports import Item, LookedUp, MemoryShelf
from netnew.memory.records import LIVE, Learning

# Beyond so many facts on one subject, those that share most words with the new one stand for all:
# what states the same property in other words entirely is not found by the rules either.
MOST: Final = 64
# States in which people were asked, and what the same statement then comes to.
ASKED: Final[Mapping[str, tuple[Learning, str]]] = {
    "rejected": ("refused", "a person has rejected this very statement"),
    "quarantined": ("confirmed", "it waits for a person already"),
}


class Decided(NamedTuple):
    """A plan, the stored facts that it speaks of, and what is known of the attribute."""

    plan: Plan
    others: Mapping[str, Item]
    cardinality: Cardinality | None


def decide(
    shelf: MemoryShelf, item: Item, profile: Profile, found: Sequence[Item] | None = None
) -> Decided:
    """What becomes of a new fact beside those that are stored (`found`, where they were read)."""
    near = _nearest(item, live(about(shelf, item) if found is None else found), profile)
    candidates = [
        Candidate(one.item_id, statement_of(one), same_text=item.subject_hash is None)
        for one in near
    ]
    cardinality = cardinality_of(shelf, item, near)
    chosen = plan(statement_of(item), candidates, profile, cardinality)
    return Decided(chosen, {one.item_id: one for one in near}, cardinality)


def about(shelf: MemoryShelf, item: Item) -> Sequence[Item]:
    """Facts on the subject of a new one, or that say the same where it has none.

    Live ones, and those of which people were asked.
    """
    by: tuple[LookedUp, str] = ("content_hash", str(item.content_hash))
    if item.subject_hash is not None:
        by = ("subject_hash", item.subject_hash)
    return shelf.items("fact", by=by, states=[*LIVE, *ASKED])


def live(found: Sequence[Item]) -> Sequence[Item]:
    """Those of them that count."""
    return [one for one in found if one.state in LIVE]


def known_verdict(item: Item, found: Sequence[Item]) -> Decided | None:
    """What people said, or are to say, of the very same statement; None where they were not asked.

    A statement that was rejected does not come back by being said again.
    """
    for state, (outcome, reason) in ASKED.items():
        same = [
            one for one in found if one.state == state and one.content_hash == item.content_hash
        ]
        if same:
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


def _nearest(item: Item, same: Sequence[Item], profile: Profile) -> Sequence[Item]:
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
