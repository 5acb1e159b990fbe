"""How a transaction starts."""

from __future__ import annotations

from sqlalchemy import Connection


def start(connection: Connection, *, write: bool) -> None:
    """Let a transaction start here and now; only SQLite has to be told.

    Not by an event of the engine's: with one, SQLAlchemy asks before and after every statement
    who else listens.
    """
    if connection.dialect.name == "sqlite":
        # Taken before the first read: a SQLite transaction that starts reading and then writes
        # fails at once when another wrote meanwhile, however long it may wait.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
