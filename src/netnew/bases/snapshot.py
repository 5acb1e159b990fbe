"""A snapshot: a state of a base that never changes, searched exactly."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
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
from netnew.kernel.connect import Connected, Semantics
from netnew.kernel.ragged import Hashes, Offsets
from netnew.kernel.ratio import Ratio
from netnew.kernel.segments import Found, at_least_over, top_k_batch_over, top_k_over
from netnew.kernel.segments import Segment as Searched

Alive = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An item that shares n-grams with a text: its similarity is intersection / union."""

    id: str
    intersection: int
    union: int
    dot: int | None
    """Product of the int8 vectors where the semantic channel was asked, else None."""
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
        self._kept, self._shelf = kept, shelf
        # The largest first: its hits let the others skip most of their work.
        self._parts = sorted(kept.manifest.parts, key=lambda part: (-part.rows, part.hash))
        self._alive: list[Alive | None] = [
            alive_rows(part) if part.dead else None for part in self._parts
        ]
        if not verify_first:
            self._segments = self._opened()

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
            part.rows if alive is None else int(alive.sum())
            for part, alive in zip(self._parts, self._alive, strict=True)
        )

    def __iter__(self) -> Iterator[Item]:
        for segment, alive in zip(self._segments, self._alive, strict=True):
            rows = segment.all_encoded()
            yield from map(decoded, rows if alive is None else compress(rows, alive))

    def get(self, item_id: str) -> Item:
        """The item of this id."""
        segment, row = self._place(item_id)
        return decoded(segment.encoded(row))

    def _place(self, item_id: str) -> tuple[Segment, int]:
        wanted = [item_id.encode("utf-8", "surrogatepass")]
        for segment, alive in zip(self._segments, self._alive, strict=True):
            row = int(segment.rows_of(wanted)[0])
            if row >= 0 and (alive is None or alive[row]):
                return segment, row
        raise NotFoundError(
            f"no item `{item_id:.200}` in this snapshot of `{self.base}`",
            "iterate over the snapshot to see what it holds",
        )

    def where(self, wanted: Callable[[Item], bool]) -> Self:
        """The same snapshot, of which only items that `wanted` accepts are found.

        Every item is looked at once, now; searches after that cost no more than before.
        """
        chosen = copy(self)
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
        grams, _ = self._grams([text], version)
        return self._neighbours(top_k_over(self._indexes(version), grams, k, self._id_of))

    def at_least(
        self, text: str, numerator: int, denominator: int, *, lex_impl_version: str | None = None
    ) -> list[Neighbour]:
        """All items whose similarity to `text` is at least numerator / denominator, best first."""
        for number in (numerator, denominator):
            if not isinstance(number, int):
                raise InputError(
                    f"the similarity has {number!r:.20} in it",
                    "give two whole numbers, as 1 and 2 for a half",
                )
        version = self._version(lex_impl_version)
        grams, _ = self._grams([text], version)
        indexes = self._indexes(version)
        return self._neighbours(at_least_over(indexes, grams, numerator, denominator, self._id_of))

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
        grams, offsets = self._grams(texts, version)
        indexes = self._indexes(version)
        found = top_k_batch_over(indexes, offsets, grams, k, self._id_of, threads=threads)
        return [self._neighbours(one) for one in found]

    def top_k_connected(
        self,
        text: str,
        vector: NDArray[np.int8],
        k: int,
        alpha: tuple[int, int],
        *,
        lex_impl_version: str | None = None,
    ) -> list[Neighbour]:
        """The k items of greatest C_connect, exact; `vector` is what `Recipe.embedded` gives.

        `alpha` is the lexical share. Ties: C_sem01, then C_lex, then the smaller id.
        """
        version = self._version(lex_impl_version)
        grams, _ = self._grams([text], version)
        found: list[tuple[Connected, Neighbour]] = []
        for segment, (index, alive) in zip(self._segments, self._indexes(version), strict=True):
            if segment.vectors is None:
                raise self._without_vectors()
            semantics = Semantics(vector, segment.vectors, alpha)
            ranks = np.arange(len(segment), dtype=np.uint32)
            for hit in index.top_k_connected(grams, semantics, ranks, k, alive):
                name = segment.id_at(hit.item).decode()
                one = Neighbour(name, hit.intersection, hit.union, hit.dot, segment, hit.item)
                found.append((hit, one))
        found.sort(
            key=lambda pair: (-pair[0].c_connect(alpha), -pair[0].dot, -pair[0].c_lex, pair[1].id)
        )
        return [one for _, one in found[:k]]

    def top_k_connected_many(
        self,
        texts: Sequence[str],
        vectors: Sequence[NDArray[np.int8]],
        k: int,
        alpha: tuple[int, int],
        *,
        lex_impl_version: str | None = None,
        threads: int = 0,
    ) -> list[list[Neighbour]]:
        """Do what `top_k_connected` does for each text and vector, on all cores (or threads)."""

        def one(text: str, vector: NDArray[np.int8]) -> list[Neighbour]:
            return self.top_k_connected(text, vector, k, alpha, lex_impl_version=lex_impl_version)

        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            return list(pool.map(one, texts, vectors))

    def dot(self, item_id: str, vector: NDArray[np.int8]) -> int:
        """Product of the int8 vector of the item of this id and `vector`."""
        segment, row = self._place(item_id)
        if segment.vectors is None:
            raise self._without_vectors()
        found = segment.vectors[row].astype(np.int32) @ vector.astype(np.int32)
        return int(found)

    def verify(self) -> None:
        """Read every byte of every segment; raise DamagedError at the first that is wrong."""
        for segment in self._segments:
            segment.verify()

    def _without_vectors(self) -> InputError:
        return InputError(f"`{self.base}` has no vectors", "make the base anew with an embedder")

    @cached_property
    def _segments(self) -> list[Segment]:
        """The segments; on first use they are opened and hashed, unless that was done before."""
        opened = self._opened()
        for segment in opened:
            segment.verify_once()
        return opened

    def _opened(self) -> list[Segment]:
        return [self._shelf.open(part) for part in self._parts]

    def _indexes(self, version: str) -> list[Searched]:
        return [
            Searched(segment.index(version), alive)
            for segment, alive in zip(self._segments, self._alive, strict=True)
        ]

    def _id_of(self, segment: int, row: int) -> str:
        return self._segments[segment].id_at(row).decode()

    def _neighbours(self, found: Sequence[Found]) -> list[Neighbour]:
        return [
            Neighbour(
                one.external_id,
                one.hit.intersection,
                one.hit.union,
                None,
                self._segments[one.segment],
                one.hit.item,
            )
            for one in found
        ]

    def _version(self, asked: str | None) -> str:
        known = self.recipe.lex_impl_versions
        if asked is not None and asked not in known:
            raise InputError(
                f"`{self.base}` is indexed by {', '.join(known)}, not by `{asked:.40}`",
                "ask for one of those, or compact the base with a recipe that names it",
            )
        return asked or known[0]

    def _grams(self, texts: Sequence[str], version: str) -> tuple[Hashes, Offsets]:
        for text in texts:
            if not isinstance(text, str):
                raise InputError(f"the text is {text!r:.40}", "give a text to search for")
        return self.recipe.grams(self.recipe.normalized(list(texts)), version)
