"""The folder of segment files, each named after the hash of its bytes."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from netnew.bases.build import Batch, build
from netnew.bases.container import hash_of
from netnew.bases.manifest import Part
from netnew.bases.recipe import Recipe
from netnew.bases.segment import Segment
from netnew.foundation.files import (
    UNFINISHED_SUFFIX,
    disk_errors,
    make_folder,
    write_atomically,
)

SUFFIX: Final = ".segment"
RECENT: Final = 64


class Swept(NamedTuple):
    """What a sweep took away."""

    files: int
    size: int
    """Bytes that are free again."""


class Shelf:
    """Segment files of one workspace: written whole, never changed, opened once a process."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.folder, self.durable = folder, durable
        # A new snapshot shares most segments with the last one: those stay open. So does what
        # somebody still holds, and no more: each takes a file handle.
        self._open: weakref.WeakValueDictionary[str, Segment] = weakref.WeakValueDictionary()
        self._recent: deque[Segment] = deque(maxlen=RECENT)

    def write(self, batch: Batch, recipe: Recipe) -> Part:
        """Store the segment of these items; it is on the disk when this returns."""
        laid = build(batch, recipe)
        digest, size = hash_of(laid)
        make_folder(self.folder, durable=self.durable)
        write_atomically(self.path(digest), laid, durable=self.durable)
        return Part(digest, size, len(batch.items))

    def open(self, part: Part) -> Segment:
        """The segment of a manifest's part; a file of another size is a DamagedError."""
        segment = self._open.get(part.hash)
        # One that was found damaged may have been restored since.
        if segment is None or segment.is_damaged:
            segment = Segment(self.path(part.hash), part)
            self._open[part.hash] = segment
            self._recent.append(segment)
        return segment

    def has(self, part: Part) -> bool:
        """Whether the file is there in its full size."""
        try:
            return self.path(part.hash).stat().st_size == part.size
        except FileNotFoundError:
            return False

    def path(self, digest: str) -> Path:
        """Where the segment of this hash lies."""
        return self.folder / f"{digest}{SUFFIX}"

    def sweep(
        self, referred: Iterable[str], *, older_than: float, unfinished_older_than: float
    ) -> Swept:
        """Delete segments that nothing refers to, and what writers that died left unfinished.

        Only what was written before those moments goes. Whoever has a segment mapped keeps what
        he sees: the system frees the bytes after him.
        """
        kept = {self.path(digest).name for digest in referred}
        limits = {SUFFIX: older_than, UNFINISHED_SUFFIX: unfinished_older_than}
        files = size = 0
        with disk_errors(self.folder):
            for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
                limit = limits.get(path.suffix)
                if limit is None or path.name in kept:
                    continue
                # A writer may finish its file, and so rename it, while we look.
                with suppress(FileNotFoundError):
                    found = path.stat()
                    if found.st_mtime < limit:
                        path.unlink()
                        files, size = files + 1, size + found.st_size
        return Swept(files, size)
