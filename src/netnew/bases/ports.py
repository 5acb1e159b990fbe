"""What bases need of the database; `netnew.stores.bases` offers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from netnew.bases.manifest import Manifest

T = TypeVar("T")


class Kept(NamedTuple):
    """A snapshot that was taken and is kept: its segments are never swept."""

    snapshot_id: str
    base: str
    hash: str
    manifest: Manifest
    taken_at: str


class BaseStore(Protocol):
    """Heads and snapshots of the bases of one workspace."""

    def shelf_name(self) -> str:
        """Name of the folder of this workspace's segments, chosen once at random."""

    def head(self, name: str) -> Manifest | None:
        """The present state of a base, or None where there is no such base."""

    def heads(self) -> dict[str, Manifest]:
        """The present state of every base, by name."""

    def move(
        self,
        name: str,
        before: Manifest | None,
        after: Manifest,
        event: Mapping[str, Any],
        ready: Callable[[], bool],
    ) -> bool:
        """Make `after` the head and append `event` to the ledger, both or neither.

        Gives False and changes nothing unless the head is still `before` and `ready()` holds;
        it is asked while no other process can move a head or sweep.
        """

    def keep(self, name: str) -> Kept | None:
        """Keep the present state of a base as a snapshot, or None where there is no such base.

        The same state kept twice is one snapshot.
        """

    def kept(self, name: str | None = None) -> Sequence[Kept]:
        """Snapshots that are kept, of one base or of all, oldest first."""

    def find(self, snapshot_id: str) -> Kept | None:
        """The snapshot of this id, or None."""

    def forget(self, snapshot_ids: Sequence[str]) -> None:
        """Keep these snapshots no longer."""

    def sweep(self, act: Callable[[set[str]], T]) -> T:
        """Call `act` with the hashes that any head or snapshot refers to, none moving meanwhile."""
