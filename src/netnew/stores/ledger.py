"""The ledger in the database: append to a stream, read it, verify it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Select, bindparam

from netnew.foundation.damage import diagnose
from netnew.foundation.errors import ConflictError, DamagedError
from netnew.foundation.ledger import (
    GENESIS,
    Entry,
    Fault,
    Head,
    Link,
    Row,
    chain,
    check_entries,
    follows,
    link,
)
from netnew.foundation.names import check_name
from netnew.stores.scope import Scope, own_select, own_update
from netnew.stores.tables import ledger_heads, ledger_rows

_HEAD = own_select(ledger_heads).where(ledger_heads.c.stream == bindparam("stream"))
_HEAD_LOCKED = _HEAD.with_for_update()
_LAST = (
    own_select(ledger_rows)
    .with_only_columns(ledger_rows.c.stream, ledger_rows.c.seq, ledger_rows.c.seal)
    .where(ledger_rows.c.stream == bindparam("stream"))
    .order_by(ledger_rows.c.seq.desc())
    .limit(1)
)
_BY_ID = own_select(ledger_rows).where(ledger_rows.c.row_id == bindparam("row_id"))
_BY_KEYS = own_select(ledger_rows).where(
    ledger_rows.c.stream == bindparam("stream"),
    ledger_rows.c.key.in_(bindparam("keys", expanding=True)),
)
_MOVE = (
    own_update(ledger_heads)
    .where(ledger_heads.c.stream == bindparam("of_stream"))
    .values(seq=bindparam("to_seq"), seal=bindparam("to_seal"))
)


def append(scope: Scope, stream: str, entries: Sequence[Entry], recorded_at: str) -> list[Row]:
    """Chain `entries` to the stream, in one piece; entries whose key is known return that row.

    The stream's head is locked first, so that of two writers one waits and neither forks it.
    """
    check_entries(stream, entries)
    head = scope.heads.get(stream) or _locked_head(scope, stream)
    known = _known(scope, stream, entries)
    fresh = {entry.key or at: entry for at, entry in enumerate(entries) if entry.key not in known}
    placed = chain(head, list(fresh.values()), workspace=scope.workspace, recorded_at=recorded_at)
    if placed:
        scope.insert(ledger_rows, [_columns(row) for row in placed])
        scope.set(_MOVE, of_stream=stream, to_seq=placed[-1].seq, to_seal=placed[-1].seal)
        head = Head(stream, placed[-1].seq, placed[-1].seal)
    scope.heads[stream] = head
    stored: dict[str | int, Row] = dict(zip(fresh, placed, strict=True)) | known
    answers = [stored[entry.key or at] for at, entry in enumerate(entries)]
    # A row that was just made of its entry need not be compared with it.
    again = [
        (entry, row)
        for at, (entry, row) in enumerate(zip(entries, answers, strict=True))
        if entry is not fresh.get(entry.key or at)
    ]
    _check_keys_kept(again)
    return answers


def rows(scope: Scope, stream: str, *, after: int = 0) -> Iterator[Row]:
    """The rows of a stream in order, from behind place `after`."""
    check_name("stream", stream)
    return _read(scope, _in_order(scope, stream).where(ledger_rows.c.seq > after))


def newest(scope: Scope, stream: str, limit: int, before: int | None) -> list[Row]:
    """At most `limit` rows of a stream, the last one first, from in front of place `before`."""
    check_name("stream", stream)
    wanted = scope.select(ledger_rows).where(ledger_rows.c.stream == stream)
    if before is not None:
        wanted = wanted.where(ledger_rows.c.seq < before)
    return list(_read(scope, wanted.order_by(ledger_rows.c.seq.desc()).limit(limit)))


def find(scope: Scope, row_id: str) -> Row | None:
    """The row with this id, or None."""
    check_name("row id", row_id)
    found = scope.first(_BY_ID, row_id=row_id)
    return None if found is None else Row(**found._mapping)


def find_key(scope: Scope, stream: str, key: str) -> Row | None:
    """The row that was appended to the stream under this key, or None."""
    found = scope.first(_BY_KEYS, stream=stream, keys=[key])
    return None if found is None else Row(**found._mapping)


def heads(scope: Scope) -> list[Head]:
    """The last place and seal of every stream, by name."""
    statement = scope.select(ledger_heads).order_by(ledger_heads.c.stream)
    return [_as_head(row) for row in scope.rows(statement)]


def verify(scope: Scope, stream: str) -> list[Fault]:
    """What is wrong with a stream; empty when nothing is."""
    end = _head(scope, stream)
    reached = Head(stream, 0, GENESIS)
    # Without a lower bound: a row may have been put before the first place.
    everything = _in_order(scope, stream)
    for row in _read(scope, everything):
        if not follows(reached, link(row)):
            break
        reached = Head(stream, row.seq, row.seal)
    else:
        if reached == end:
            return []
    # Only a broken chain is read whole; a sound one streams through above.
    links = [link(row) for row in _read(scope, everything)]
    if end is not None:
        return diagnose(stream, links, end)
    last = max(links, default=Link(0, "", GENESIS, ""))
    gone = Fault(stream, 0, "missing", "the head of the stream is not there")
    return [gone, *diagnose(stream, links, Head(stream, last.seq, last.seal))]


def streams(scope: Scope) -> list[str]:
    """Every stream that has a head or rows, by name."""
    with_rows = scope.select(ledger_rows).with_only_columns(ledger_rows.c.stream).distinct()
    names = {str(row.stream) for row in scope.rows(with_rows)}
    return sorted(names | {head.stream for head in heads(scope)})


def _head(scope: Scope, stream: str, *, lock: bool = False) -> Head | None:
    row = scope.first(_HEAD_LOCKED if lock else _HEAD, stream=stream)
    return None if row is None else _as_head(row)


def _locked_head(scope: Scope, stream: str) -> Head:
    """The stream's end, which nobody else moves before this transaction is over."""
    head = _head(scope, stream, lock=True)
    if head is None:
        scope.insert_if_absent(ledger_heads, {"stream": stream, "seq": 0, "seal": GENESIS})
        head = _head(scope, stream, lock=True) or Head(stream, 0, GENESIS)
    _check_head(scope, head)
    return head


