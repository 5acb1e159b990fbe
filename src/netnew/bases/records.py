"""What `Bases` answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from netnew.bases.manifest import Manifest
from netnew.bases.ports import Kept
from netnew.bases.shelf import Swept


class Added(NamedTuple):
    """What an `add` did, and how many items the base has now."""

    added: int
    replaced: int
    unchanged: int
    items: int


class Compacted(NamedTuple):
    """What a `compact` did: segments before and after, and files that were swept."""

    before: int
    after: int
    swept: Swept


class SegmentFault(NamedTuple):
    """A segment that is not what was written."""

    segment: str
    problem: str


@dataclass(frozen=True, slots=True)
class Base:
    """A base as it is now, and the snapshots that are kept of it."""

    name: str
    manifest: Manifest
    snapshots: Sequence[Kept] = ()

    @property
    def size(self) -> int:
        """Bytes of its segment files."""
        return sum(part.size for part in self.manifest.parts)
