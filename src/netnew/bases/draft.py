"""A state of a base in the making: segments are written, but nothing refers to them yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, compress, pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from netnew.bases.build import Batch, Vectors
from netnew.bases.items import Encoded
from netnew.bases.manifest import Manifest, Part
from netnew.bases.recipe import Recipe
from netnew.bases.segment import Segment
from netnew.bases.shelf import Shelf
from netnew.bases.tiers import to_merge
from netnew.embed.protocol import Embedder
from netnew.foundation.errors import ConflictError, InputError

# Compaction makes segments of this many items, so that its memory is bounded.
LARGEST_SEGMENT: Final = 1 << 22


class Place(NamedTuple):
    """Where an item lies: the number of its part, and its row."""

    part: int
    row: int


class Admitted(NamedTuple):
    """What became of the items of one batch."""

    segment: Segment | None
    """The new segment, held open; None where nothing was new."""
    added: int
    replaced: int
    unchanged: int


class Draft:
    """Parts of a manifest that can still change; `manifest()` says what they are now."""

    def __init__(self, shelf: Shelf, start: Manifest, embedder: Embedder | None = None) -> None:
        self._shelf, self._start, self._embedder = shelf, start, embedder
        self._parts = list(start.parts)
        self._opened: dict[str, Segment] = {}

    def manifest(self) -> Manifest:
        """The state as it would be stored."""
        return replace(self._start, parts=tuple(part for part in self._parts if part.items))

    def ready(self) -> bool:
        """Whether every file that this state refers to anew is there."""
        known = set(self._start.parts)
        return all(self._shelf.has(part) for part in self.manifest().parts if part not in known)

    def locate(self, ids: Sequence[bytes]) -> list[Place | None]:
        """Where each id lies now, or None where it does not."""
        places: list[Place | None] = [None] * len(ids)
        for number, part in enumerate(self._parts):
            rows = self._open(part).rows_of(ids)
            alive = (rows >= 0) & ~np.isin(rows, np.array(part.dead, np.int64))
            for at in np.flatnonzero(alive).tolist():
                places[at] = Place(number, int(rows[at]))
        return places

    def admit(self, batch: Batch, *, replacing: bool) -> Admitted:
        """Write what is new in a batch as a segment; its ids must differ from one another."""
        places = self.locate([item[0] for item in batch.items])
        same = [
            place is not None and self._encoded(place) == item
            for item, place in zip(batch.items, places, strict=True)
        ]
        changed = [
            place
            for place, is_same in zip(places, same, strict=True)
            if place is not None and not is_same
        ]
        if changed and not replacing:
            name = self._encoded(changed[0])[0].decode()
            raise ConflictError(
                f"the id `{name}` already stands for another item",
                "give the new item another id, or replace the old one (`replace=True`, --replace)",
            )
        self.kill(changed)
        fresh = _chosen(batch, [not is_same for is_same in same])
        segment = self._append(fresh, self._start.recipe)
        count = len(fresh.items)
        return Admitted(segment, count - len(changed), len(changed), sum(same))

    def adopt(self, segment: Segment, *, replacing: bool) -> Admitted:
        """Take in a segment that was written for an earlier state, as it is where that fits."""
        if self._shelf.has(segment.part) and not any(self.locate(segment.ids())):
            self._parts.append(segment.part)
            return Admitted(segment, len(segment), 0, 0)
        return self.admit(Batch(list(segment.all_encoded()), segment.vectors), replacing=replacing)

    def kill(self, places: Iterable[Place]) -> None:
        """Let the items at these places no longer count."""
        rows: dict[int, list[int]] = {}
        for place in places:
            rows.setdefault(place.part, []).append(place.row)
        for number, gone in rows.items():
            self._parts[number] = self._parts[number].without(gone)

    def settle(self) -> None:
        """Merge small segments by the rule of `tiers`, until it is content."""
        while chosen := to_merge(
            [part.rows for part in self._parts], [len(part.dead) for part in self._parts]
        ):
            merged = [self._parts[number] for number in chosen]
            self._parts = [part for part in self._parts if part not in merged]
            self._append(self._gathered(merged), self._start.recipe)

    def compact(self, recipe: Recipe) -> list[Segment]:
        """Make one segment of all (several where they are very many), in the order of the ids."""
        parts, made = self._parts, []
        self._start, self._parts = replace(self._start, recipe=recipe), []
        for first, last in pairwise(self._boundaries(parts)):
            segment = self._append(self._gathered(parts, first, last), recipe)
            made += [] if segment is None else [segment]
        return made

    def swap(self, sources: Manifest, made: Sequence[Segment]) -> None:
        """Put `made`, compacted from `sources`, in their place, though the base moved on since.

        What was removed or merged meanwhile no longer counts in `made`; what came stays beside.
        """
        present = {part.hash: part for part in self._parts}
        gone: list[bytes] = []
        for part in sources.parts:
            now = present.pop(part.hash, None)
            left = alive_rows(part) & ~(alive_rows(now) if now else np.zeros(part.rows, np.bool_))
            segment = self._open(part) if left.any() else None
            gone += [segment.id_at(row) for row in np.flatnonzero(left).tolist() if segment]
        self._parts = [segment.part for segment in made]
        self.kill(place for place in self.locate(gone) if place is not None)
        self._parts += present.values()

    def _boundaries(self, parts: Sequence[Part]) -> list[bytes | None]:
        """Ids that cut all items into ranges of LARGEST_SEGMENT; None is before and after all."""
        if sum(part.items for part in parts) <= LARGEST_SEGMENT:
            return [None, None]
        ids = sorted(chain.from_iterable(
            compress(self._open(part).ids(), alive_rows(part)) for part in parts
        ))  # fmt: skip
        return [None, *ids[LARGEST_SEGMENT::LARGEST_SEGMENT], None]

    def _gathered(
        self, parts: Sequence[Part], first: bytes | None = None, last: bytes | None = None
    ) -> Batch:
        """The items of these parts that count, from the id `first` to before `last`."""
        items: list[Encoded] = []
        vectors: list[Vectors] = []
        for part in parts:
            segment = self._open(part)
            start = 0 if first is None else segment.first_row(first)
            end = len(segment) if last is None else segment.first_row(last)
            alive = alive_rows(part)[start:end]
            items += compress(segment.all_encoded(start, end), alive)
            if segment.vectors is not None:
                vectors.append(segment.vectors[start:end][alive])
        return Batch(items, np.concatenate(vectors) if vectors else None)

    def _append(self, batch: Batch, recipe: Recipe) -> Segment | None:
        if not batch.items:
            return None
        if recipe.embedding is not None and batch.vectors is None:
            batch = batch._replace(vectors=self._embedded(batch.items))
        part = self._shelf.write(batch, recipe)
        self._parts.append(part)
        return self._open(part)

    def _embedded(self, items: Sequence[Encoded]) -> Vectors:
        recipe = self._start.recipe
        if self._embedder is None:
            model = recipe.embedding.model_id if recipe.embedding else "no model"
            raise InputError(f"the base has vectors of {model}", "give the embedder of that model")
        texts = recipe.normalized([item[1].decode("utf-8", "surrogatepass") for item in items])
        return recipe.embedded(texts, self._embedder)

    def _open(self, part: Part) -> Segment:
        # Held as long as the draft: opening anew for each item would take most of the time.
        segment = self._opened.get(part.hash)
        if segment is None:
            segment = self._opened[part.hash] = self._shelf.open(part)
        return segment

    def _encoded(self, place: Place) -> Encoded:
        return self._open(self._parts[place.part]).encoded(place.row)


def alive_rows(part: Part) -> NDArray[np.bool_]:
    """A flag for each row of a part: whether it still counts.

    >>> alive_rows(Part("", 0, rows=3, dead=(1,))).tolist()
    [True, False, True]
    """
    alive = np.ones(part.rows, np.bool_)
    alive[list(part.dead)] = False
    return alive


def _chosen(batch: Batch, wanted: Sequence[bool]) -> Batch:
    vectors = None if batch.vectors is None else batch.vectors[np.array(wanted, np.bool_)]
    return Batch(list(compress(batch.items, wanted)), vectors)
