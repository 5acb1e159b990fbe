"""What this process knows of an agent's memory, for searching; the database stays the truth.

Each read first catches up with the changes that anybody made since, by their numbers. The indexes
only propose: what is shown is read from the database, where the states are.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from netnew.kernel.int8 import I8, nearest
from netnew.memory.ports import Item, MemoryShelf, StoredKind
from netnew.memory.records import LIVE
from netnew.memory.word_index import Hit, WordIndex

SEARCHED: dict[StoredKind, str] = {"fact": "content", "decision": "text", "episode": "summary"}


class Remembered:
    """The indexes over one agent's items."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seq = 0
        self._words: dict[str, WordIndex] = {kind: WordIndex() for kind in SEARCHED}
        self._vectors: dict[str, _Vectors] = {}

    def words(
        self, shelf: MemoryShelf, kind: StoredKind, query: str, count: int, *, inactive: bool
    ) -> list[Hit]:
        """The items whose words are most like the query's, best first."""
        with self._lock:
            self._catch_up(shelf)
            return self._words[kind].top(query, count, inactive=inactive)

    def near(
        self, shelf: MemoryShelf, model: str, vector: I8, count: int
    ) -> Sequence[tuple[str, int]]:
        """The items whose vectors are nearest, with the products, best first."""
        with self._lock:
            known = self._vectors.setdefault(model, _Vectors())
            known.catch_up(shelf, model)
            return known.near(vector, count)

    def drop(self, item_id: str) -> None:
        """Find an item no more, whatever its state."""
        with self._lock:
            for index in self._words.values():
                index.drop(item_id)

    def _catch_up(self, shelf: MemoryShelf) -> None:
        if shelf.seq <= self._seq:
            return
        for item in shelf.changed(self._seq):
            if item.state == "forgotten":
                for index in self._words.values():
                    index.drop(item.item_id)
            elif item.kind in SEARCHED:
                self._words[item.kind].put(item.item_id, text_of(item), live=item.state in LIVE)
        self._seq = shelf.seq


class _Vectors:
    """All vectors of one model, in one growing block."""

    def __init__(self) -> None:
        self._seq = 0
        self._ids: list[str] = []
        self._rows: list[I8] = []
        self._block: I8 | None = None

    def catch_up(self, shelf: MemoryShelf, model: str) -> None:
        if shelf.seq <= self._seq:
            return
        for item_id, vector in shelf.vectors(model, self._seq):
            self._ids.append(item_id)
            self._rows.append(np.frombuffer(vector, np.int8))
            self._block = None
        self._seq = shelf.seq

    def near(self, vector: I8, count: int) -> list[tuple[str, int]]:
        if not self._ids:
            return []
        if self._block is None:
            self._block = np.stack(self._rows)
        # Ids are hashes: any fixed order breaks ties alike everywhere; theirs is by number.
        ranks = np.arange(len(self._ids), dtype=np.uint32)
        found = nearest(self._block, ranks, vector.reshape(1, -1), count).of(0)
        return [(self._ids[one.item], one.dot) for one in found]


def text_of(item: Item) -> str:
    """What an item is found by: its subject and attribute too, where it has them."""
    said = item.document
    parts = (said.get("subject"), said.get("attribute"), said.get(SEARCHED[item.kind]))
    return " ".join(part for part in parts if part)
