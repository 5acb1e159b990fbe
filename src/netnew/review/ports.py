"""What the queue needs stored; `netnew.stores.review` offers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from netnew.review.rules import ReviewItem, State


class ReviewStore(Protocol):
    """The queue of one workspace."""

    def items(self, state: State | None) -> Sequence[ReviewItem]:
        """Items in a state (None: all), oldest first."""

    def find(self, item_id: str) -> ReviewItem | None:
        """The item of this id with its votes, or None."""

    def change(
        self, item_id: str, change: Callable[[ReviewItem], ReviewItem], act: str
    ) -> ReviewItem | None:
        """Replace an item by what `change` makes of it, with a ledger row, both or neither.

        Nobody else changes it meanwhile. None: there is no such item.
        """


class NoticeStore(Protocol):
    """Which items of the queue people were told of."""

    def take(self, now: str, overdue: str) -> ReviewItem | None:
        """The oldest waiting item that nobody was told of, marked as being told since `now`.

        One that somebody took before `overdue` and never told is free again.
        """

    def told(self, item_id: str, now: str) -> None:
        """From now on nobody is told of it again."""
