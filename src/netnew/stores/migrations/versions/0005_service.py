"""The service: tokens with their rates, answers kept for a retry, sessions of the meter."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables of the service."""
    op.create_table(
        "access_tokens",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("token_id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("scopes_json", sa.Text, nullable=False),
        sa.Column("agent", sa.String(200)),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("expires_at", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.String(32)),
        sa.PrimaryKeyConstraint("workspace", "token_id", name="pk_access_tokens"),
    )
    op.create_table(
        "access_buckets",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("token_id", sa.String(64), nullable=False),
        sa.Column("level", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "token_id", name="pk_access_buckets"),
    )
    op.create_table(
        "access_answers",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("caller", sa.String(200), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("status", sa.BigInteger),
        sa.Column("media_type", sa.String(100)),
        sa.Column("body", sa.LargeBinary),
        sa.PrimaryKeyConstraint("workspace", "caller", "key", name="pk_access_answers"),
    )
    op.create_index(
        "ix_access_answers_workspace_started_at", "access_answers", ["workspace", "started_at"]
    )
    _sessions()


def _sessions() -> None:
    op.create_table(
        "meter_sessions",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("session_id", sa.String(200), nullable=False),
        sa.Column("agent", sa.String(200)),
        sa.Column("rules_json", sa.Text, nullable=False),
        sa.Column("rounds", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("observed_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "session_id", name="pk_meter_sessions"),
    )
    op.create_table(
        "meter_rounds",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("session_id", sa.String(200), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("round_json", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "session_id", "seq", name="pk_meter_rounds"),
    )
