"""Files that people name, opened for reading: what goes wrong is one line that names them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from netnew.foundation.errors import FileUnreadableError


@contextmanager
def opened(source: Path | BinaryIO, shown: str) -> Iterator[BinaryIO]:
    """The stream of a file that people name, or the stream itself; errors call it `shown`."""
    if not isinstance(source, Path):
        yield source
        return
    try:
        stream = source.open("rb")
    except IsADirectoryError as error:
        raise FileUnreadableError(f"{shown} is a folder", "name a file in it") from error
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or "a NUL in its name"
        raise FileUnreadableError(
            f"{shown} cannot be read ({said})", "check its name and owner"
        ) from error
    with stream:
        yield stream
