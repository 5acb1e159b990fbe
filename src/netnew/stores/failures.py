"""What a database says when it fails, in words that tell the reader what to do."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from netnew.foundation.errors import (
    DamagedError,
    DatabaseBusyError,
    DatabaseUnreachableError,
    DiskFullError,
    StorageError,
)

# PostgreSQL's SQLSTATE codes, and the words of SQLite, which has none.
FULL = ("53100", "database or disk is full", "No space left")
BUSY = ("55P03", "40P01", "database is locked", "database table is locked")
DAMAGED = ("XX001", "XX002", "malformed", "file is not a database")
NO_CONNECTION = (
    "unable to open database",
    "connection failed",
    "connection to server",
    "could not connect",
    "Connection refused",
    "server closed the connection",
)
READ_ONLY = ("25006", "readonly database", "read-only")


def translate(
    error: DBAPIError, database: str, waited_seconds: float
) -> StorageError | DamagedError:
    """Our error for the driver's, with the database's own words kept on one line."""
    said = " ".join(str(error.orig).split())
    state = getattr(error.orig, "sqlstate", None) or ""

    def matches(signs: tuple[str, ...]) -> bool:
        return any(sign == state or sign in said for sign in signs)

    if matches(FULL):
        return DiskFullError(
            f"no room is left for {database}", "free some; what was acknowledged is safe"
        )
    if matches(BUSY):
        return DatabaseBusyError(
            f"another writer held {database} for over {waited_seconds:g} seconds",
            "try again, or raise busy_timeout_seconds",
        )
    if matches(DAMAGED):
        return DamagedError(
            f"{database} is damaged or no database ({said})", "restore it from a copy"
        )
    if matches(READ_ONLY):
        return StorageError(
            f"{database} may only be read",
            "copy it to a folder that you may write in, and name the copy with --db",
        )
    # SQLSTATE classes: connection, authorisation, unknown database, server going down.
    if matches(NO_CONNECTION) or state.startswith(("08", "28", "3D", "57P")):
        return DatabaseUnreachableError(
            f"{database} does not answer ({said})", "check the URL, the server and the password"
        )
    return StorageError(f"{database} refused ({said})", "`netnew doctor` checks the database")
