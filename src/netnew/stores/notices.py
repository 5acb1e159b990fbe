"""Which of what waits for people they were told of, in the database."""

from __future__ import annotations

from sqlalchemy import or_

from netnew.review.rules import ReviewItem
from netnew.stores.database import Database
from netnew.stores.tables import review_items
from netnew.stores.waiting import read_item


class NoticeStore:
    """What `netnew.review.ports.NoticeStore` promises, for one workspace of one database."""

    def __init__(self, database: Database, workspace: str) -> None:
        self._database, self._workspace = database, workspace

    def take(self, now: str, overdue: str) -> ReviewItem | None:
        """The oldest that nobody was told of, for the one that takes it to tell."""
        columns = review_items.c
        free = or_(columns.telling_since.is_(None), columns.telling_since < overdue)
        with self._database.write(self._workspace) as scope:
            wanted = scope.select(review_items).where(
                columns.state == "waiting", columns.told_at.is_(None), free
            )
            ordered = wanted.order_by(columns.opened_at, columns.item_id).limit(1)
            row = scope.one(ordered, lock=True)
            if row is None:
                return None
            taken = scope.update(review_items).where(columns.item_id == row.item_id)
            scope.change(taken.values(telling_since=now))
            return read_item(scope, row)

    def told(self, item_id: str, now: str) -> None:
        """From now on nobody is told of it again."""
        with self._database.write(self._workspace) as scope:
            done = scope.update(review_items).where(review_items.c.item_id == item_id)
            scope.change(done.values(told_at=now))
