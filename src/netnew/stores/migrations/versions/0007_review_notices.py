"""What waits for people: whether they were told of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add when an item was told of, and since when somebody is at it."""
    op.add_column("review_items", sa.Column("told_at", sa.String(32)))
    op.add_column("review_items", sa.Column("telling_since", sa.String(32)))
