"""The memory: items of each agent, the steps they went through, vectors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

ITEM_INDEXES = (
    ("seq",), ("subject_hash",), ("content_hash",), ("kind", "state", "at"),
)  # fmt: skip


def upgrade() -> None:
    """Make the tables of the memory."""
    op.create_table(
        "memory_agents",
        *_owner(),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "agent_id", name="pk_memory_agents"),
    )
    op.create_table(
        "memory_items",
        *_owner(),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("subject_hash", sa.String(64)),
        sa.Column("content_hash", sa.String(64)),
        sa.Column("session_id", sa.String(200)),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("standing_json", sa.Text, nullable=False),
        sa.Column("document_json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "agent_id", "item_id", name="pk_memory_items"),
    )
    for columns in ITEM_INDEXES:
        _index("memory_items", *columns)
    op.create_table(
        "memory_steps",
        *_owner(),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("row_id", sa.String(64), nullable=False),
        sa.Column("before_json", sa.Text),
        sa.Column("after_json", sa.Text, nullable=False),
        sa.Column("evidence_json", sa.Text, nullable=False),
        sa.Column("undone_by", sa.BigInteger),
        sa.PrimaryKeyConstraint("workspace", "agent_id", "item_id", "seq", name="pk_memory_steps"),
    )
    _index("memory_steps", "seq")
    op.create_table(
        "memory_vectors",
        *_owner(),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace", "agent_id", "item_id", "model", name="pk_memory_vectors"
        ),
    )
    _index("memory_vectors", "seq")


def _owner() -> list[sa.Column[str]]:
    return [
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("agent_id", sa.String(180), nullable=False),
    ]


def _index(table: str, *columns: str) -> None:
    owned = ["workspace", "agent_id", *columns]
    op.create_index(f"ix_{table}_{'_'.join(owned)}", table, owned)
