"""The harness file on disk: read whole, replaced whole, so that no reader ever sees half."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Protocol

from netnew.foundation.errors import FileUnreadableError


class HarnessFile(Protocol):
    """Where an expansion is written to."""

    @property
    def name(self) -> str:
        """What messages call it."""

    def read(self) -> bytes:
        """All of it."""

    def write(self, content: bytes) -> None:
        """Replace all of it, at once."""


class FileOnDisk:
    """A harness file in a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """The path as it was given."""
        return str(self.path)

    def read(self) -> bytes:
        """All bytes of the file."""
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise FileUnreadableError(
                f"{self.path} cannot be read ({error.strerror})", "check its name and owner"
            ) from error

    def text(self) -> str:
        """The file as text."""
        return text_of(self.read(), self.name)

    def write(self, content: bytes) -> None:
        """Write beside it, flush to the disk, then rename over it."""
        mode = self.path.stat().st_mode if self.path.exists() else 0o644
        handle, beside = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).chmod(mode & 0o777)
            Path(beside).replace(self.path)
        finally:
            Path(beside).unlink(missing_ok=True)


def text_of(content: bytes, name: str) -> str:
    """The text that UTF-8 bytes hold; every character of it, so that it can be written back.

    >>> text_of(b"name: sums", "harness.yaml")
    'name: sums'
    """
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileUnreadableError(f"{name} is no UTF-8", "save it as UTF-8") from error


def read_beside(path: Path, name: str) -> bytes | None:
    """A file that the harness names, from the harness's own folder; None where it is absent."""
    beside = path.parent / name
    return beside.read_bytes() if beside.is_file() else None
