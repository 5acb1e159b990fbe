"""Bases: where their segments lie, their heads, and the snapshots that are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of the bases."""
    op.create_table(
        "base_shelves",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("shelf", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("workspace", name="pk_base_shelves"),
    )
    op.create_table(
        "base_heads",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("manifest_json", sa.Text, nullable=False),
        sa.Column("moved_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "name", name="pk_base_heads"),
    )
    op.create_table(
        "base_snapshots",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("snapshot_id", sa.String(64), nullable=False),
        sa.Column("base", sa.String(100), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("manifest_json", sa.Text, nullable=False),
        sa.Column("taken_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "snapshot_id", name="pk_base_snapshots"),
    )
    op.create_index(
        "ix_base_snapshots_workspace_base", "base_snapshots", ["workspace", "base"], unique=False
    )
