"""Links between the decisions of one source: which one replaced which, by their refs there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from netnew.memory.desk import Desk
from netnew.memory.moving.arrival import Arrival
from netnew.memory.ports import Change, MemoryShelf, Step
from netnew.memory.sealing import key_of


class Links:
    """Links that are drawn as soon as both ends are there, whichever comes first."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._by_ref: dict[str, str] = {}
        # Ref of what is still to come → (older, newer) pairs, where None stands for it.
        self._waiting: dict[str, list[tuple[str | None, str | None]]] = defaultdict(list)

    def link(self, shelf: MemoryShelf, arrival: Arrival, item_id: str) -> bool:
        """Draw the links of one decision, and those that waited for it; whether any is new."""
        moved = False
        for ref in map(arrival.at, arrival.supersedes):
            moved |= self._draw(shelf, ref, (None, item_id))
        if arrival.superseded_by is not None:
            moved |= self._draw(shelf, arrival.at(arrival.superseded_by), (item_id, None))
        own = None if arrival.ref is None else arrival.at(arrival.ref)
        if own is not None and own not in self._by_ref:
            self._by_ref[own] = item_id
            for older, newer in self._waiting.pop(own, ()):
                moved |= replaced(shelf, self._desk, older or item_id, newer or item_id)
        return moved

    def _draw(self, shelf: MemoryShelf, ref: str, pair: tuple[str | None, str | None]) -> bool:
        other = self._by_ref.get(ref)
        if other is None:
            self._waiting[ref].append(pair)
            return False
        return replaced(shelf, self._desk, pair[0] or other, pair[1] or other)


def replaced(shelf: MemoryShelf, desk: Desk, older: str, newer: str) -> bool:
    """Let one decision take the place of another, once; whether that changed anything."""
    if older == newer:
        return False
    key = key_of("replaced", f"{older} {newer}")
    old, new = shelf.get(older), shelf.get(newer)
    if old is None or new is None or shelf.told_under(str(key)) is not None:
        return False
    told: dict[str, Any] = {"replaced": older, "successor": newer, "rule": "own-log"}
    gone: Mapping[str, Any] = {"state": "superseded", "superseded_by": newer, "rule": "own-log"}
    supersedes = sorted({*new.standing.get("supersedes", ()), older})
    steps = [
        Step(older, old.standing, {**old.standing, **gone}),
        Step(newer, new.standing, {**new.standing, "supersedes": supersedes}),
    ]
    shelf.apply(Change("replaced", told, steps=steps, key=key), desk.now())
    return True
