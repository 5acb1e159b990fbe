"""The ratchet's values in the database: each verified when read, one writer a harness at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from sqlalchemy import Row

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import DamagedError, NotFoundError
from netnew.foundation.ledger import Entry
from netnew.ratchet.ports import Stored
from netnew.ratchet.snapshot import NAMESPACE
from netnew.stores import ledger
from netnew.stores.database import Database
from netnew.stores.expansion_items import expansion_item
from netnew.stores.scope import Scope
from netnew.stores.tables import ratchet_archives, ratchet_heads, ratchet_values
from netnew.stores.waiting import show_item


def harness_names(database: Database, workspace: str) -> list[str]:
    """Every harness of the workspace, by name; a project that only keeps values is none."""
    with database.read(workspace) as scope:
        wanted = scope.select(ratchet_heads).order_by(ratchet_heads.c.harness)
        names = [str(row.harness) for row in scope.rows(wanted)]
        return [name for name in names if _has_cycles(scope, name)]


def _has_cycles(scope: Scope, name: str) -> bool:
    columns = ratchet_values.c
    own = columns.key.startswith(f"{NAMESPACE}/", autoescape=True)
    wanted = scope.select(ratchet_values).where(columns.harness == name, own).limit(1)
    return scope.one(wanted) is not None


class RatchetArchive:
    """Where one harness has its values."""

    def __init__(self, database: Database, workspace: str, harness: str) -> None:
        self._database, self._workspace, self._harness = database, workspace, harness

    @contextmanager
    def read(self) -> Iterator[RatchetShelf]:
        """A snapshot to read from."""
        with self._database.read(self._workspace) as scope:
            yield RatchetShelf(scope, self._harness)

    @contextmanager
    def write(self) -> Iterator[RatchetShelf]:
        """A transaction that has the harness to itself."""
        with self._database.write(self._workspace) as scope:
            scope.insert_if_absent(ratchet_heads, {"harness": self._harness, "seq": 0})
            shelf = RatchetShelf(scope, self._harness)
            shelf.take_turn()
            yield shelf


class RatchetShelf:
    """One transaction on the values of one harness."""

    def __init__(self, scope: Scope, harness: str) -> None:
        self._scope, self._harness = scope, harness
        self._seq = 0

    def take_turn(self) -> None:
        """Wait until no other writer works on this harness."""
        head = ratchet_heads.c
        statement = self._scope.select(ratchet_heads).where(head.harness == self._harness)
        found = self._scope.one(statement, lock=True)
        self._seq = 0 if found is None else int(found.seq)

    def get(self, key: str) -> Stored | None:
        """The value under this key, or None."""
        statement = self._values().where(ratchet_values.c.key == key)
        found = self._scope.one(statement)
        return None if found is None else _verified(found)

    def find(self, prefix: str, *, newest: int | None = None) -> Sequence[Stored]:
        """The values whose key starts so, oldest first."""
        columns = ratchet_values.c
        # Not `>=`: what sorts where depends on the database's locale.
        statement = self._values().where(columns.key.startswith(prefix, autoescape=True))
        if newest is None:
            return [_verified(row) for row in self._scope.rows(statement.order_by(columns.seq))]
        latest = statement.order_by(columns.seq.desc()).limit(newest)
        return [_verified(row) for row in self._scope.rows(latest)][::-1]

    def put(self, key: str, value: Mapping[str, Any], tags: Mapping[str, str], now: str) -> None:
        """Set the value under this key."""
        text = canonical_json(value).decode()
        columns = {
            "value_json": text,
            "tags_json": canonical_json(tags).decode(),
            "digest": _digest(key, text),
        }
        # Reading first refuses to write over what is damaged, and so to hide it.
        if self.get(key) is None:
            row = {"harness": self._harness, "key": key, "seq": self._next(), "recorded_at": now}
            self._scope.insert(ratchet_values, [{**row, **columns}])
        else:
            where = (ratchet_values.c.harness == self._harness, ratchet_values.c.key == key)
            update = self._scope.update(ratchet_values).where(*where).values(**columns)
            self._scope.change(update)

    def remove_before(self, prefix: str, moment: str) -> int:
        """Remove the values whose key starts so and that were put first before this moment."""
        columns = ratchet_values.c
        return self._scope.change(
            self._scope.delete(ratchet_values).where(
                columns.harness == self._harness,
                columns.key.startswith(prefix, autoescape=True),
                columns.recorded_at < moment,
            )
        )

    def log(
        self, kind: str, body: Mapping[str, Any], aside: Mapping[str, Any], key: str, now: str
    ) -> str:
        """Append to the ledger; return the content id."""
        (row,) = ledger.append(
            self._scope, f"ratchet/{self._harness}", [Entry(kind, body, aside, key)], now
        )
        return row.content_id

    def ask(self, document: Mapping[str, Any], now: str) -> None:
        """Show an expansion, as it stands, in the queue for people."""
        show_item(self._scope, expansion_item(self._harness, document), now)

    def keep_bytes(self, content: bytes) -> str:
        """Archive these bytes for ever; return their SHA-256."""
        digest = sha256(content).hexdigest()
        row = {"harness": self._harness, "digest": digest, "content": content}
        self._scope.insert_if_absent(ratchet_archives, row)
        return digest

    def bytes_of(self, digest: str) -> bytes:
        """The archived bytes, verified."""
        columns = ratchet_archives.c
        statement = self._scope.select(ratchet_archives).where(
            columns.harness == self._harness, columns.digest == digest
        )
        found = self._scope.one(statement)
        if found is None:
            raise NotFoundError(f"no harness {digest[:12]}… is archived", "restore it from a copy")
        content = bytes(found.content)
        if sha256(content).hexdigest() != digest:
            raise DamagedError(f"the archived harness {digest[:12]}… is damaged", "use a copy")
        return content

    def _values(self) -> Any:
        return self._scope.select(ratchet_values).where(ratchet_values.c.harness == self._harness)

    def _next(self) -> int:
        self._seq += 1
        self._scope.change(
            self._scope.update(ratchet_heads)
            .where(ratchet_heads.c.harness == self._harness)
            .values(seq=self._seq)
        )
        return self._seq


def _digest(key: str, text: str) -> str:
    return sha256(f"{len(key)}|{key}|{text}".encode("utf-8", "surrogatepass")).hexdigest()


def _verified(row: Row[Any]) -> Stored:
    if _digest(row.key, row.value_json) != row.digest:
        raise DamagedError(
            f"what is stored under {row.key} is not what was written",
            "restore the database from a copy; until then nothing is decided",
        )
    value, tags = json.loads(row.value_json), json.loads(row.tags_json)
    return Stored(row.key, int(row.seq), row.recorded_at, tags, value)
