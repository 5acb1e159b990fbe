"""Alembic calls this; the connection and its transaction come from `netnew.stores.migrate`."""

from __future__ import annotations

from alembic import context

from netnew.stores.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
