"""What all parts of one memory share: its agent, its archive, its clock, its indexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.ids import content_id
from netnew.kernel.int8 import I8, quantize_vectors
from netnew.memory.ports import MemoryArchive, MemoryShelf, StoredKind
from netnew.memory.remembered import Remembered

if TYPE_CHECKING:
    from netnew.embed.protocol import Embedder


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
