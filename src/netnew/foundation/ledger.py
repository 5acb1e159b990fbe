"""The ledger's chain: what is sealed, how, and what a broken chain tells. No I/O.

Every stream is a chain of rows. A row's seal is the SHA-256 of the seal before it, of its
place, and of all it holds; so an edit, a gap, a row slipped in or two rows that changed
places each break the chain, and `diagnose` says which.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from netnew.foundation.canonical import canonical_json
from netnew.foundation.ids import content_id

CHAIN_VERSION = "chain/1"
# How many places on each side a misplaced row is tried at.
SEARCH_WINDOW = 64
# What the first row of every stream is chained to.
GENESIS = hashlib.sha256(CHAIN_VERSION.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to append.

    `body` is what was decided, the input and its evidence: it alone makes the content id.
    `aside` is sealed too but stands outside the content id (wall-clock times, who asked).
    With a `key`, appending the same key again returns the first row.
    """

    kind: str
    body: Mapping[str, Any]
    aside: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None

    @property
    def content_id(self) -> str:
        """Id of the kind and body: the same decision has the same one on every machine."""
        return _content_id(self.kind, canonical_json(self.body).decode())


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


class Link(NamedTuple):
    """What `diagnose` needs of a row: its place, both seals, and the hash of what it holds."""

    seq: int
    previous: str
    seal: str
    holds: str


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
    """The row's seals beside the hash of what it holds now."""
    return Link(row.seq, row.previous, row.seal, _holds(row))


def follows(head: Head, item: Link) -> bool:
    """Whether `item` is exactly the next row behind `head`, unaltered."""
    return (
        item.seq == head.seq + 1
        and item.previous == head.seal
        and item.seal == _seal(item.previous, item.seq, item.holds)
    )


def diagnose(stream: str, links: Iterable[Link], head: Head) -> list[Fault]:
    """Say what is wrong with a stream: empty when the chain is whole and ends at `head`.

    Each row is first brought to the place that its seal was made for; then the seals are
    followed backwards from the head, so that of two rows that claim one place the one that
    its successor was chained to is the genuine one.
    """
    rows = list(links)
    placed = _true_places(rows, head.seq)
    claims: dict[int, list[Link]] = defaultdict(list)
    for item, place in zip(rows, placed, strict=True):
        if place is not None:
            claims[place].append(item)
    genuine, faults = _walk_back(stream, claims, head)
    for item, place in zip(rows, placed, strict=True):
        if item in genuine:
            if place != item.seq:
                faults.append(Fault(stream, item.seq, "reordered", f"was written as row {place}"))
        elif place is None and item.seq <= head.seq and item.seq not in claims:
            faults.append(Fault(stream, item.seq, "edited", "holds something else than was sealed"))
        elif not any(fault.seq == item.seq for fault in faults):
            faults.append(Fault(stream, item.seq, "added", "is not part of the chain"))
    held = set(claims) | {fault.seq for fault in faults if fault.damage == "edited"}
    faults += [
        Fault(stream, seq, "missing", "the chain goes through this row, and it is not there")
        for seq in range(1, head.seq + 1)
        if seq not in held
    ]
    return sorted(faults, key=lambda fault: (fault.seq, fault.damage))


def _true_places(rows: Sequence[Link], last: int) -> list[int | None]:
    """Where each row's seal says that it was written, or None where no place fits."""
    at_home = {item.seq for item in rows if _fits(item, item.seq)}
    open_places = sorted(set(range(1, last + 1)) - at_home)
    return [
        item.seq if _fits(item, item.seq) else _nearest_fit(item, open_places, last)
        for item in rows
    ]


def _nearest_fit(item: Link, open_places: Sequence[int], last: int) -> int | None:
    # Rows move by a few places (one slipped in, one cut out) or swap among the open ones;
    # trying every place would make the diagnosis of a wrecked ledger quadratic.
    at = bisect_left(open_places, item.seq)
    swapped = open_places[max(0, at - SEARCH_WINDOW) : at + SEARCH_WINDOW]
    shifted = range(max(1, item.seq - SEARCH_WINDOW), min(last, item.seq + SEARCH_WINDOW) + 1)
    nearby = sorted({*swapped, *shifted}, key=lambda place: (abs(place - item.seq), place))
    return next((place for place in nearby if _fits(item, place)), None)


def _walk_back(
    stream: str, claims: Mapping[int, Sequence[Link]], head: Head
) -> tuple[set[Link], list[Fault]]:
    """The rows that the chain vouches for, and the places whose row was replaced."""
    genuine: set[Link] = set()
    faults: list[Fault] = []
    expected: str | None = head.seal
    for place in range(head.seq, 0, -1):
        found = claims.get(place, ())
        chosen = next((item for item in found if expected in (None, item.seal)), None)
        if chosen is not None:
            genuine.add(chosen)
            expected = chosen.previous
            continue
        if found:
            faults.append(Fault(stream, place, "edited", "the next row was chained to another"))
        # Past a hole or a forged row nothing says which seal to expect: trust what verifies.
        expected = None
    return genuine, faults


def _fits(item: Link, place: int) -> bool:
    return item.seal == _seal(item.previous, place, item.holds)


def _place(
    entry: Entry, stream: str, seq: int, previous: str, workspace: str, recorded_at: str
) -> Row:
    body, aside = canonical_json(entry.body).decode(), canonical_json(entry.aside).decode()
    content = _content_id(entry.kind, body)
    # The same content may be recorded again as a new row; the same key may not.
    place = ("key", entry.key) if entry.key is not None else ("seq", str(seq))
    row_id = content_id("row", workspace, stream, *place, content)
    bare = Row(
        workspace, stream, seq, row_id, content, entry.kind, body, aside,
        entry.key, recorded_at, previous, seal="",
    )  # fmt: skip
    return replace(bare, seal=_seal(previous, seq, _holds(bare)))


def _content_id(kind: str, body_json: str) -> str:
    return content_id("ent", kind, body_json)


def _holds(row: Row) -> str:
    key = "" if row.key is None else f"={row.key}"
    content = _content_id(row.kind, row.body_json)
    fields = (row.workspace, row.stream, row.row_id, row.content_id, content,
              row.aside_json, key, row.recorded_at)  # fmt: skip
    return content_id("holds", *fields)


def _seal(previous: str, seq: int, holds: str) -> str:
    return hashlib.sha256(f"{CHAIN_VERSION}|{previous}|{seq}|{holds}".encode()).hexdigest()
