"""What a memory needs stored; `netnew.stores.memory` offers it.

Everything kept is an *item* of one agent: what it says (`document`, private, never changed) and
how it stands (`standing`, small, without private text). Every change goes through `apply`: the
items, their steps, the ledger row and the agent's sequence in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from netnew.memory.records import Kind

Standing = Mapping[str, Any]
# An attribute is remembered too: whether it has one value at a time, or several.
StoredKind = Kind | Literal["attribute"]
# What items are looked up by.
LookedUp = Literal["subject_hash", "content_hash", "session_id"]
# Where an item stands in a list: when it came, and its id. No change of its state moves it.
Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that an agent remembers, as it is stored."""

    item_id: str
    kind: StoredKind
    at: str
    """When it came."""
    standing: Standing
    """How it stands: `state`, links, counts. Ids and numbers, nothing private."""
    document: Mapping[str, Any]
    """What it says; empty once forgotten."""
    seq: int = 0
    """The change that touched it last."""
    subject_hash: str | None = None
    content_hash: str | None = None
    session_id: str | None = None
    salt: str = ""
    """Keeps what the ledger says about the document from being guessed; erased with it."""

    @property
    def state(self) -> str:
        """The state of its standing."""
        return str(self.standing["state"])


class Step(NamedTuple):
    """How one item stood before and after a change; before is None for a new one."""

    item_id: str
    before: Standing | None
    after: Standing


@dataclass(frozen=True, slots=True)
class Change:
    """One act on the memory of an agent.

    `told` goes to the ledger as it is and holds ids, names of rules, numbers and salted hashes
    alone. `evidence` is in words and may quote: it is stored beside, and erased on `forget`.
    """

    act: str
    told: Mapping[str, Any]
    evidence: Mapping[str, Any] = field(default_factory=dict)
    new: Sequence[Item] = ()
    steps: Sequence[Step] = ()
    vectors: Mapping[tuple[str, str], bytes] = field(default_factory=dict)
    """By item and model."""
    undoes: int | None = None
    key: str | None = None
    """Of changes under one key the first alone is carried out."""


class Past(NamedTuple):
    """A change as it is found again."""

    seq: int
    act: str
    at: str
    row_id: str
    told: Mapping[str, Any]
    evidence: Mapping[str, Any]
    steps: Sequence[Step]
    undone: bool


class MemoryShelf(Protocol):
    """One transaction on what one agent remembers."""

    @property
    def seq(self) -> int:
        """The last change; every change has the next number."""

    def get(self, item_id: str) -> Item | None:
        """The item of this id, whatever its state, or None."""

    def told_under(self, key: str) -> Mapping[str, Any] | None:
        """What the ledger holds of the change that was made under this key, or None."""

    def items(
        self,
        kind: StoredKind,
        *,
        ids: Sequence[str] | None = None,
        inactive: bool = False,
        by: tuple[LookedUp, str] | None = None,
        states: Sequence[str] = (),
        since: str | None = None,
    ) -> Sequence[Item]:
        """Items of a kind, oldest first; live ones alone unless `inactive` or in these states."""

    def page(
        self,
        kind: StoredKind,
        limit: int,
        *,
        after: Place | None = None,
        inactive: bool = False,
        by: tuple[LookedUp, str] | None = None,
    ) -> Sequence[Item]:
        """The first `limit` items of a kind behind a place, oldest first, reading no others."""

    def changed(self, after: int) -> Iterator[Item]:
        """Every item touched since a change, whatever its state: what indexes live from."""

    def vectors(self, model: str, after: int) -> Iterator[tuple[str, StoredKind, bytes]]:
        """The vectors that came since a change, each with its item's id and kind."""

    def vectors_of(self, model: str, ids: Sequence[str]) -> dict[str, bytes]:
        """The vectors of these items, where they have one."""

    def apply(self, change: Change, now: str) -> int:
        """Carry out a change and record it in the ledger; return its number."""

    def past(self, item_id: str) -> Sequence[Past]:
        """Every change that touched an item, oldest first."""

    def change_of(self, seq: int) -> Past | None:
        """The change of this number, or None."""

    def latest(self, limit: int) -> Sequence[Past]:
        """The latest changes that touched anything, oldest first."""

    def told(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """What the ledger holds of this agent, oldest first: kind and body."""

    def erase(self, item_id: str) -> None:
        """Take away all that an item says, wherever it is stored; its id and standing stay."""

    def ask(self, item: Item, reasons: Sequence[str], now: str) -> None:
        """Put an item into the queue for people."""


class MemoryArchive(Protocol):
    """Where one agent's memory is kept; two writers never work on it at once."""

    def read(self) -> AbstractContextManager[MemoryShelf]:
        """A snapshot to read from."""

    def write(self) -> AbstractContextManager[MemoryShelf]:
        """A transaction that has the agent to itself."""

    def scrub(self) -> None:
        """Take what was erased out of the database's own leftovers too."""
