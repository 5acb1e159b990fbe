"""A trace that is still being written: its rounds, as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

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

    Ends when nothing came for `idle_seconds`; without it, never.
    """
    source = str(path)
    reader = RoundReader(source)
    idle = 0.0
    number = 0
    pending = b""
    try:
        with Path(path).open("rb") as stream:
            while idle_seconds is None or idle < idle_seconds:
                pending += stream.readline(LINE_BYTES)
                if pending.endswith(b"\n"):
                    number += 1
                    idle = 0.0
                    if pending.strip():
                        yield reader.read(parse(pending, source, number), line=number)
                    pending = b""
                    continue
                if len(pending) > LINE_BYTES:
                    raise RecordError(source, "is too long", f"write {GOOD_LINE}", line=number + 1)
                # The writer is in the middle of a line, or done for now.
                sleep(interval_seconds)
                idle += interval_seconds
    except OSError as error:
        if isinstance(error, FileUnreadableError):
            raise
        reason = (error.strerror or "cannot be read").lower()
        raise FileUnreadableError(f"{path}: {reason}", "name the trace to watch") from error
    if pending.strip():
        yield reader.read(parse(pending, source, number + 1), line=number + 1)
