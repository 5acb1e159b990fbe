"""`Bases`: named, growing sets of items, and the snapshots taken of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

from netnew.bases.draft import Draft
from netnew.bases.intake import Intake
from netnew.bases.items import IdType, Item, checked
from netnew.bases.manifest import Manifest
from netnew.bases.ports import BaseStore
from netnew.bases.recipe import Recipe
from netnew.bases.records import Added, Base, Compacted, SegmentFault
from netnew.bases.segment import Segment
from netnew.bases.shelf import Shelf
from netnew.bases.snapshot import Snapshot
from netnew.bases.terms import check_name, check_terms, founded, with_vectors
from netnew.embed.protocol import Embedder
from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.errors import DamagedError, InputError, NotFoundError

# Longer than any reader takes to open what it has just read about.
GRACE_SECONDS: Final = 3600.0
SWEPT_TRIES: Final = 3

T = TypeVar("T")


class Bases:
    """The bases of one workspace: `connect(…).bases`."""

    def __init__(self, store: BaseStore, folder: Path, clock: Clock, *, durable: bool) -> None:
        self._store, self._clock = store, clock
        self._shelf = Shelf(folder / store.shelf_name(), durable=durable)

    def add(
        self,
        name: str,
        items: Iterable[Item | Mapping[str, Any]],
        *,
        id_type: IdType | None = None,
        recipe: Recipe | None = None,
        replace: bool = False,
        embedder: Embedder | None = None,
    ) -> Added:
        """Add items to a base, all or none; the first add makes the base.

        The same item again changes nothing. Another item under a known id is an error, or with
        `replace` takes the place of the old one.

        Parameters
        ----------
        id_type
            What the ids are; None: what the base says, `knowledge_item_id` for a new one.
        recipe
            How a new base reads its texts; one that exists keeps its own.
        embedder
            Embeds each new text, once. A base has vectors of one model from its start, or none.
        """
        check_name(name, id_type)
        intake = Intake(checked(items), replacing=replace)

        def attempt(head: Manifest | None) -> tuple[Draft, dict[str, Any], Added]:
            if head is not None:
                check_terms(name, head, id_type, recipe, embedder)
            draft = Draft(self._shelf, head or founded(id_type, recipe, embedder), embedder)
            totals = intake.into(draft)
            draft.settle()
            added = Added(*totals, draft.manifest().items)
            return draft, {"act": "add", **added._asdict()}, added

        return self._change(name, attempt)

    def remove(self, name: str, ids: Iterable[str]) -> int:
        """Remove the items of these ids, all or none; say how many are left.

        Snapshots that were taken before keep them.
        """
        wanted = sorted({one.encode("utf-8", "surrogatepass") for one in ids})

        def attempt(head: Manifest | None) -> tuple[Draft, dict[str, Any], int]:
            draft = Draft(self._shelf, self._known(name, head))
            for item_id, place in zip(wanted, draft.locate(wanted), strict=True):
                if place is None:
                    shown = item_id.decode("utf-8", "backslashreplace")
                    raise NotFoundError(
                        f"no item `{shown:.200}` in `{name}`", "nothing was removed; mend the list"
                    )
                draft.kill([place])
            draft.settle()
            left = draft.manifest().items
            return draft, {"act": "remove", "removed": len(wanted), "items": left}, left

        return self._change(name, attempt)

    def snapshot(self, name: str, *, verify_first: bool = False) -> Snapshot:
        """Keep the present state of a base and open it; the same state has the same id.

        With `verify_first`, its segments are opened and hashed at its first use, and each once a
        process: a changed byte is a DamagedError then, where it could change an answer.
        """
        kept = self._store.keep(name)
        if kept is None:
            raise self._no_base(name)
        return Snapshot(kept, self._shelf, verify_first=verify_first)

    def open(self, snapshot_id: str, *, verify_first: bool = False) -> Snapshot:
        """Open a snapshot that was taken earlier."""
        if not isinstance(snapshot_id, str):
            raise InputError(f"the snapshot is {snapshot_id!r:.40}", "give its id, a text")
        kept = self._store.find(snapshot_id)
        if kept is None:
            raise NotFoundError(
                f"no snapshot `{snapshot_id:.100}` is kept",
                "`netnew base show NAME` lists those of a base",
            )
        return Snapshot(kept, self._shelf, verify_first=verify_first)

    def show(self, name: str) -> Base:
        """One base with its snapshots."""
        return Base(name, self._known(name, self._store.head(name)), self._store.kept(name))

    def verify(self, name: str) -> Sequence[SegmentFault]:
        """Hash every segment of a base and its snapshots; what is wrong, or nothing."""
        base = self.show(name)
        states = [base.manifest, *(kept.manifest for kept in base.snapshots)]
        # By hash: a segment is read once, however many states share it.
        parts = {part.hash: part for state in states for part in state.parts}
        faults = []
        for part in parts.values():
            try:
                self._shelf.open(part).verify()
            except DamagedError as error:
                faults.append(SegmentFault(part.hash, error.problem))
        return faults

    def compact(
        self,
        name: str,
        *,
        recipe: Recipe | None = None,
        forget_after_days: float | None = None,
        grace_seconds: float = GRACE_SECONDS,
    ) -> Compacted:
        """Make one segment of all, and delete files that nothing refers to any more.

        No answer changes. Equal items give equal bytes, in whatever order and portions they came.

        Parameters
        ----------
        recipe
            Read all texts anew in this way; None keeps the base's own.
        forget_after_days
            Keep snapshots of this base only that long; None keeps all.
        grace_seconds
            Files younger than this are left: somebody may be about to refer to them.
        """
        sources: Manifest | None = None
        made: list[Segment] = []

        def attempt(head: Manifest | None) -> tuple[Draft, dict[str, Any], tuple[int, int]]:
            nonlocal sources, made
            present = self._known(name, head)
            wanted = with_vectors(recipe, present).check() if recipe else present.recipe
            draft = Draft(self._shelf, present)
            still_there = all(self._shelf.has(segment.part) for segment in made)
            if sources and still_there and sources.recipe == present.recipe == wanted:
                draft.swap(sources, made)
            elif not present.is_compact or present.recipe != wanted:
                sources, made = present, draft.compact(wanted)
            counts = len(present.parts), len(draft.manifest().parts)
            return draft, {"act": "compact", "items": draft.manifest().items}, counts

        before, after = self._change(name, attempt)
        if forget_after_days is not None:
            self._forget(name, forget_after_days)
        swept = self._store.sweep(
            lambda kept: self._shelf.sweep(
                kept,
                older_than=self._moment_ago(grace_seconds),
                # Never shorter: a file that is being written would be taken from its writer.
                unfinished_older_than=self._moment_ago(max(grace_seconds, GRACE_SECONDS)),
            )
        )
        return Compacted(before, after, swept)

    def list(self) -> Sequence[Base]:
        """Every base with its snapshots, by name."""
        kept = self._store.kept()
        return [
            Base(name, manifest, [one for one in kept if one.base == name])
            for name, manifest in self._store.heads().items()
        ]

    def _change(
        self, name: str, attempt: Callable[[Manifest | None], tuple[Draft, dict[str, Any], T]]
    ) -> T:
        """Move the head by what `attempt` makes of it, again when another moved it meanwhile."""
        tries = 0
        while True:
            head = self._store.head(name)
            try:
                draft, event, answer = attempt(head)
            except DamagedError:
                # A compaction by another process may have swept what this head referred to, or,
                # without grace, what this attempt has just written.
                tries += self._store.head(name) == head
                if tries > SWEPT_TRIES:
                    raise
                continue
            after = draft.manifest()
            if after == head or self._store.move(name, head, after, event, draft.ready):
                return answer

    def _known(self, name: str, head: Manifest | None) -> Manifest:
        if head is None:
            raise self._no_base(name)
        return head

    def _no_base(self, name: str) -> NotFoundError:
        names = ", ".join(self._store.heads()) or "none yet"
        return NotFoundError(
            f"no base `{name:.100}`", f"there are {names}; `netnew base add` makes one"
        )

    def _moment_ago(self, seconds: float) -> float:
        return (self._clock() - timedelta(seconds=seconds)).timestamp()

    def _forget(self, name: str, days: float) -> None:
        oldest = timestamp(self._clock() - timedelta(days=days))
        self._store.forget(
            [one.snapshot_id for one in self._store.kept(name) if one.taken_at < oldest]
        )
