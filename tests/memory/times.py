"""A clock that tests set by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Hand:
    """Stands still until it is moved; each look is a microsecond later."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)
