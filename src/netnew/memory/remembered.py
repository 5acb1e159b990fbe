"""What this process knows of an agent's memory, for searching; the database stays the truth.

Each read first catches up with the changes that anybody made since, by their numbers. The indexes
only propose; what is shown is read from the database, or was read from it since its last change.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from netnew.kernel.int8 import I8
from netnew.memory.ports import Item, MemoryShelf, StoredKind
from netnew.memory.read_lately import ReadLately
from netnew.memory.records import LIVE, Kind
from netnew.memory.vector_index import VectorIndex
from netnew.memory.word_index import WordIndex, words_of

SEARCHED: Final[Mapping[StoredKind, str]] = {
    "fact": "content", "decision": "text", "episode": "summary",
}  # fmt: skip


class Remembered:
    """The indexes over one agent's items."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seq = 0
        self._words: dict[StoredKind, WordIndex] = {kind: WordIndex() for kind in SEARCHED}
        self._inactive: set[str] = set()
        self._ongoing: set[str] = set()
        self._vectors: dict[str, _Model] = {}
        self._lately = ReadLately()

    def items(
        self, shelf: MemoryShelf, kind: StoredKind, ids: Iterable[str], *, inactive: bool = False
    ) -> Sequence[Item]:
        """The items of these ids, oldest first; live ones alone unless `inactive`."""
        wanted = set(ids)
        with self._lock:
            self._catch_up(shelf)
            held = self._lately.among(wanted)
        found = [item for item in held.values() if inactive or item.state in LIVE]
        if missing := sorted(wanted - held.keys()):
            read = shelf.items(kind, ids=missing, inactive=inactive)
            found += read
            with self._lock:
                # Somebody may have seen a later change of these by now.
                if shelf.seq == self._seq:
                    self._lately.keep(read)
        return sorted(found, key=lambda item: (item.at, item.item_id))

    def ongoing(self, shelf: MemoryShelf) -> Sequence[Item]:
        """The episodes that are under way, oldest first."""
        with self._lock:
            self._catch_up(shelf)
            ids = set(self._ongoing)
        return [item for item in self.items(shelf, "episode", ids) if item.state == "ongoing"]

    def propose(
        self, shelf: MemoryShelf, kind: StoredKind, query: str, *, inactive: bool
    ) -> Sequence[str]:
        """Ids of the items nearest to the query's words, and to each of its words alone."""
        with self._lock:
            self._catch_up(shelf)
            return self._words[kind].propose(query, inactive=inactive)

    def sharing(
        self, shelf: MemoryShelf, kinds: Sequence[Kind], text: str, count: int, least: int
    ) -> dict[Kind, Sequence[str]]:
        """By kind: of the live items most like a text, those sharing at least so many words."""
        words = words_of(text)
        with self._lock:
            self._catch_up(shelf)
            return {kind: self._words[kind].sharing(words, count, least) for kind in kinds}

    def near(
        self, shelf: MemoryShelf, kind: StoredKind, model: str, vector: I8, count: int
    ) -> Sequence[tuple[str, int]]:
        """The live items of a kind whose vectors are nearest, with the products, best first."""
        with self._lock:
            self._catch_up(shelf)
            known = self._vectors.setdefault(model, _Model(model))
            known.catch_up(shelf, self._inactive)
            index = known.kinds.get(kind)
            return [] if index is None else index.near(vector, count)

    def _catch_up(self, shelf: MemoryShelf) -> None:
        if shelf.seq <= self._seq:
            return
        for item in shelf.changed(self._seq):
            self._lately.renew(item)
            if item.kind not in SEARCHED:
                continue
            live = item.state in LIVE
            (self._inactive.discard if live else self._inactive.add)(item.item_id)
            ongoing = item.state == "ongoing"
            (self._ongoing.add if ongoing else self._ongoing.discard)(item.item_id)
            for model in self._vectors.values():
                model.changed(item, live=live)
            if item.state == "forgotten":
                self._words[item.kind].drop(item.item_id)
            else:
                self._words[item.kind].put(item.item_id, text_of(item), live=live)
        self._seq = shelf.seq


class _Model:
    """The vectors of one model, by kind."""

    def __init__(self, model: str) -> None:
        self._model, self._seq = model, 0
        self.kinds: dict[StoredKind, VectorIndex] = {}

    def catch_up(self, shelf: MemoryShelf, inactive: set[str]) -> None:
        if shelf.seq <= self._seq:
            return
        for item_id, kind, vector in shelf.vectors(self._model, self._seq):
            row = np.frombuffer(vector, np.int8)
            index = self.kinds.setdefault(kind, VectorIndex(len(row)))
            index.put(item_id, row, live=item_id not in inactive)
        self._seq = shelf.seq

    def changed(self, item: Item, *, live: bool) -> None:
        index = self.kinds.get(item.kind)
        if index is None:
            return
        if item.state == "forgotten":
            index.drop(item.item_id)
        else:
            index.set_live(item.item_id, live=live)


def text_of(item: Item) -> str:
    """What an item is found by: its subject and attribute too, where it has them."""
    said = item.document
    parts = (said.get("subject"), said.get("attribute"), said.get(SEARCHED[item.kind]))
    return " ".join(part for part in parts if part)
