"""The ledger: hash-chained rows, and the head of each stream."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of the ledger."""
    op.create_table(
        "ledger_rows",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("stream", sa.String(200), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("row_id", sa.String(64), nullable=False),
        sa.Column("content_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("body_json", sa.Text, nullable=False),
        sa.Column("aside_json", sa.Text, nullable=False),
        sa.Column("key", sa.String(200)),
        sa.Column("recorded_at", sa.String(32), nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "stream", "seq", name="pk_ledger_rows"),
    )
    columns = {
        "workspace_stream_key": True,
        "workspace_row_id": False,
        "workspace_content_id": False,
    }
    names = {
        "workspace_stream_key": ["workspace", "stream", "key"],
        "workspace_row_id": ["workspace", "row_id"],
        "workspace_content_id": ["workspace", "content_id"],
    }
    for name, unique in columns.items():
        op.create_index(f"ix_ledger_rows_{name}", "ledger_rows", names[name], unique=unique)
    op.create_table(
        "ledger_heads",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("stream", sa.String(200), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "stream", name="pk_ledger_heads"),
    )
