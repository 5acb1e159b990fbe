"""The migrations make the tables that the code speaks of, and refuse what they do not know."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

import netnew.stores
from netnew.foundation.errors import SchemaVersionError
from netnew.foundation.settings import Settings
from netnew.stores import migrate
from netnew.stores.database import Database
from netnew.stores.tables import metadata


def test_every_table_belongs_to_a_workspace_by_its_key() -> None:
    for table in metadata.tables.values():
        assert next(iter(table.primary_key.columns)).name == "workspace", table.name


def test_the_migrations_make_the_tables_of_the_code(database: Database) -> None:
    with database._engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []


def test_the_newest_revision_is_the_one_that_is_looked_for() -> None:
    folder = Path(netnew.stores.__file__).parent / "migrations"
    assert ScriptDirectory(str(folder)).get_current_head() == migrate.NEWEST
    assert migrate.NEWEST in migrate.known_revisions()


def test_a_database_from_a_newer_version_is_refused(database: Database, database_url: str) -> None:
    with database.write("w") as scope:
        scope._connection.exec_driver_sql("UPDATE alembic_version SET version_num='9999'")
    with pytest.raises(SchemaVersionError, match="at schema 9999"):
        Database(database_url, Settings())


def test_many_that_start_at_once_make_the_tables_once(database_url: str) -> None:
    opened: list[Database] = []

    def start() -> None:
        opened.append(Database(database_url, Settings()))

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 6
    for one in opened:
        assert inspect(one._engine).has_table("ledger_rows")
        one.close()
