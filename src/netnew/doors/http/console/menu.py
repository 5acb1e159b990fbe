"""The way around: what stands in the navigation, in order."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """One link of the navigation."""

    path: str
    name: str
    needs: str


MENU = (
    Entry("/", "Overview", "ledger:read"),
    Entry("/loops", "Loops", "meter:read"),
    Entry("/gate", "Verdicts", "gate:read"),
    Entry("/review", "Review", "review:read"),
    Entry("/memory", "Memory", "memory:read"),
    Entry("/ratchet", "Ratchet", "ratchet:read"),
    Entry("/ledger", "Ledger", "ledger:read"),
    Entry("/settings", "Settings", "service:read"),
)
