"""Heads and snapshots of bases in the database."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Row, bindparam

from netnew.bases.manifest import Manifest
from netnew.bases.ports import Kept
from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.ids import content_id
from netnew.foundation.ledger import Entry
from netnew.stores import ledger
from netnew.stores.database import Database
from netnew.stores.scope import Scope, own_select
from netnew.stores.tables import base_heads, base_shelves, base_snapshots

STREAM = "bases"
# Made once: every add and every snapshot asks these.
_SHELF = own_select(base_shelves)
_SHELF_LOCKED = _SHELF.with_for_update()
_HEAD = own_select(base_heads).where(base_heads.c.name == bindparam("name"))
_KEPT = own_select(base_snapshots).where(base_snapshots.c.snapshot_id == bindparam("snapshot_id"))

T = TypeVar("T")


class BaseStore:
    """What `netnew.bases.ports.BaseStore` promises, for one workspace of one database."""

    def __init__(self, database: Database, workspace: str, clock: Clock) -> None:
        self._database, self._workspace, self._clock = database, workspace, clock

    def shelf_name(self) -> str:
        """Name of the folder of this workspace's segments, chosen once at random."""
        with self._database.read(self._workspace) as scope:
            found = scope.first(_SHELF)
        if found is None:
            with self._database.write(self._workspace) as scope:
                found = _locked_shelf(scope)
        name: str = found.shelf
        return name

    def head(self, name: str) -> Manifest | None:
        """The present state of a base, or None where there is no such base."""
        with self._database.read(self._workspace) as scope:
            return _head(scope, name)

    def heads(self) -> dict[str, Manifest]:
        """The present state of every base, by name."""
        with self._database.read(self._workspace) as scope:
            return _heads(scope)

    def move(
        self,
        name: str,
        before: Manifest | None,
        after: Manifest,
        event: Mapping[str, Any],
        ready: Callable[[], bool],
    ) -> bool:
        """Make `after` the head and append `event` to the ledger, both or neither."""
        now = timestamp(self._clock())
        with self._database.write(self._workspace) as scope:
            _locked_shelf(scope)
            if _head(scope, name) != before or not ready():
                return False
            values = {"hash": after.hash, "manifest_json": after.json, "moved_at": now}
            if before is None:
                scope.insert(base_heads, [{"name": name, **values}])
            else:
                scope.change(
                    scope.update(base_heads).where(base_heads.c.name == name).values(**values)
                )
            body = {"base": name, "hash": after.hash, **event}
            ledger.append(scope, STREAM, [Entry("base.moved", body)], now)
        return True

    def keep(self, name: str) -> Kept | None:
        """Keep the present state of a base as a snapshot, or None where there is no such base."""
        now = timestamp(self._clock())
        # Mostly it is kept already: nobody waits for the one who may write.
        with self._database.read(self._workspace) as scope:
            manifest = _head(scope, name)
            known = None if manifest is None else _kept_of(scope, name, manifest)
        if manifest is None or known is not None:
            return known
        with self._database.write(self._workspace) as scope:
            _locked_shelf(scope)
            manifest = _head(scope, name)
            known = None if manifest is None else _kept_of(scope, name, manifest)
            if manifest is None or known is not None:
                return known
            snapshot_id = content_id("snap", name, manifest.hash)
            kept = Kept(snapshot_id, name, manifest.hash, manifest, now)
            row = kept._asdict() | {"manifest_json": manifest.json}
            del row["manifest"]
            scope.insert(base_snapshots, [row])
            body = {"base": name, "hash": manifest.hash, "snapshot_id": snapshot_id}
            ledger.append(scope, STREAM, [Entry("base.snapshot", body)], now)
        return kept

    def kept(self, name: str | None = None) -> Sequence[Kept]:
        """Snapshots that are kept, of one base or of all, oldest first."""
        with self._database.read(self._workspace) as scope:
            return _snapshots(scope, *([] if name is None else [base_snapshots.c.base == name]))

    def find(self, snapshot_id: str) -> Kept | None:
        """The snapshot of this id, or None."""
        with self._database.read(self._workspace) as scope:
            row = scope.first(_KEPT, snapshot_id=snapshot_id)
        return None if row is None else _as_kept(row)

    def forget(self, snapshot_ids: Sequence[str]) -> None:
        """Keep these snapshots no longer."""
        now = timestamp(self._clock())
        with self._database.write(self._workspace) as scope:
            _locked_shelf(scope)
            for one in snapshot_ids:
                scope.change(
                    scope.delete(base_snapshots).where(base_snapshots.c.snapshot_id == one)
                )
            entries = [Entry("base.forgotten", {"snapshot_id": one}) for one in snapshot_ids]
            ledger.append(scope, STREAM, entries, now)

    def sweep(self, act: Callable[[set[str]], T]) -> T:
        """Call `act` with the hashes that any head or snapshot refers to, none moving meanwhile."""
        with self._database.write(self._workspace) as scope:
            _locked_shelf(scope)
            states = [*_heads(scope).values(), *(kept.manifest for kept in _snapshots(scope))]
            return act({part.hash for state in states for part in state.parts})


def _locked_shelf(scope: Scope) -> Any:
    """The row that whoever moves a head, keeps a snapshot or sweeps holds until he is done."""
    found = scope.first(_SHELF_LOCKED)
    if found is None:
        scope.insert_if_absent(base_shelves, {"shelf": f"shelf_{secrets.token_hex(16)}"})
        found = scope.first(_SHELF_LOCKED)
    return found


def _head(scope: Scope, name: str) -> Manifest | None:
    row = scope.first(_HEAD, name=name)
    return None if row is None else Manifest.parse(row.manifest_json, row.hash)


def _heads(scope: Scope) -> dict[str, Manifest]:
    statement = scope.select(base_heads).order_by(base_heads.c.name)
    # All are fetched before one is read: one that is damaged must not leave the rest open.
    rows = list(scope.rows(statement))
    return {row.name: Manifest.parse(row.manifest_json, row.hash) for row in rows}


def _kept_of(scope: Scope, name: str, manifest: Manifest) -> Kept | None:
    """The snapshot that this state of a base is kept as, if it is."""
    row = scope.first(_KEPT, snapshot_id=content_id("snap", name, manifest.hash))
    return None if row is None else _as_kept(row)


def _snapshots(scope: Scope, *conditions: Any) -> list[Kept]:
    statement = (
        scope.select(base_snapshots)
        .where(*conditions)
        .order_by(base_snapshots.c.taken_at, base_snapshots.c.snapshot_id)
    )
    return [_as_kept(row) for row in list(scope.rows(statement))]


def _as_kept(row: Row[Any]) -> Kept:
    manifest = Manifest.parse(row.manifest_json, row.hash)
    return Kept(row.snapshot_id, row.base, row.hash, manifest, row.taken_at)
