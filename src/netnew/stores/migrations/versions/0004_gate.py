"""The gate: judgements by id, policies, deferred claims, and the queue for people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables of the gate and of the review."""
    op.create_table(
        "gate_judgements",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("kgr_id", sa.String(64), nullable=False),
        sa.Column("row_id", sa.String(64), nullable=False),
        sa.Column("claim_id", sa.String(200), nullable=False),
        sa.Column("class", sa.String(40), nullable=False),
        sa.Column("route", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "kgr_id", name="pk_gate_judgements"),
    )
    op.create_table(
        "gate_policies",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("document_json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("workspace", "hash", name="pk_gate_policies"),
    )
    op.create_table(
        "gate_deferred",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("side_record_id", sa.String(64), nullable=False),
        sa.Column("kgr_id", sa.String(64), nullable=False),
        sa.Column("co_id", sa.String(64), nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("lex_impl_version", sa.String(40), nullable=False),
        sa.Column("thresholds_json", sa.Text, nullable=False),
        sa.Column("cluster_json", sa.Text),
        sa.Column("state", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "side_record_id", name="pk_gate_deferred"),
    )
    op.create_table(
        "review_items",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("subject_id", sa.String(64), nullable=False),
        sa.Column("submitted_by", sa.String(200)),
        sa.Column("min_humans", sa.BigInteger, nullable=False),
        sa.Column("min_agents", sa.BigInteger, nullable=False),
        sa.Column("document_json", sa.Text, nullable=False),
        sa.Column("opened_at", sa.String(32), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "item_id", name="pk_review_items"),
    )
    op.create_table(
        "review_votes",
        sa.Column("workspace", sa.String(200), nullable=False),
        sa.Column("item_id", sa.String(64), nullable=False),
        sa.Column("reviewer", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("verdict", sa.String(10), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("voted_at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "item_id", "reviewer", name="pk_review_votes"),
    )
    op.create_index(
        "ix_gate_judgements_workspace_claim_id", "gate_judgements", ["workspace", "claim_id"]
    )
