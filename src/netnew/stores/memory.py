"""The memory of one agent in the database: one writer at a time, one way in, one way out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, Table

from netnew.foundation.ids import content_id
from netnew.foundation.ledger import Entry
from netnew.memory.intake import check_text
from netnew.memory.ports import Change, Item, LookedUp, Past, Place, StoredKind
from netnew.review.rules import ReviewItem
from netnew.stores import ledger
from netnew.stores import memory_statements as statements
from netnew.stores.database import Database
from netnew.stores.memory_rows import item_row, item_values, json_of, past_of, read_item, step_row
from netnew.stores.scope import Scope
from netnew.stores.tables import (
    memory_agents,
    memory_items,
    memory_steps,
    memory_vectors,
    review_items,
)
from netnew.stores.waiting import open_item

STREAM = "memory/"


class MemoryArchive:
    """Where one agent's memory is kept."""

    def __init__(
        self, database: Database, workspace: str, agent_id: str, by: str | None = None
    ) -> None:
        self._database, self._workspace, self._agent = database, workspace, agent_id
        self._by = by

    @contextmanager
    def read(self) -> Iterator[MemoryShelf]:
        """A snapshot to read from."""
        with self._database.read(self._workspace) as scope:
            yield MemoryShelf(scope, self._agent)

    @contextmanager
    def write(self) -> Iterator[MemoryShelf]:
        """A transaction that has the agent to itself."""
        with self._database.write(self._workspace) as scope:
            shelf = MemoryShelf(scope, self._agent, self._by)
            shelf.take_turn()
            yield shelf

    def scrub(self) -> None:
        """Take what was erased out of the database's own leftovers too."""
        self._database.scrub(("memory_items", "memory_steps", "memory_vectors", "review_items"))


