"""One database: SQLite in a file, the default, or PostgreSQL. Transactions, and their errors."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from netnew.foundation.errors import (
    DatabaseUnreachableError,
    MissingExtraError,
    NetnewError,
    SettingError,
)
from netnew.foundation.settings import Settings, without_password
from netnew.stores.failures import translate
from netnew.stores.migrate import bring_up_to_date, check_current
from netnew.stores.scope import Scope
from netnew.stores.starting import start

# Every so many pages (of 4 KiB) some writer moves the log into the file, and waits for it: at
# SQLite's own 1,000 that is about every fiftieth change of a memory, here not one in a hundred.
CHECKPOINT_PAGES = 8_000
EXAMPLES = "sqlite:///.netnew/netnew.db or postgresql+psycopg://user@host/name"


class Database:
    """Transactions on one database, each bound to a workspace."""

    def __init__(self, url: str, settings: Settings) -> None:
        self.url = _parse(url)
        self.on_landing: Callable[[str], None] | None = None
        """Called with a workspace once something waits for people there, after the commit."""
        self.settings = settings
        # Connections of one process do not share what SQLite holds in memory, and one
        # connection cannot read and write at a time: a file that goes away can do both.
        self._passing = _is_passing(self.url) and tempfile.TemporaryDirectory(prefix="netnew-")
        if self._passing:
            file = self.url.set(database=f"{self._passing.name}/netnew.db")
            # No power cut can take from it what would not be there afterwards anyway.
            self._engine = _sqlite(file, replace(settings, durability="normal"))
        else:
            self._engine = _engine(self.url, settings)
        try:
            with self._guarded():
                bring_up_to_date(self._engine)
        except NetnewError:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The URL without what is secret in it."""
        return without_password(self.url.render_as_string(hide_password=False))

    @property
    def passes_away(self) -> bool:
        """Whether it ends with this process."""
        return bool(self._passing)

    @property
    def folder(self) -> Path | None:
        """Where its file lies; None where it has none."""
        if self.url.drivername != "sqlite":
            return None
        return Path(str(self._engine.url.database)).absolute().parent

    @contextmanager
    def read(self, workspace: str) -> Iterator[Scope]:
        """A snapshot to read from: what others write meanwhile is not seen half."""
        with self._guarded(), self._engine.connect() as connection:
            start(self._snapshot(connection), write=False)
            yield Scope(connection, workspace)

    @contextmanager
    def write(self, workspace: str) -> Iterator[Scope]:
        """A transaction: all of it is stored at the end, or nothing."""
        with self._guarded(), self._engine.connect() as connection, connection.begin():
            start(connection, write=True)
            scope = Scope(connection, workspace)
            yield scope
        if scope.has_landed and self.on_landing is not None:
            self.on_landing(workspace)

    def check_ready(self) -> None:
        """Raise a StorageError unless it answers and its schema is the one spoken here."""
        with self._guarded():
            check_current(self._engine)

    def scrub(self, tables: Sequence[str]) -> None:
        """Take what was erased from these tables out of the database's own leftovers too.

        SQLite overwrites as it deletes, so the log alone is left; PostgreSQL keeps old rows.
        """
        with self._guarded(), self._engine.connect() as connection:
            free = connection.execution_options(isolation_level="AUTOCOMMIT")
            if self.url.drivername == "sqlite":
                free.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            else:
                free.exec_driver_sql(f"VACUUM {', '.join(tables)}")

    def close(self) -> None:
        """Give all connections back; what was meant to pass away does."""
        self._engine.dispose()
        if self._passing:
            self._passing.cleanup()

    def _snapshot(self, connection: Connection) -> Connection:
        if self.url.drivername == "sqlite":
            return connection  # a SQLite transaction reads one snapshot anyway
        return connection.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except NetnewError:
            raise
        except DBAPIError as error:
            raise translate(error, self.name, self.settings.busy_timeout_seconds) from error


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # ValueError: its port is no number
        shown = without_password(url)
        raise SettingError(f"`{shown}` is no database URL", f"write it like {EXAMPLES}") from error
    if "@" in (parsed.host or ""):
        shown = without_password(url)
        raise SettingError(f"`{shown}` has a second @", "write one in a password as %40")
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in {"sqlite", "postgresql+psycopg"}:
        raise SettingError(
            f"`{parsed.drivername}` is no database that netnew knows", f"use {EXAMPLES}"
        )
    return parsed


def _engine(url: URL, settings: Settings) -> Engine:
    if url.drivername == "sqlite":
        return _sqlite(url, settings)
    try:
        arguments = {"options": _options(url, settings)}
        return create_engine(url, pool_pre_ping=True, connect_args=arguments)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise MissingExtraError("PostgreSQL databases", "postgres") from error


def _options(url: URL, settings: Settings) -> str:
    """What the settings ask of a PostgreSQL session; what the URL asks comes last and wins."""
    options = [f"-c lock_timeout={_milliseconds(settings)}"]
    if settings.durability == "normal":
        options.append("-c synchronous_commit=off")
    return " ".join([*options, *url.normalized_query.get("options", ())])


def _milliseconds(settings: Settings) -> int:
    return round(settings.busy_timeout_seconds * 1000)


def _is_passing(url: URL) -> bool:
    return url.drivername == "sqlite" and url.database in {None, "", ":memory:"}


def _sqlite(url: URL, settings: Settings) -> Engine:
    _make_folder(url)
    engine = create_engine(url, connect_args={"timeout": settings.busy_timeout_seconds})

    @event.listens_for(engine, "connect")
    def configure(raw: Any, _record: Any) -> None:
        # Python's own transaction handling would start them late and without IMMEDIATE.
        raw.isolation_level = None
        raw.execute(f"PRAGMA busy_timeout={_milliseconds(settings)}")
        _switch_to_wal(raw, settings.busy_timeout_seconds)
        raw.execute(f"PRAGMA synchronous={settings.durability.upper()}")
        raw.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        raw.execute("PRAGMA foreign_keys=ON")
        # What is erased is overwritten with zeros, not only unlinked.
        raw.execute("PRAGMA secure_delete=ON")

    return engine


def _switch_to_wal(raw: sqlite3.Connection, patience_seconds: float) -> None:
    # SQLite waits for a lock everywhere but here: two processes that open a new file at
    # the same moment would see one of them fail at once.
    deadline = time.monotonic() + patience_seconds
    while True:
        try:
            raw.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _make_folder(url: URL) -> None:
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnreachableError(
            f"the folder {folder} cannot be made ({error.strerror})",
            "name another with --db or NETNEW_HOME",
        ) from error
