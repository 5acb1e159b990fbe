"""Brings a database to the schema that this version of netnew speaks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from netnew.foundation.errors import SchemaVersionError
from netnew.stores.starting import start

# The newest revision under migrations/versions; a test holds the two together.
NEWEST = "0007"
# Any number will do, as long as all netnew processes ask PostgreSQL for the same lock.
MIGRATION_LOCK = 7_305_528_501


def bring_up_to_date(engine: Engine) -> None:
    """Run the missing migrations; of several processes that start at once, one does it."""
    with engine.connect() as connection:
        if _revision(connection) == NEWEST:
            return
    with _locked(engine) as connection:
        found = _revision(connection)
        if found == NEWEST:
            return
        if found is not None and found not in known_revisions():
            raise SchemaVersionError(
                f"the database is at schema {found}, this netnew knows up to {NEWEST}",
                "install the newer netnew, or name another database with --db",
            )
        _upgrade(connection)


def check_current(engine: Engine) -> None:
    """Raise SchemaVersionError where the schema is another than the one spoken here."""
    with engine.connect() as connection:
        found = _revision(connection)
    if found != NEWEST:
        raise SchemaVersionError(
            f"the database is at schema {found}, this netnew speaks {NEWEST}",
            "restart the service with the version that fits",
        )


def known_revisions() -> set[str]:
    """Every revision that this version carries."""
    folder = Path(__file__).parent / "migrations" / "versions"
    return {path.stem.split("_")[0] for path in folder.glob("[0-9]*.py")}


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


@contextmanager
def _locked(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection, connection.begin():
        start(connection, write=True)
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        yield connection


def _upgrade(connection: Connection) -> None:
    # Alembic takes long to import, and a database that is up to date never needs it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