class MemoryShelf:
    """One transaction on what one agent remembers; no statement of it leaves the agent."""

    def __init__(self, scope: Scope, agent_id: str, by: str | None = None) -> None:
        self._scope, self._agent = scope, agent_id
        self._by = by or agent_id
        self._seq: int | None = None

    @property
    def seq(self) -> int:
        """The last change."""
        if self._seq is None:
            found = self._first(statements.AGENT)
            self._seq = 0 if found is None else int(found.seq)
        return self._seq

    def take_turn(self) -> None:
        """Wait until no other writer works on this agent."""
        found = self._first(statements.AGENT_LOCKED)
        if found is None:
            row = {"agent_id": self._agent, "seq": 0}
            self._scope.insert_if_absent(memory_agents, row)
            found = self._first(statements.AGENT_LOCKED)
        self._seq = 0 if found is None else int(found.seq)

    def get(self, item_id: str) -> Item | None:
        """The item of this id, whatever its state, or None."""
        check_text("id", item_id)
        row = self._first(statements.ITEM, item=item_id)
        return None if row is None else read_item(row)

    def told_under(self, key: str) -> Mapping[str, Any] | None:
        """What the ledger holds of the change that was made under this key, or None."""
        row = ledger.find_key(self._scope, STREAM + self._agent, key)
        return None if row is None else row.body

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
        column, value = by or (None, None)
        wanted = statements.items(
            inactive=inactive,
            states=tuple(states),
            ids=ids is not None,
            by=column,
            since=since is not None,
        )
        given = {"kind": kind, "ids": ids, "looked_up": value, "since": since}
        values = {name: one for name, one in given.items() if one is not None}
        return [read_item(row) for row in self._all(wanted, **values)]

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
        column, value = by or (None, None)
        wanted = statements.page(by=column)
        given = {} if column is None else {"looked_up": value}
        at, item_id = after or ("", "")
        # One state after the other: within each an index has the items in this order.
        rows = [
            row
            for state in (statements.STATES if inactive else statements.LIVE_STATES)
            for row in self._all(
                wanted, kind=kind, state=state, at=at, last=item_id, most=limit, **given
            )
        ]
        rows.sort(key=lambda row: (row.at, row.item_id))
        return [read_item(row) for row in rows[:limit]]

    def changed(self, after: int) -> Iterator[Item]:
        """Every item touched since a change, whatever its state."""
        return map(read_item, self._all(statements.CHANGED, after=after))

    def vectors(self, model: str, after: int) -> Iterator[tuple[str, StoredKind, bytes]]:
        """The vectors that came since a change, each with its item's id and kind."""
        wanted = self._own(memory_vectors).where(
            memory_vectors.c.model == model, memory_vectors.c.seq > after
        )
        ordered = wanted.order_by(memory_vectors.c.seq, memory_vectors.c.item_id)
        for row in self._scope.rows(ordered):
            kind: StoredKind = row.item_id.partition("_")[0]
            yield row.item_id, kind, bytes(row.vector)

    def vectors_of(self, model: str, ids: Sequence[str]) -> dict[str, bytes]:
        """The vectors of these items, where they have one."""
        wanted = self._own(memory_vectors).where(
            memory_vectors.c.model == model, memory_vectors.c.item_id.in_(ids)
        )
        return {row.item_id: bytes(row.vector) for row in self._scope.rows(wanted)}

    def apply(self, change: Change, now: str) -> int:
        """Carry out a change and record it in the ledger; return its number."""
        seq = self.seq + 1
        told = {"agent": self._agent, "change": seq, **change.told, "steps": _brief(change)}
        entry = Entry(f"memory.{change.act}", told, key=change.key)
        (row,) = ledger.append(self._scope, STREAM + self._agent, [entry], now)
        new = [replace(item, seq=seq) for item in change.new]
        self._scope.insert(memory_items, [item_row(self._agent, item) for item in new])
        for step in change.steps:
            if step.before is not None:
                values = item_values(step.after, seq)
                to = {f"to_{name.removesuffix('_json')}": one for name, one in values.items()}
                self._scope.set(statements.MOVE_ITEM, agent=self._agent, item=step.item_id, **to)
        steps = [step_row(self._agent, seq, change, step, row.row_id, now) for step in change.steps]
        self._scope.insert(memory_steps, steps)
        self._keep_vectors(change.vectors, seq)
        if change.undoes is not None:
            undone = self._change(memory_steps).where(memory_steps.c.seq == change.undoes)
            self._scope.change(undone.values(undone_by=seq))
        self._scope.set(statements.MOVE_AGENT, agent=self._agent, to_seq=seq)
        self._seq = seq
        return seq

    def past(self, item_id: str) -> Sequence[Past]:
        """Every change that touched an item, oldest first, with this item's step alone."""
        check_text("id", item_id)
        rows = self._all(statements.STEPS_OF_ITEM, item=item_id)
        return [past_of([row], self._told(row.row_id)) for row in rows]

    def change_of(self, seq: int) -> Past | None:
        """The change of this number with all its steps, or None."""
        rows = self._all(statements.STEPS_OF_CHANGE, change=seq)
        return past_of(rows, self._told(rows[0].row_id)) if rows else None

    def latest(self, limit: int) -> Sequence[Past]:
        """The latest changes that touched anything, oldest first."""
        wanted = self._own(memory_steps).with_only_columns(memory_steps.c.seq).distinct()
        found = wanted.order_by(memory_steps.c.seq.desc()).limit(limit)
        numbers = [row.seq for row in self._scope.rows(found)]
        changes = (self.change_of(seq) for seq in reversed(numbers))
        return [one for one in changes if one is not None]

    def told(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """What the ledger holds of this agent, oldest first: kind and body."""
        for row in ledger.rows(self._scope, STREAM + self._agent):
            yield row.kind, row.body

    def erase(self, item_id: str) -> None:
        """Take away all that an item says, wherever it is stored; its id and standing stay."""
        gone = {
            "document_json": "{}", "salt": "", "subject_hash": None, "content_hash": None,
            "session_id": None,
        }  # fmt: skip
        at = memory_items.c.item_id == item_id
        self._scope.change(self._change(memory_items).where(at).values(**gone))
        touched = self._own(memory_steps).where(memory_steps.c.item_id == item_id)
        for seq in [row.seq for row in self._scope.rows(touched)]:
            # What was said of the pair may quote either: it goes for both.
            words = self._change(memory_steps).where(memory_steps.c.seq == seq)
            self._scope.change(words.values(evidence_json="{}"))
        self._scope.change(
            self._scope.delete(memory_vectors).where(
                memory_vectors.c.agent_id == self._agent, memory_vectors.c.item_id == item_id
            )
        )
        self._empty_review(item_id)

    def ask(self, item: Item, reasons: Sequence[str], now: str) -> None:
        """Put an item into the queue for people, as its submitter's."""
        document = {"agent": self._agent, "says": dict(item.document), "reasons": list(reasons)}
        kind = f"memory_{item.kind}"
        review_id = content_id("review", kind, self._agent, item.item_id)
        waiting = ReviewItem(review_id, kind, item.item_id, 1, 0, self._by, document)
        open_item(self._scope, waiting, now)

    def _empty_review(self, item_id: str) -> None:
        emptied = {"document_json": json_of({"agent": self._agent, "forgotten": True})}
        at = review_items.c.subject_id == item_id
        self._scope.change(self._scope.update(review_items).where(at).values(**emptied))

    def _keep_vectors(self, vectors: Mapping[tuple[str, str], bytes], seq: int) -> None:
        rows = [
            {"agent_id": self._agent, "item_id": item_id, "model": model, "seq": seq,
             "vector": vector}
            for (item_id, model), vector in vectors.items()
        ]  # fmt: skip
        self._scope.insert(memory_vectors, rows)

    def _told(self, row_id: str) -> Mapping[str, Any]:
        row = ledger.find(self._scope, row_id)
        return {} if row is None else row.body

    def _first(self, statement: Select[Any], **values: Any) -> Any:
        return self._scope.first(statement, agent=self._agent, **values)

    def _all(self, statement: Select[Any], **values: Any) -> Sequence[Any]:
        return self._scope.all(statement, agent=self._agent, **values)

    def _own(self, table: Table) -> Select[Any]:
        return self._scope.select(table).where(table.c.agent_id == self._agent)

    def _change(self, table: Table) -> Any:
        return self._scope.update(table).where(table.c.agent_id == self._agent)


def agents(scope: Scope) -> list[str]:
    """Every agent that has a memory in this workspace, by name."""
    rows = scope.rows(scope.select(memory_agents).order_by(memory_agents.c.agent_id))
    return [str(row.agent_id) for row in rows]


def _brief(change: Change) -> list[list[str | None]]:
    return [
        [step.item_id, None if step.before is None else step.before["state"], step.after["state"]]
        for step in change.steps
    ]
