"""The queue for people in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.ledger import Entry
from netnew.review.rules import ReviewItem, State
from netnew.stores import ledger
from netnew.stores.database import Database
from netnew.stores.released import released, take_turn
from netnew.stores.tables import review_items
from netnew.stores.waiting import find_item, read_item, store_votes

STREAM = "review"


class ReviewStore:
    """What `netnew.review.ports.ReviewStore` promises, for one workspace of one database."""

    def __init__(self, database: Database, workspace: str, clock: Clock) -> None:
        self._database, self._workspace, self._clock = database, workspace, clock

    def items(self, state: State | None) -> Sequence[ReviewItem]:
        """Items in a state (None: all), oldest first."""
        with self._database.read(self._workspace) as scope:
            wanted = scope.select(review_items)
            if state is not None:
                wanted = wanted.where(review_items.c.state == state)
            ordered = wanted.order_by(review_items.c.opened_at, review_items.c.item_id)
            rows = list(scope.rows(ordered))
            return [read_item(scope, row) for row in rows]

    def find(self, item_id: str) -> ReviewItem | None:
        """The item of this id with its votes, or None."""
        with self._database.read(self._workspace) as scope:
            return find_item(scope, item_id)

    def change(
        self, item_id: str, change: Callable[[ReviewItem], ReviewItem], act: str
    ) -> ReviewItem | None:
        """Replace an item by what `change` makes of it, with a ledger row, both or neither."""
        now = timestamp(self._clock())
        with self._database.write(self._workspace) as scope:
            take_turn(scope, find_item(scope, item_id))
            before = find_item(scope, item_id, lock=True)
            if before is None:
                return None
            after = change(before)
            store_votes(scope, before, after, now)
            released(scope, before, after, now)
            scope.change(
                scope.update(review_items)
                .where(review_items.c.item_id == item_id)
                .values(state=after.state)
            )
            ledger.append(scope, STREAM, [Entry(act, _told(before, after))], now)
        return after


def _told(before: ReviewItem, after: ReviewItem) -> dict[str, Any]:
    changed = set(before.votes) ^ set(after.votes)
    told: dict[str, Any] = {
        "item_id": after.item_id,
        "subject_id": after.subject_id,
        "kind": after.kind,
        "votes": [
            {"reviewer": vote.reviewer, "kind": vote.kind, "verdict": vote.verdict,
             "reason": vote.reason}
            for vote in sorted(changed, key=lambda vote: vote.reviewer)
        ],
        "state": after.state,
    }  # fmt: skip
    if after.kind in {"orphan", "diff"} and after.state == "approved":
        told["route"] = {
            "label": "FORWARD_TO_STEP5", "reasons": ["released_by_review"], "next_step": "STEP5",
        }  # fmt: skip
    return told
