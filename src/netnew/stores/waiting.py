"""How anything gets into the queue for people, and how its votes are stored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from netnew.foundation.canonical import canonical_json
from netnew.review.rules import ReviewItem, Vote
from netnew.stores.scope import Scope
from netnew.stores.tables import review_items, review_votes


def open_item(scope: Scope, item: ReviewItem, now: str) -> None:
    """Put an item into the queue, unless it waits there already."""
    open_items(scope, [item], now)


def open_items(scope: Scope, items: Sequence[ReviewItem], now: str) -> None:
    """Put items into the queue, each unless it waits there already."""
    rows = [
        {"item_id": item.item_id, "opened_at": now, "state": "waiting", **_columns(item)}
        for item in items
    ]
    scope.insert_if_absent(review_items, *rows)
    scope.has_landed = scope.has_landed or bool(rows)


def show_item(scope: Scope, item: ReviewItem, now: str) -> None:
    """Bring the queue in line with something that is stored elsewhere.

    It comes into the queue once somebody has submitted it.
    """
    before = find_item(scope, item.item_id, lock=True)
    if before is None:
        if item.submitted_by is None:
            return
        open_item(scope, item, now)
        before = find_item(scope, item.item_id)
    scope.change(
        scope.update(review_items)
        .where(review_items.c.item_id == item.item_id)
        .values(state=item.state, **_columns(item))
    )
    if before is not None:
        store_votes(scope, before, item, now)


def find_item(scope: Scope, item_id: str, *, lock: bool = False) -> ReviewItem | None:
    """The item of this id with its votes, or None."""
    wanted = scope.select(review_items).where(review_items.c.item_id == item_id)
    row = scope.one(wanted, lock=lock)
    return None if row is None else read_item(scope, row)


def read_item(scope: Scope, row: Any) -> ReviewItem:
    """The item of a row, with its votes."""
    wanted = scope.select(review_votes).where(review_votes.c.item_id == row.item_id)
    ordered = wanted.order_by(review_votes.c.voted_at, review_votes.c.reviewer)
    votes = tuple(
        Vote(vote.reviewer, vote.kind, vote.verdict, vote.reason, vote.voted_at)
        for vote in scope.rows(ordered)
    )
    return ReviewItem(
        row.item_id, row.kind, row.subject_id, row.min_humans, row.min_agents, row.submitted_by,
        json.loads(row.document_json), votes, row.opened_at,
    )  # fmt: skip


def store_votes(scope: Scope, before: ReviewItem, after: ReviewItem, now: str) -> None:
    """Store the votes that came, and take away those that went."""
    for vote in set(before.votes) - set(after.votes):
        gone = scope.delete(review_votes).where(
            review_votes.c.item_id == before.item_id, review_votes.c.reviewer == vote.reviewer
        )
        scope.change(gone)
    scope.insert(
        review_votes,
        [
            {
                "item_id": after.item_id,
                "reviewer": vote.reviewer,
                "kind": vote.kind,
                "verdict": vote.verdict,
                "reason": vote.reason,
                "voted_at": now,
            }
            for vote in after.votes
            if vote not in before.votes
        ],
    )


def _columns(item: ReviewItem) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "subject_id": item.subject_id,
        "submitted_by": item.submitted_by,
        "min_humans": item.min_humans,
        "min_agents": item.min_agents,
        "document_json": canonical_json(item.document).decode(),
    }
