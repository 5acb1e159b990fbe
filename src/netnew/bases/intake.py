"""Items on their way into a base: read once, taken into as many drafts as it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from netnew.bases.build import Batch
from netnew.bases.draft import Admitted, Draft
from netnew.bases.items import Encoded, Item
from netnew.bases.segment import Segment
from netnew.foundation.errors import InputError

# One segment of a long stream: large enough to search well, small enough to keep memory low.
BATCH_ITEMS: Final = 1 << 17
BATCH_BYTES: Final = 1 << 27


class Totals(NamedTuple):
    """What became of all items that were given."""

    added: int
    replaced: int
    unchanged: int


class Intake:
    """A stream of items, and the segments that were already made of its beginning.

    When another process moves the head meanwhile, the next draft adopts these segments, so
    that a long stream is neither read nor indexed twice.
    """

    def __init__(self, items: Iterable[Item], *, replacing: bool) -> None:
        self._batches = _batches(items, replacing=replacing)
        self._replacing = replacing
        self._held: list[Segment] = []
        self._waiting: _Read | None = None
        self._dropped = Totals(0, 0, 0)

    def into(self, draft: Draft) -> Totals:
        """Write what is new into `draft`; the stream is read to its end."""
        adopted = [draft.adopt(segment, replacing=self._replacing) for segment in self._held]
        self._held = [one.segment for one in adopted if one.segment is not None]
        totals = _sum(adopted)
        while (read := self._waiting or next(self._batches, None)) is not None:
            # Kept until it is written: the attempt may fail and be made again.
            self._waiting = read
            admitted = draft.admit(Batch(read.items), replacing=self._replacing)
            self._waiting = None
            if admitted.segment is not None:
                self._held.append(admitted.segment)
            added = _sum([admitted])
            totals = Totals(totals.added + added.added, totals.replaced + added.replaced, 0)
            self._dropped = Totals(
                0,
                self._dropped.replaced + read.replaced,
                self._dropped.unchanged + read.repeated + added.unchanged,
            )
        return Totals(
            totals.added,
            totals.replaced + self._dropped.replaced,
            totals.unchanged + self._dropped.unchanged,
        )


class _Read(NamedTuple):
    """A batch, and what the stream itself repeated or replaced in it."""

    items: list[Encoded]
    repeated: int
    replaced: int


def _batches(items: Iterable[Item], *, replacing: bool) -> Iterator[_Read]:
    batch: dict[bytes, Encoded] = {}
    size = repeated = replaced = 0
    for number, item in enumerate(items, 1):
        encoded = item.encoded()
        known = batch.setdefault(encoded[0], encoded)
        if known is not encoded:
            if known == encoded:
                repeated += 1
                continue
            if not replacing:
                raise InputError(
                    f"the id `{item.id}` stands for two items of what was given, "
                    f"the later is item {number:,}",
                    "give one of them another id, or let the later win (`replace=True`, --replace)",
                )
            batch[encoded[0]] = encoded
            replaced += 1
        size += sum(map(len, encoded))
        if len(batch) >= BATCH_ITEMS or size >= BATCH_BYTES:
            yield _Read(list(batch.values()), repeated, replaced)
            batch, size, repeated, replaced = {}, 0, 0, 0
    if batch:
        yield _Read(list(batch.values()), repeated, replaced)


def _sum(admitted: Iterable[Admitted]) -> Totals:
    all_of = list(admitted)
    return Totals(
        sum(one.added for one in all_of),
        sum(one.replaced for one in all_of),
        sum(one.unchanged for one in all_of),
    )
