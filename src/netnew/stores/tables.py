"""Every table. Each carries the workspace that owns its rows, as the first part of its key."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)


def _owner() -> Column[str]:
    return Column("workspace", String(200), primary_key=True)


ledger_rows = Table(
    "ledger_rows",
    metadata,
    _owner(),
    Column("stream", String(200), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("row_id", String(64), nullable=False),
    Column("content_id", String(64), nullable=False),
    Column("kind", String(100), nullable=False),
    Column("body_json", Text, nullable=False),
    Column("aside_json", Text, nullable=False),
    Column("key", String(200)),
    Column("recorded_at", String(32), nullable=False),
    Column("previous", String(64), nullable=False),
    Column("seal", String(64), nullable=False),
)
# NULL keys never collide, on SQLite and PostgreSQL alike.
Index(None, ledger_rows.c.workspace, ledger_rows.c.stream, ledger_rows.c.key, unique=True)
Index(None, ledger_rows.c.workspace, ledger_rows.c.row_id)
Index(None, ledger_rows.c.workspace, ledger_rows.c.content_id)

ledger_heads = Table(
    "ledger_heads",
    metadata,
    _owner(),
    Column("stream", String(200), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("seal", String(64), nullable=False),
)

# One row a workspace: where its segment files lie, and the lock that every change of bases takes.
base_shelves = Table(
    "base_shelves",
    metadata,
    _owner(),
    Column("shelf", String(64), nullable=False),
)

base_heads = Table(
    "base_heads",
    metadata,
    _owner(),
    Column("name", String(100), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("manifest_json", Text, nullable=False),
    Column("moved_at", String(32), nullable=False),
)

base_snapshots = Table(
    "base_snapshots",
    metadata,
    _owner(),
    Column("snapshot_id", String(64), primary_key=True),
    Column("base", String(100), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("manifest_json", Text, nullable=False),
    Column("taken_at", String(32), nullable=False),
)
Index(None, base_snapshots.c.workspace, base_snapshots.c.base)
