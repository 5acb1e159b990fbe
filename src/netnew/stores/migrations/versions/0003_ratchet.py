"""The ratchet: values by key, the turn of its writers, archived harness files."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables of the ratchet."""
    op.create_table(
        "ratchet_values",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("harness", sa.String(200), nullable=False),
        sa.Column("key", sa.String(400), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("value_json", sa.Text, nullable=False),
        sa.Column("tags_json", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("recorded_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "harness", "key", name="pk_ratchet_values"),
    )
    op.create_index(
        "ix_ratchet_values_workspace_harness_seq", "ratchet_values", ["workspace", "harness", "seq"]
    )
    op.create_table(
        "ratchet_heads",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("harness", sa.String(200), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "harness", name="pk_ratchet_heads"),
    )
    op.create_table(
        "ratchet_archives",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("harness", sa.String(200), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "harness", "digest", name="pk_ratchet_archives"),
    )
