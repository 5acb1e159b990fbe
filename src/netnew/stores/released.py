"""What a vote sets free, or keeps back, in the same transaction as the vote."""

from __future__ import annotations

from netnew.memory.reviewing import PREFIX, follow
from netnew.review.rules import ReviewItem
from netnew.stores.memory import MemoryShelf
from netnew.stores.scope import Scope


def released(scope: Scope, item: ReviewItem, now: str) -> None:
    """Bring what waited in line with what its votes have come to."""
    if item.kind.startswith(PREFIX):
        shelf = MemoryShelf(scope, str(item.document["agent"]))
        shelf.take_turn()
        follow(shelf, item.subject_id, item.state, now)
