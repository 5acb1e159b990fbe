"""The ledger in the database: append to a stream, read it, verify it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from netnew.foundation.errors import InputError
from netnew.foundation.ledger import (
    GENESIS,
    Entry,
    Fault,
    Head,
    Row,
    chain,
    diagnose,
    follows,
    link,
)
from netnew.stores.scope import Scope
from netnew.stores.tables import ledger_heads, ledger_rows

LONGEST_NAME = 200


def append(scope: Scope, stream: str, entries: Sequence[Entry], recorded_at: str) -> list[Row]:
    """Chain `entries` to the stream, in one piece; entries whose key is known return that row.

    The stream's head is locked first, so that of two writers one waits and neither forks it.
    """
    _check_names(stream, entries)
    scope.insert_if_absent(ledger_heads, {"stream": stream, "seq": 0, "seal": GENESIS})
    head = _head(scope, stream, lock=True) or Head(stream, 0, GENESIS)
    known = _known(scope, stream, entries)
    fresh = {entry.key or at: entry for at, entry in enumerate(entries) if entry.key not in known}
    placed = chain(head, list(fresh.values()), workspace=scope.workspace, recorded_at=recorded_at)
    if placed:
        scope.insert(ledger_rows, [asdict(row) for row in placed])
        scope.change(
            scope.update(ledger_heads)
            .where(ledger_heads.c.stream == stream)
            .values(seq=placed[-1].seq, seal=placed[-1].seal)
        )
    stored: dict[str | int, Row] = dict(zip(fresh, placed, strict=True)) | known
    answers = [stored[entry.key or at] for at, entry in enumerate(entries)]
    _check_keys_kept(entries, answers)
    return answers


def rows(scope: Scope, stream: str, *, after: int = 0) -> Iterator[Row]:
    """The rows of a stream in order, from behind place `after`."""
    statement = (
        scope.select(ledger_rows)
        .where(ledger_rows.c.stream == stream, ledger_rows.c.seq > after)
        .order_by(ledger_rows.c.seq)
    )
    for found in scope.rows(statement):
        yield Row(**found._mapping)


def find(scope: Scope, row_id: str) -> Row | None:
    """The row with this id, or None."""
    found = scope.one(scope.select(ledger_rows).where(ledger_rows.c.row_id == row_id))
    return None if found is None else Row(**found._mapping)


def heads(scope: Scope) -> list[Head]:
    """The last place and seal of every stream, by name."""
    statement = scope.select(ledger_heads).order_by(ledger_heads.c.stream)
    return [Head(row.stream, row.seq, row.seal) for row in scope.rows(statement)]


def verify(scope: Scope, stream: str) -> list[Fault]:
    """What is wrong with a stream; empty when nothing is."""
    end = _head(scope, stream)
    reached = Head(stream, 0, GENESIS)
    for row in rows(scope, stream):
        if not follows(reached, link(row)):
            break
        reached = Head(stream, row.seq, row.seal)
    else:
        if reached == end:
            return []
    # Only a broken chain is read whole; a sound one streams through above.
    links = [link(row) for row in rows(scope, stream)]
    if end is None:
        return [Fault(stream, 0, "missing", "the head of the stream is not there")]
    return diagnose(stream, links, end)


def streams(scope: Scope) -> list[str]:
    """Every stream that has a head or rows, by name."""
    with_rows = scope.select(ledger_rows).with_only_columns(ledger_rows.c.stream).distinct()
    names = {row.stream for row in scope.rows(with_rows)}
    return sorted(names | {head.stream for head in heads(scope)})


def _head(scope: Scope, stream: str, *, lock: bool = False) -> Head | None:
    statement = scope.select(ledger_heads).where(ledger_heads.c.stream == stream)
    row = scope.one(statement, lock=lock)
    return None if row is None else Head(row.stream, row.seq, row.seal)


def _known(scope: Scope, stream: str, entries: Sequence[Entry]) -> dict[str | int, Row]:
    keys = sorted({entry.key for entry in entries if entry.key is not None})
    known: dict[str | int, Row] = {}
    # Databases bound the number of parameters of one statement.
    for start in range(0, len(keys), 500):
        statement = scope.select(ledger_rows).where(
            ledger_rows.c.stream == stream, ledger_rows.c.key.in_(keys[start : start + 500])
        )
        known.update((found.key, Row(**found._mapping)) for found in scope.rows(statement))
    return known


def _check_keys_kept(entries: Sequence[Entry], answers: Sequence[Row]) -> None:
    for entry, row in zip(entries, answers, strict=True):
        if entry.key is not None and row.content_id != entry.content_id:
            raise InputError(
                f"the key `{entry.key}` of stream `{row.stream}` already stands for other content",
                "give new content a new key",
            )


def _check_names(stream: str, entries: Sequence[Entry]) -> None:
    for name, value in [
        ("stream", stream),
        *(("key", e.key) for e in entries if e.key is not None),
    ]:
        if not 0 < len(value) <= LONGEST_NAME or "\0" in value:
            raise InputError(
                f"the {name} {value[:40]!r} has {len(value)} characters",
                f"give 1 to {LONGEST_NAME} characters without NUL",
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
