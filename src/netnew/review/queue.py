"""`ReviewQueue`: list, show, approve, reject, undo. `connect(…).review`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from netnew.foundation.errors import NotFoundError
from netnew.foundation.names import check_name
from netnew.review.ports import ReviewStore
from netnew.review.rules import (
    ReviewerKind,
    ReviewItem,
    State,
    Vote,
    voted,
    withdrawn,
)

# Longer than any id: what is too long is only not found.
LONGEST_ID: Final = 100_000


class ReviewQueue:
    """Everything in one workspace that waits for people."""

    def __init__(self, store: ReviewStore) -> None:
        self._store = store

    def list(self, state: State | None = "waiting") -> Sequence[ReviewItem]:
        """Items in a state, oldest first; None lists all."""
        return self._store.items(state)

    def show(self, item_id: str) -> ReviewItem:
        """One item with its votes."""
        check_name("item id", item_id, LONGEST_ID)
        return self._known(item_id, self._store.find(item_id))

    def approve(
        self, item_id: str, *, reviewer: str, kind: ReviewerKind, reason: str
    ) -> ReviewItem:
        """Approve as `reviewer`; the item is released once its quorum is met."""
        vote = Vote(reviewer, kind, "approve", reason)
        return self._change(item_id, lambda item: voted(item, vote), "review.approve")

    def reject(self, item_id: str, *, reviewer: str, kind: ReviewerKind, reason: str) -> ReviewItem:
        """Reject as `reviewer`; one rejection closes the item."""
        vote = Vote(reviewer, kind, "reject", reason)
        return self._change(item_id, lambda item: voted(item, vote), "review.reject")

    def undo(self, item_id: str, *, reviewer: str) -> ReviewItem:
        """Take the vote of `reviewer` back; the item stands as if it had not been cast."""
        return self._change(item_id, lambda item: withdrawn(item, reviewer), "review.undo")

    def _change(
        self, item_id: str, change: Callable[[ReviewItem], ReviewItem], act: str
    ) -> ReviewItem:
        check_name("item id", item_id, LONGEST_ID)
        return self._known(item_id, self._store.change(item_id, change, act))

    def _known(self, item_id: str, item: ReviewItem | None) -> ReviewItem:
        if item is None:
            raise NotFoundError(
                f"nothing called `{item_id:.100}` waits for review",
                "`netnew review list` shows all",
            )
        return item
