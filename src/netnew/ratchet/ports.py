"""What the ratchet needs of the database; `netnew.stores.ratchet` offers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol


class Stored(NamedTuple):
    """One value with its key, its place in time and its tags."""

    key: str
    seq: int
    recorded_at: str
    tags: Mapping[str, str]
    value: Mapping[str, Any]


class Shelf(Protocol):
    """One transaction on the values of one harness."""

    def get(self, key: str) -> Stored | None:
        """The value under this key, or None; bytes that are not what was put are an error."""

    def find(self, prefix: str, *, newest: int | None = None) -> Sequence[Stored]:
        """The values whose key starts so, oldest first; with `newest`, only so many last ones."""

    def put(self, key: str, value: Mapping[str, Any], tags: Mapping[str, str], now: str) -> None:
        """Set the value under this key. A value put again keeps its place in the order."""

    def remove_before(self, prefix: str, moment: str) -> int:
        """Remove the values whose key starts so and that were put first before this moment."""

    def log(
        self, kind: str, body: Mapping[str, Any], aside: Mapping[str, Any], key: str, now: str
    ) -> str:
        """Append to the ledger; return the content id."""

    def ask(self, document: Mapping[str, Any], now: str) -> None:
        """Show an expansion, as it stands, in the queue for people."""

    def keep_bytes(self, content: bytes) -> str:
        """Archive these bytes for ever; return their SHA-256."""

    def bytes_of(self, digest: str) -> bytes:
        """The archived bytes, verified."""


class Archive(Protocol):
    """Where one harness has its values; two writers never work on it at once."""

    def read(self) -> AbstractContextManager[Shelf]:
        """A snapshot to read from."""

    def write(self) -> AbstractContextManager[Shelf]:
        """A transaction: all of it is stored at the end, or nothing."""
