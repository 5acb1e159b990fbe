"""What the gate asks of a snapshot, and what it needs stored (`netnew.stores.gate`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from netnew.bases.items import Item
from netnew.bases.recipe import Recipe
from netnew.gate.clusters import Deferred, Outcome, Reopened
from netnew.gate.policy import Policy
from netnew.gate.records import ClusterRef


class Found(Protocol):
    """An item that shares n-grams with a text: its similarity is intersection / union."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def intersection(self) -> int:
        """N-grams that both have."""

    @property
    def union(self) -> int:
        """N-grams that either has."""

    @property
    def dot(self) -> int | None:
        """Product of the int8 vectors where the semantic channel was asked, else None."""

    @property
    def item(self) -> Item:
        """The item itself."""


class Snapshot(Protocol):
    """One state of a base, searched exactly."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def hash(self) -> str:
        """Hash of all that can change an answer."""

    @property
    def id_type(self) -> str:
        """What the ids of its items are."""

    @property
    def recipe(self) -> Recipe:
        """How it reads its texts."""

    def top_k(self, text: str, k: int, *, lex_impl_version: str | None = None) -> Sequence[Found]:
        """The k items most like `text`, best first, ties by the smaller id."""

    def top_k_many(
        self, texts: Sequence[str], k: int, *, lex_impl_version: str | None = None
    ) -> Sequence[Sequence[Found]]:
        """What `top_k` finds for each text, on all cores."""

    def top_k_connected(
        self,
        text: str,
        vector: NDArray[np.int8],
        k: int,
        alpha: tuple[int, int],
        *,
        lex_impl_version: str | None = None,
    ) -> Sequence[Found]:
        """The k items of greatest C_connect, exact; `alpha` is the lexical share."""

    def top_k_connected_many(
        self,
        texts: Sequence[str],
        vectors: Sequence[NDArray[np.int8]],
        k: int,
        alpha: tuple[int, int],
        *,
        lex_impl_version: str | None = None,
    ) -> Sequence[Sequence[Found]]:
        """What `top_k_connected` finds for each text and its vector, on all cores."""

    def dot(self, item_id: str, vector: NDArray[np.int8]) -> int:
        """Product of the int8 vector of this item and another."""

    def get(self, item_id: str) -> Item:
        """The item of this id."""

    def where(self, wanted: Callable[[Item], bool]) -> Self:
        """The same state, of which only items that `wanted` accepts are found."""

    def __iter__(self) -> Iterator[Item]: ...
    def __len__(self) -> int: ...


class Judged(NamedTuple):
    """A judgement on its way into the record."""

    claim: Mapping[str, Any]
    document: dict[str, Any]
    """What the caller gets."""
    sealed: Mapping[str, Any]
    """The same without the time: what every digest covers."""
    written: bytes
    """Its canonical JSON."""
    key: str | None = None
    """Given twice, it is one row."""


class JudgementStore(Protocol):
    """The judgements of one workspace."""

    def record(self, policy: Policy | None, judged: Sequence[Judged]) -> None:
        """Append judgements to the ledger and keep what depends on them, all or none."""

    def known(self, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Documents that were recorded under these keys."""

    def find(self, kgr_id: str) -> dict[str, Any] | None:
        """The recorded judgement of this id with its claim and time, or None."""

    def newest(
        self, *, label: str | None, route: str | None, limit: int, before: int | None
    ) -> list[dict[str, Any]]:
        """The last judgements, newest first, as `find` gives them, each with its place."""

    def counts(self) -> dict[str, int]:
        """How many judgements there are of each class."""

    def judged(self) -> Iterator[dict[str, Any]]:
        """Every recorded judgement with its claim, oldest first."""

    def deferred(self) -> Sequence[Deferred]:
        """Every claim that was deferred, by the id of its side record."""

    def reviewed(self, kgr_id: str) -> Outcome | None:
        """What people decided of a judgement that waited for them, None where nothing is."""

    def settle(
        self, clusters: Mapping[str, ClusterRef], reopened: Sequence[Reopened], by: str | None
    ) -> None:
        """Keep clusters, and open side records again with a ledger row each, all or none."""

    def keep_policy(self, policy: Policy) -> None:
        """Store a policy, unless it is there."""

    def policies(self) -> dict[str, dict[str, Any]]:
        """Every stored policy by its hash."""

    def policy(self, policy_hash: str) -> dict[str, Any] | None:
        """The policy of this hash, by key path, or None."""