def _as_head(row: Any) -> Head:
    # SQLite keeps what somebody else puts there, bytes for a text or a text for a number.
    return Head(str(row.stream), row.seq if isinstance(row.seq, int) else 0, str(row.seal))


def _in_order(scope: Scope, stream: str) -> Select[Any]:
    statement = scope.select(ledger_rows).where(ledger_rows.c.stream == stream)
    return statement.order_by(ledger_rows.c.seq)


def _read(scope: Scope, statement: Select[Any]) -> Iterator[Row]:
    return (Row(**found._mapping) for found in scope.rows(statement))


def _check_head(scope: Scope, head: Head) -> None:
    """Refuse to go on behind a head that is not the last row: it would hide what was done."""
    found = scope.first(_LAST, stream=head.stream)
    last = Head(head.stream, 0, GENESIS) if found is None else _as_head(found)
    if last != head:
        raise DamagedError(
            f"stream `{head.stream}` ends at row {last.seq} ({last.seal[:8]}), its head names "
            f"row {head.seq} ({head.seal[:8]})",
            "`netnew ledger verify` says what was done to it",
        )


def _known(scope: Scope, stream: str, entries: Sequence[Entry]) -> dict[str | int, Row]:
    keys = sorted({entry.key for entry in entries if entry.key is not None})
    known: dict[str | int, Row] = {}
    # Databases bound the number of parameters of one statement.
    for start in range(0, len(keys), 500):
        found = scope.all(_BY_KEYS, stream=stream, keys=keys[start : start + 500])
        known.update((row.key, Row(**row._mapping)) for row in found)
    return known


def _columns(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _NAMES}


_NAMES = tuple(field.name for field in fields(Row))


def _check_keys_kept(again: Sequence[tuple[Entry, Row]]) -> None:
    for entry, row in again:
        if entry.key is not None and row.content_id != entry.content_id:
            raise ConflictError(
                f"the key `{entry.key}` of stream `{row.stream}` already stands for other content",
                "give new content a new key",
            )


def check_anchor(scope: Scope, anchor: Head) -> list[Fault]:
    """Whether the stream still goes through a head that was kept from earlier."""
    if anchor.seq == 0:
        return []
    statement = scope.select(ledger_rows).where(
        ledger_rows.c.stream == anchor.stream, ledger_rows.c.seq == anchor.seq
    )
    found = scope.one(statement)
    if found is None:
        return [Fault(anchor.stream, anchor.seq, "missing", "the anchor names this row")]
    if found.seal != anchor.seal:
        return [Fault(anchor.stream, anchor.seq, "edited", "the anchor holds another seal")]
    return []
