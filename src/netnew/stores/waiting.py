"""How anything gets into the queue for people."""

from __future__ import annotations

from netnew.foundation.canonical import canonical_json
from netnew.review.rules import ReviewItem
from netnew.stores.scope import Scope
from netnew.stores.tables import review_items


def open_item(scope: Scope, item: ReviewItem, now: str) -> None:
    """Put an item into the queue, unless it waits there already."""
    row = {
        "item_id": item.item_id,
        "kind": item.kind,
        "subject_id": item.subject_id,
        "submitted_by": item.submitted_by,
        "min_humans": item.min_humans,
        "min_agents": item.min_agents,
        "document_json": canonical_json(item.document).decode(),
        "opened_at": now,
        "state": "waiting",
    }
    scope.insert_if_absent(review_items, row)
