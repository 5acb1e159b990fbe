"""The ledger's chain: what is sealed, and how. No I/O.

Every stream is a chain of rows. A row's seal is the SHA-256 of the seal before it, of its
place, and of all it holds; so an edit, a gap, a row slipped in or two rows that changed
places each break the chain, and `netnew.foundation.damage` says which.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import InputError
from netnew.foundation.ids import content_id
from netnew.foundation.names import LONGEST_KIND, check_name

CHAIN_VERSION = "chain/1"
# What the first row of every stream is chained to.
GENESIS = hashlib.sha256(CHAIN_VERSION.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to append.

    `body` is what was decided, the input and its evidence: it alone makes the content id.
    `aside` is sealed too but stands outside the content id (wall-clock times, who asked).
    With a `key`, appending the same key again returns the first row. `written` is the canonical
    JSON of `body`, from whoever has made it already.
    """

    kind: str
    body: Mapping[str, Any]
    aside: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None
    written: bytes | None = None

    @property
    def body_json(self) -> str:
        """The canonical JSON of the body."""
        return (self.written or canonical_json(self.body)).decode()

    @property
    def content_id(self) -> str:
        """Id of the kind and body: the same decision has the same one on every machine."""
        return _content_id(self.kind, self.body_json)


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in its place: what is stored, and what a reader gets back."""

    workspace: str
    stream: str
    seq: int
    row_id: str
    content_id: str
    kind: str
    body_json: str
    aside_json: str
    key: str | None
    recorded_at: str
    previous: str
    seal: str

    @property
    def body(self) -> dict[str, Any]:
        """The body, read back from its JSON."""
        found: dict[str, Any] = json.loads(self.body_json)
        return found

    @property
    def aside(self) -> dict[str, Any]:
        """The aside, read back from its JSON."""
        found: dict[str, Any] = json.loads(self.aside_json)
        return found


class Head(NamedTuple):
    """The last row of a stream. Kept elsewhere, it proves later that nothing before it moved."""

    stream: str
    seq: int
    seal: str


Damage = Literal["edited", "missing", "added", "reordered"]


class Fault(NamedTuple):
    """One thing wrong with a stream, at one place."""

    stream: str
    seq: int
    damage: Damage
    detail: str


# Stands for what a row holds that cannot have been written by netnew; no seal fits it.
UNREADABLE = ""


class Link(NamedTuple):
    """What `diagnose` needs of a row: its place, both seals, and the hash of what it holds."""

    seq: int
    previous: str
    seal: str
    holds: str


def check_entries(stream: object, entries: Iterable[object]) -> None:
    """Refuse what cannot be appended alike to every database."""
    check_name("stream", stream)
    for at, entry in enumerate(entries):
        if not isinstance(entry, Entry):
            raise InputError(f"entry {at} is a {type(entry).__name__}", "give a list of `Entry`")
        check_name("kind", entry.kind, LONGEST_KIND)
        if entry.key is not None:
            check_name("key", entry.key)


def chain(head: Head, entries: Sequence[Entry], *, workspace: str, recorded_at: str) -> list[Row]:
    """Place `entries` behind `head`, in order.

    >>> start = Head("demo", 0, GENESIS)
    >>> one, two = chain(start, [Entry("note", {"n": 1}), Entry("note", {"n": 1})],
    ...                  workspace="default", recorded_at="2026-01-01T00:00:00.000000Z")
    >>> one.content_id == two.content_id, one.row_id == two.row_id, two.previous == one.seal
    (True, False, True)
    """
    rows: list[Row] = []
    seq, seal = head.seq, head.seal
    for entry in entries:
        seq += 1
        row = _place(entry, head.stream, seq, seal, workspace, recorded_at)
        rows.append(row)
        seal = row.seal
    return rows


def link(row: Row) -> Link:
    """The row's seals beside the hash of what it holds now.

    SQLite keeps bytes in a column of texts, and a text in one of numbers: no row was written so.
    """
    numbered = isinstance(row.seq, int)
    texts = (row.workspace, row.stream, row.row_id, row.content_id, row.kind, row.body_json,
             row.aside_json, row.key or "", row.recorded_at, row.previous, row.seal)  # fmt: skip
    holds = UNREADABLE
    if numbered and all(isinstance(text, str) for text in texts):
        content = _content_id(row.kind, row.body_json)
        told = (row.workspace, row.stream, row.row_id, row.content_id, content, row.aside_json)
        holds = _holds(told, row.key, row.recorded_at)
    return Link(row.seq if numbered else 0, str(row.previous), str(row.seal), holds)


def follows(head: Head, item: Link) -> bool:
    """Whether `item` is exactly the next row behind `head`, unaltered."""
    return item.seq == head.seq + 1 and item.previous == head.seal and fits(item, item.seq)


def fits(item: Link, place: int) -> bool:
    """Whether the item's seal was made for `place` and for what it holds now."""
    return item.seal == _seal(item.previous, place, item.holds)


def _place(
    entry: Entry, stream: str, seq: int, previous: str, workspace: str, recorded_at: str
) -> Row:
    body, aside = entry.body_json, canonical_json(entry.aside).decode()
    content = _content_id(entry.kind, body)
    # The same content may be recorded again as a new row; the same key may not.
    place = ("key", entry.key) if entry.key is not None else ("seq", str(seq))
    row_id = content_id("row", workspace, stream, *place, content)
    told = (workspace, stream, row_id, content, content, aside)
    holds = _holds(told, entry.key, recorded_at)
    return Row(
        workspace, stream, seq, row_id, content, entry.kind, body, aside,
        entry.key, recorded_at, previous, _seal(previous, seq, holds),
    )  # fmt: skip


def _content_id(kind: str, body_json: str) -> str:
    return content_id("ent", kind, body_json)


def _holds(told: Sequence[str], key: str | None, recorded_at: str) -> str:
    """Hash what a row holds.

    `told` is its workspace, stream, row id, content id, the content id that its body has, aside.
    """
    return content_id("holds", *told, "" if key is None else f"={key}", recorded_at)


def _seal(previous: str, seq: int, holds: str) -> str:
    return hashlib.sha256(f"{CHAIN_VERSION}|{previous}|{seq}|{holds}".encode()).hexdigest()
