"""What all parts of one memory share: its agent, its archive, its clock, its indexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.ids import content_id
from netnew.kernel.int8 import I8, ONE, quantize_vectors
from netnew.memory.ports import Item, MemoryArchive, MemoryShelf, StoredKind
from netnew.memory.remembered import Remembered

if TYPE_CHECKING:
    from netnew.embed.protocol import Embedder

# Some of what is found by words or meaning is not live any more, or better by the other.
WIDER: Final = 4


@dataclass(frozen=True, slots=True)
class Desk:
    """One agent's memory from within."""

    workspace: str
    agent_id: str
    archive: MemoryArchive
    clock: Clock
    remembered: Remembered
    embedder: Embedder | None = None

    def now(self) -> str:
        """The time, as it is stored."""
        return timestamp(self.clock())

    def new_id(self, kind: StoredKind, shelf: MemoryShelf) -> str:
        """Id of what the next change makes: by its place, so that it tells nothing of a text."""
        return content_id(kind, self.workspace, self.agent_id, str(shelf.seq + 1))

    def search(
        self, kind: StoredKind, query: str, limit: int, *, inactive: bool = False
    ) -> Sequence[Item]:
        """Items that have to do with `query`, best first: by words, or by words and meaning."""
        with self.archive.read() as shelf:
            hits = self.remembered.words(shelf, kind, query, limit * WIDER, inactive=inactive)
            ranked = {hit.item_id: Fraction(hit.shared, hit.either) for hit in hits}
            vector = self.vector(query)
            if self.embedder is not None and vector is not None:
                model = self.embedder.model_id
                for item_id, dot in self.remembered.near(shelf, model, vector, limit * WIDER):
                    ranked[item_id] = ranked.get(item_id, Fraction()) + Fraction(dot, ONE)
            found = shelf.items(kind, ids=list(ranked), inactive=inactive)
        # Of equally good ones the latest first; of those the smaller id.
        found = sorted(found, key=lambda item: item.item_id)
        found.sort(key=lambda item: item.at, reverse=True)
        found.sort(key=lambda item: -ranked[item.item_id])
        return found[:limit]

    def vectors_of(self, text: str) -> dict[str, bytes]:
        """The text's vector as it is stored, by its model; empty without an embedder."""
        vector = self.vector(text)
        if self.embedder is None or vector is None:
            return {}
        return {self.embedder.model_id: vector.tobytes()}

    def vector(self, text: str) -> I8 | None:
        """The text's vector in whole numbers; None without an embedder."""
        if self.embedder is None:
            return None
        row: I8 = quantize_vectors(self.embedder.embed([text]))[0]
        return row
