"""What a vote sets free, or keeps back, in the same transaction as the vote."""

from __future__ import annotations

from netnew.foundation.errors import InputError
from netnew.memory.reviewing import PREFIX, follow
from netnew.ratchet.approval import Review
from netnew.ratchet.reviewing import said, taken_back
from netnew.ratchet.snapshot import expansion_key
from netnew.review.rules import ReviewItem
from netnew.stores.expansion_items import KIND as EXPANSION
from netnew.stores.memory import MemoryShelf
from netnew.stores.ratchet import RatchetShelf
from netnew.stores.scope import Scope


def take_turn(scope: Scope, item: ReviewItem | None) -> None:
    """Wait for whoever works on what an item is about.

    Who works on a harness takes it first and its item second; a vote keeps to that order.
    """
    if item is not None and item.kind == EXPANSION:
        _harness(scope, item).take_turn()


def released(scope: Scope, before: ReviewItem, after: ReviewItem, now: str) -> None:
    """Bring what waited in line with what its votes have come to."""
    if after.kind == EXPANSION:
        _move_expansion(scope, before, after, now)
    elif after.kind.startswith(PREFIX) and before.state != after.state:
        shelf = MemoryShelf(scope, str(after.document["agent"]))
        shelf.take_turn()
        follow(shelf, after.subject_id, after.state, now)


def _move_expansion(scope: Scope, before: ReviewItem, after: ReviewItem, now: str) -> None:
    """Say the vote to the expansion itself, or take it back there."""
    shelf, name = _harness(scope, after), str(after.document["harness"])
    shelf.take_turn()
    stored = shelf.get(expansion_key(after.subject_id))
    if stored is None:
        raise InputError(
            f"harness `{name}` has no expansion `{after.subject_id}`",
            "`netnew ratchet status` lists them",
        )
    came = [vote for vote in after.votes if vote not in before.votes]
    gone = [vote for vote in before.votes if vote not in after.votes]
    if any(vote.kind != "human" for vote in came):
        raise InputError("an expansion is approved by people", "let a person vote")
    for vote in gone:
        taken_back(shelf, name, stored.value, vote.reviewer, now)
    for vote in came:
        review = Review(vote.reviewer, vote.verdict, vote.reason)
        said(shelf, name, stored.value, review, now)


def _harness(scope: Scope, item: ReviewItem) -> RatchetShelf:
    return RatchetShelf(scope, str(item.document["harness"]))
