"""The only way to the tables: every statement is bound to one workspace, by construction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Row,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from netnew.foundation.ledger import Head
from netnew.foundation.names import check_name

# Stands for the workspace in statements that are made once and carried out in many scopes.
OWNER: Final = "owner_workspace"


def own_select(table: Table) -> Select[Any]:
    """Select the rows of whichever workspace's scope carries it out, with its own values.

    Making a statement costs more than carrying it out: what is asked often is made once.
    """
    return select(table).where(table.c.workspace == bindparam(OWNER))


def own_update(table: Table) -> Update:
    """Update among the rows of whichever workspace's scope carries it out."""
    return update(table).where(table.c.workspace == bindparam(OWNER))


@lru_cache(maxsize=64)
def _insert_into(table: Table) -> Insert:
    return insert(table)


class Scope:
    """One open transaction, and the workspace whose rows it may touch."""

    def __init__(self, connection: Connection, workspace: str) -> None:
        check_name("workspace", workspace)
        self._connection = connection
        self.workspace = workspace
        self.has_landed = False
        """Whether something came into the queue for people in this transaction."""
        self.heads: dict[str, Head] = {}
        """Where the streams end that this transaction has locked, checked and maybe moved."""

    def select(self, table: Table) -> Select[Any]:
        """Select the rows of this workspace; narrow it with `.where(…)` and pass it to `rows`."""
        return select(table).where(table.c.workspace == self.workspace)

    def update(self, table: Table) -> Update:
        """Update among the rows of this workspace; pass it to `change`."""
        return update(table).where(table.c.workspace == self.workspace)

    def delete(self, table: Table) -> Delete:
        """Delete among the rows of this workspace; pass it to `change`."""
        return delete(table).where(table.c.workspace == self.workspace)

    def rows(self, statement: Select[Any], *, batch: int = 1000) -> Iterator[Row[Any]]:
        """Rows one by one, fetched in batches, so that a long table never fills the memory."""
        options = {"yield_per": batch}
        with self._connection.execute(statement, execution_options=options) as found:
            yield from found

    def all(self, statement: Select[Any], **values: Any) -> Sequence[Row[Any]]:
        """All rows at once of a statement of `own_select`, with its values."""
        return self._connection.execute(statement, {OWNER: self.workspace, **values}).all()

    def first(self, statement: Select[Any], **values: Any) -> Row[Any] | None:
        """The first row or None of a statement of `own_select`, with its values."""
        return self._connection.execute(statement, {OWNER: self.workspace, **values}).first()

    def set(self, statement: Update, **values: Any) -> int:
        """Carry out a statement of `own_update`; return how many rows it touched."""
        return self._connection.execute(statement, {OWNER: self.workspace, **values}).rowcount

    def set_each(self, statement: Update, rows: Sequence[Mapping[str, Any]]) -> None:
        """Carry out a statement of `own_update` once for the values of each row."""
        if rows:
            owned = [{OWNER: self.workspace, **row} for row in rows]
            self._connection.execute(statement, owned)

    def one(self, statement: Select[Any], *, lock: bool = False) -> Row[Any] | None:
        """The first row or None; with `lock`, no other writer changes it before we commit."""
        if lock:
            # SQLite ignores this: there a writing transaction already holds the one lock.
            statement = statement.with_for_update()
        return self._connection.execute(statement).first()

    def insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows, each into this workspace."""
        if rows:
            owned = [{**row, "workspace": self.workspace} for row in rows]
            self._connection.execute(_insert_into(table), owned)

    def insert_if_absent(self, table: Table, *rows: Mapping[str, Any]) -> None:
        """Add rows, each unless one with its key is there already."""
        if rows:
            owned = [{**row, "workspace": self.workspace} for row in rows]
            self._connection.execute(self._insert(table).on_conflict_do_nothing(), owned)

    def _insert(self, table: Table) -> Any:
        """An insert that knows conflicts; the other database's part takes long to import."""
        if self._connection.dialect.name == "sqlite":
            from sqlalchemy.dialects.sqlite import insert as sqlite_insert

            return sqlite_insert(table)
        from sqlalchemy.dialects.postgresql import insert as postgresql_insert

        return postgresql_insert(table)

    def change(self, statement: Update | Delete) -> int:
        """Carry out an update or delete; return how many rows it touched."""
        return self._connection.execute(statement).rowcount
