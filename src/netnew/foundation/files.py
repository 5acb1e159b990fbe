"""Files that are there whole or not at all, however the writing ends."""

from __future__ import annotations

import errno
import os
import secrets
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from netnew.foundation.errors import ConflictError, DiskFullError, InputError, StorageError

# What a file is called until it is whole. Nobody reads such a name.
UNFINISHED_SUFFIX: Final = ".unfinished"
_FULL = {errno.ENOSPC, errno.EDQUOT}


def write_atomically(
    path: Path, chunks: Iterable[bytes | memoryview], *, durable: bool = True
) -> None:
    """Put `chunks` end to end into `path`, which appears whole or stays what it was.

    They go into a file beside it, which is then renamed. With `durable`, file and folder reach
    the disk before this returns, so that what refers to the file may be stored next.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> write_atomically(folder / "greeting", [b"good ", b"day"])
    >>> (folder / "greeting").read_bytes(), len(list(folder.iterdir()))
    (b'good day', 1)
    """
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}{UNFINISHED_SUFFIX}")
    with disk_errors(path):
        try:
            with unfinished.open("xb") as file:
                for chunk in chunks:
                    file.write(chunk)
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        if durable:
            sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` survive a power cut, where the system offers that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path, *, durable: bool = True) -> None:
    """Make `folder` and those above it; one that is there already is fine."""
    with disk_errors(folder):
        if folder.is_dir():
            return
        make_folder(folder.parent, durable=durable)
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder} is no folder", "name another, or one that is not there yet")
        folder.mkdir(exist_ok=True)
        if durable:
            sync_folder(folder.parent)


class FolderLock:
    """Keeps others that ask for it out of a folder, until it is released or its process ends.

    Windows has no such lock: there nobody is kept out.
    """

    def __init__(self, folder: Path) -> None:
        self.release: Callable[[], object] = lambda: None
        if sys.platform == "win32":
            return
        import fcntl

        with disk_errors(folder):
            handle = os.open(folder, os.O_RDONLY)
            self.release = weakref.finalize(self, os.close, handle)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                self.release()
                raise ConflictError(
                    f"another run is writing to {folder}", "wait for it, or name another folder"
                ) from error


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Say in one line what the disk refused at `path`."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFullError(
                f"no room is left for {path}", "free some; what was acknowledged is safe"
            ) from error
        raise StorageError(
            f"{path} cannot be written or read ({error.strerror})",
            "check who owns the folder, and that the disk is writable",
        ) from error
