"""Every error that netnew raises on purpose, in one tree.

    NetnewError
    ├── InputError (ValueError)              what was given cannot be used            exit 2
    │   ├── FileUnreadableError (OSError)    a named file cannot be read
    │   ├── RecordError                      a line or key of an input is wrong
    │   ├── SettingError                     a setting is unknown or has a bad value
    │   ├── NotFoundError (LookupError)      nothing goes by that name
    │   ├── ConflictError                    what is stored already rules it out
    │   └── AccessError (PermissionError)    who asks may not do this
    ├── StorageError (RuntimeError)          the database or disk did not do its part  exit 1
    │   ├── DatabaseUnreachableError         no answer, no permission, no such server
    │   ├── DatabaseBusyError                another writer held the lock too long
    │   ├── SchemaVersionError               the data was written by another version
    │   └── DiskFullError (OSError)          no room left; nothing half-written stays
    ├── DamagedError (RuntimeError)          stored bytes are not what was written     exit 1
    └── MissingExtraError (ImportError)      an optional part is not installed         exit 2

Each message is one line that says what met what, then the way out after a semicolon.
"""

from __future__ import annotations

from typing import Any, ClassVar


class NetnewError(Exception):
    """Base of all errors that netnew raises on purpose.

    Parameters
    ----------
    problem
        What met what: the name, the value, what was expected instead.
    way_out
        What the reader can do about it now.

    >>> print(NetnewError("index holds 5-grams, gate asks for 3", "run `netnew reindex`"))
    index holds 5-grams, gate asks for 3; run `netnew reindex`
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, problem: str, way_out: str) -> None:
        self.problem = problem
        self.way_out = way_out
        super().__init__(problem, way_out)

    def __str__(self) -> str:
        return f"{self.problem}; {self.way_out}"

    def __reduce__(self) -> tuple[Any, ...]:
        # Some classes write their message from arguments of their own: a copy (to another
        # process, say) takes over what came of them instead of asking for them again.
        return _rebuild, (type(self), self.args), self.__dict__


def _rebuild(kind: type[NetnewError], args: tuple[Any, ...]) -> NetnewError:
    # Made by the builtin that decides its layout in memory; Python refuses the others.
    layouts: tuple[type[Exception], ...] = (OSError, ImportError, Exception)
    error = next(base for base in layouts if issubclass(kind, base)).__new__(kind)
    error.args = args
    return error


class InputError(NetnewError, ValueError):
    """What was given cannot be used as it is."""

    exit_code = 2


class FileUnreadableError(InputError, OSError):
    """A named file cannot be read: missing, a folder, no permission, not text."""


class RecordError(InputError):
    """One line or key of an input is wrong; the message names it.

    >>> print(RecordError("claims.jsonl", "is no JSON object", "write one object a line", line=7))
    claims.jsonl:7: is no JSON object; write one object a line
    """

    def __init__(
        self,
        source: str,
        problem: str,
        way_out: str,
        *,
        line: int | None = None,
        key: str | None = None,
    ) -> None:
        self.source, self.line, self.key = source, line, key
        where = source if line is None else f"{source}:{line}"
        if key is not None:
            where = f"{where}: {key}"
        super().__init__(f"{where}: {problem}", way_out)


class SettingError(InputError):
    """A setting is unknown or its value does not fit."""


class NotFoundError(InputError, LookupError):
    """Nothing goes by that name or id."""


class ConflictError(InputError):
    """What is stored already rules this out: taken, decided, voted on, or still under way."""


class AccessError(InputError, PermissionError):
    """Who asks is not known, or may not do this."""


class StorageError(NetnewError, RuntimeError):
    """The database or the disk did not do its part; nothing half-written stays."""


class DatabaseUnreachableError(StorageError):
    """The database gives no answer, or refuses this user."""


class DatabaseBusyError(StorageError):
    """Another writer held the lock for longer than `busy_timeout_seconds`."""


class SchemaVersionError(StorageError):
    """The stored data was written by a version of netnew that this one cannot read."""


class DiskFullError(StorageError, OSError):
    """No room is left on the device."""


class DamagedError(NetnewError, RuntimeError):
    """Stored bytes are not the bytes that were written."""


class MissingExtraError(NetnewError, ImportError):
    """An optional part of netnew is not installed.

    >>> print(MissingExtraError("charts", "plot"))
    the extra `plot`, for charts, is not installed; run `pip install 'netnew[plot]'`
    """

    exit_code = 2

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f"the extra `{extra}`, for {what}, is not installed",
            f"run `pip install 'netnew[{extra}]'`",
        )
