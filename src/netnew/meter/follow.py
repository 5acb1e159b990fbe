"""A trace that is still being written: its rounds, as they come."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

from netnew.foundation.errors import FileUnreadableError, RecordError
from netnew.meter.records import Round
from netnew.meter.transcript import GOOD_LINE, LINE_BYTES, RoundReader, parse


def follow_rounds(
    path: str | Path,
    *,
    interval_seconds: float = 0.5,
    idle_seconds: float | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Round]:
    """Yield each round of a JSONL trace once its line is complete.

    A file that is cut back, or replaced by another of its name, is read from its start; its first
    round may be an old one again: then another conversation has begun. Ends when nothing came for
    `idle_seconds`; without it, never.
    """
    source = str(path)
    reader = RoundReader(source)
    idle = 0.0
    try:
        with _GrowingFile(path) as trace:
            while idle_seconds is None or idle < idle_seconds:
                line = trace.next_line()
                if line is not None:
                    idle = 0.0
                    if trace.number == 1:
                        reader = RoundReader(source)
                    if line.strip():
                        yield reader.read(parse(line, source, trace.number), line=trace.number)
                    continue
                # The writer is in the middle of a line, or done for now.
                sleep(interval_seconds)
                idle += interval_seconds
                trace.start_again_if_replaced()
            last = trace.rest()
    except OSError as error:
        if isinstance(error, FileUnreadableError):
            raise
        reason = (error.strerror or "cannot be read").lower()
        raise FileUnreadableError(f"{path}: {reason}", "name the trace to watch") from error
    if last.strip():
        if trace.number == 0:
            reader = RoundReader(source)
        yield reader.read(parse(last, source, trace.number + 1), line=trace.number + 1)


class _GrowingFile:
    """Complete lines of a file that another process appends to, cuts back or replaces."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._stream = self._path.open("rb")
        self._begin()

    def __enter__(self) -> _GrowingFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._stream.close()

    def _begin(self) -> None:
        self.number = 0
        """Of the line given last."""
        self._read = 0
        self._last = b""
        self._pending = b""

    def next_line(self) -> bytes | None:
        """The next line that is complete, if there is one."""
        piece = self._stream.readline(LINE_BYTES)
        self._read += len(piece)
        self._pending += piece
        if self._pending.endswith(b"\n"):
            self.number += 1
            self._last, self._pending = self._pending, b""
            return self._last
        if len(self._pending) > LINE_BYTES:
            raise RecordError(
                str(self._path), "is too long", f"write {GOOD_LINE}", line=self.number + 1
            )
        return None

    def rest(self) -> bytes:
        """What stands behind the last complete line."""
        return self._pending

    def start_again_if_replaced(self) -> None:
        """Turn to what now bears the name, unless the file only grew."""
        try:
            named = self._path.stat()
        except FileNotFoundError:
            return  # moved away, and no other is there yet
        ours = os.fstat(self._stream.fileno())
        if not os.path.samestat(named, ours):
            self._stream.close()
            self._stream = self._path.open("rb")
        elif self._still_holds_what_was_read(ours.st_size):
            return
        else:
            self._stream.seek(0)
        self._begin()

    def _still_holds_what_was_read(self, size: int) -> bool:
        # Cut back and written beyond the old end, it is longer than before: its bytes tell.
        read = self._last + self._pending
        start = self._read - len(read)
        return size >= self._read and os.pread(self._stream.fileno(), len(read), start) == read
