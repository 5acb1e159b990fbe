"""A snapshot: a state of a base that never changes, searched exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Self

import numpy as np
from numpy.typing import NDArray

from netnew.bases.draft import alive_rows
from netnew.bases.items import IdType, Item, decoded
from netnew.bases.ports import Kept
from netnew.bases.recipe import Recipe
from netnew.bases.segment import Segment
from netnew.bases.shelf import Shelf
from netnew.foundation.errors import InputError, NotFoundError
from netnew.kernel.ragged import Hashes
from netnew.kernel.ratio import Ratio
from netnew.kernel.setsearch import NOTHING

Alive = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An item that shares n-grams with a text: its similarity is intersection / union."""

    id: str
    intersection: int
    union: int
    _segment: Segment = field(repr=False, compare=False)
    _row: int = field(repr=False, compare=False)

    @property
    def overlap(self) -> Ratio:
        """The similarity, exact."""
        return Ratio(self.intersection, self.union)

    @property
    def item(self) -> Item:
        """The item itself, read from its segment now."""
        return decoded(self._segment.encoded(self._row))


class Snapshot:
    """One state of a base; the same hash gives the same answers everywhere."""

    def __init__(self, kept: Kept, shelf: Shelf, *, verify_first: bool = False) -> None:
        self._kept, self._verify_first = kept, verify_first
        # The largest first: its hits let the others skip most of their work.
        parts = sorted(kept.manifest.parts, key=lambda part: (-part.rows, part.hash))
        self._segments = [shelf.open(part) for part in parts]
        self._alive: list[Alive | None] = [
            alive_rows(part) if part.dead else None for part in parts
        ]

    @property
    def id(self) -> str:
        """Names this state of this base in the database."""
        return self._kept.snapshot_id

    @property
    def hash(self) -> str:
        """Hash of all that can change an answer; equal items, once compacted, have one hash."""
        return self._kept.hash

    @property
    def base(self) -> str:
        """The base that it was taken of."""
        return self._kept.base

    @property
    def taken_at(self) -> str:
        """When it was taken first."""
        return self._kept.taken_at

    @property
    def id_type(self) -> IdType:
        """What the ids of its items are."""
        return self._kept.manifest.id_type

    @property
    def recipe(self) -> Recipe:
        """Versions of all that turns a text into what is searched."""
        return self._kept.manifest.recipe

    def __len__(self) -> int:
        return sum(
            len(segment) if alive is None else int(alive.sum())
            for segment, alive in zip(self._segments, self._alive, strict=True)
        )

    def __iter__(self) -> Iterator[Item]:
        for segment, alive in zip(self._segments, self._alive, strict=True):
            rows = segment.all_encoded()
            yield from map(decoded, rows if alive is None else compress(rows, alive))

    def get(self, item_id: str) -> Item:
        """The item of this id."""
        wanted = [item_id.encode("utf-8", "surrogatepass")]
        for segment, alive in zip(self._segments, self._alive, strict=True):
            row = int(segment.rows_of(wanted)[0])
            if row >= 0 and (alive is None or alive[row]):
                return decoded(segment.encoded(row))
        raise NotFoundError(
            f"no item `{item_id:.200}` in this snapshot of `{self.base}`",
            "iterate over the snapshot to see what it holds",
        )

    def where(self, wanted: Callable[[Item], bool]) -> Self:
        """The same snapshot, of which only items that `wanted` accepts are found.

        Every item is looked at once, now; searches after that cost no more than before.
        """
        chosen = type(self).__new__(type(self))
        chosen.__dict__.update(self.__dict__)
        chosen._alive = [
            np.array(
                [
                    (alive is None or bool(alive[row])) and wanted(decoded(encoded))
                    for row, encoded in enumerate(segment.all_encoded())
                ],
                np.bool_,
            )
            for segment, alive in zip(self._segments, self._alive, strict=True)
        ]
        return chosen

    def top_k(self, text: str, k: int, *, lex_impl_version: str | None = None) -> list[Neighbour]:
        """The k items most like `text`, best first, ties by the smaller id.

        Exact: fewer come back only where fewer share an n-gram with it.
        """
        version = self._version(lex_impl_version)
        grams = self._grams(text, version)
        best: list[Neighbour] = []
        for segment, alive in self._searched():
            floor = (best[-1].intersection, best[-1].union) if 0 < k == len(best) else NOTHING
            hits = segment.index(version).top_k(grams, k, alive, floor=floor)
            best = _ranked(best + [_neighbour(segment, *hit) for hit in hits])[:k]
        return best

    def at_least(
        self, text: str, numerator: int, denominator: int, *, lex_impl_version: str | None = None
    ) -> list[Neighbour]:
        """All items whose similarity to `text` is at least numerator / denominator, best first."""
        version = self._version(lex_impl_version)
        grams = self._grams(text, version)
        return _ranked(
            [
                _neighbour(segment, *hit)
                for segment, alive in self._searched()
                for hit in segment.index(version).at_least(grams, numerator, denominator, alive)
            ]
        )

    def top_k_many(
        self,
        texts: Sequence[str],
        k: int,
        *,
        lex_impl_version: str | None = None,
        threads: int = 0,
    ) -> list[list[Neighbour]]:
        """Do what `top_k` does for each text, on all cores (or on so many threads)."""
        version = self._version(lex_impl_version)
        grams, offsets = self.recipe.grams(self.recipe.normalized(list(texts)), version)
        best: list[list[Neighbour]] = [[] for _ in texts]
        for segment, alive in self._searched():
            floors = np.array(
                [
                    (found[-1].intersection, found[-1].union) if 0 < k == len(found) else NOTHING
                    for found in best
                ],
                np.uint64,
            ).reshape(-1, 2)
            answers = segment.index(version).top_k_batch(
                offsets, grams, k, alive, floors=floors, threads=threads
            )
            for query, found in enumerate(best):
                hits = [_neighbour(segment, *hit) for hit in answers.of(query)]
                best[query] = _ranked(found + hits)[:k] if hits else found
        return best

    def verify(self) -> None:
        """Read every byte of every segment; raise DamagedError at the first that is wrong."""
        for segment in self._segments:
            segment.verify()

    def _searched(self) -> Iterator[tuple[Segment, Alive | None]]:
        for segment, alive in zip(self._segments, self._alive, strict=True):
            if self._verify_first:
                segment.verify_once()
            yield segment, alive

    def _version(self, asked: str | None) -> str:
        known = self.recipe.lex_impl_versions
        if asked is not None and asked not in known:
            raise InputError(
                f"`{self.base}` is indexed by {', '.join(known)}, not by `{asked:.40}`",
                "ask for one of those, or compact the base with a recipe that names it",
            )
        return asked or known[0]

    def _grams(self, text: str, version: str) -> Hashes:
        grams, _ = self.recipe.grams(self.recipe.normalized([text]), version)
        return grams


def _neighbour(segment: Segment, row: int, intersection: int, union: int) -> Neighbour:
    return Neighbour(segment.id_at(row).decode(), intersection, union, segment, row)


def _ranked(found: list[Neighbour]) -> list[Neighbour]:
    # Two unequal fractions of whole numbers below 2**26 differ as floats too, and a text of
    # 1 MiB has fewer n-grams than that: this order is exact.
    return sorted(found, key=lambda one: (-(one.intersection / one.union), one.id))
