"""Vectors that grow one by one, searched exactly as whole numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from netnew.kernel.int8 import I8, nearest

FIRST_ROOM: Final = 1024


class VectorIndex:
    """Vectors of one model by id, each live or not.

    >>> index = VectorIndex(2)
    >>> index.put("a", np.array([127, 0], np.int8), live=True)
    >>> index.put("b", np.array([90, 90], np.int8), live=True)
    >>> index.near(np.array([127, 0], np.int8), 1)
    [('a', 16129)]
    >>> index.set_live("a", live=False)
    >>> index.near(np.array([127, 0], np.int8), 1)
    [('b', 11430)]
    """

    def __init__(self, width: int) -> None:
        self._rows: I8 = np.empty((FIRST_ROOM, width), np.int8)
        self._live: NDArray[np.bool_] = np.zeros(FIRST_ROOM, np.bool_)
        self._ids: list[str] = []
        self._places: dict[str, int] = {}

    def put(self, item_id: str, row: I8, *, live: bool) -> None:
        """Add a vector."""
        place = len(self._ids)
        if place == len(self._rows):
            # Doubling: each row is copied once on the average.
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])
            self._live = np.concatenate([self._live, np.zeros_like(self._live)])
        self._rows[place], self._live[place] = row, live
        self._ids.append(item_id)
        self._places[item_id] = place

    def set_live(self, item_id: str, *, live: bool) -> None:
        """Say anew whether the vector of this id may be found."""
        place = self._places.get(item_id)
        if place is not None:
            self._live[place] = live

    def drop(self, item_id: str) -> None:
        """Find a vector no more, and keep nothing of it."""
        place = self._places.pop(item_id, None)
        if place is not None:
            self._rows[place], self._live[place] = 0, False

    def near(self, vector: I8, count: int) -> list[tuple[str, int]]:
        """The nearest live ones with the products, best first; of equal ones the earlier."""
        size = len(self._ids)
        ranks = np.arange(size, dtype=np.uint32)
        alive = np.ascontiguousarray(self._live[:size])
        found = nearest(self._rows[:size], ranks, vector.reshape(1, -1), count, alive=alive)
        return [(self._ids[one.item], one.dot) for one in found.of(0)]
