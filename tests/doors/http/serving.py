"""A real `netnew serve` in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

START_SECONDS = 90


@contextmanager
def process(db: str, *arguments: str, **settings: Any) -> Iterator[tuple[Any, str, list[str]]]:
    """The process, the address that it answers at, and what it prints."""
    told = {f"NETNEW_{name.upper()}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "netnew", "serve", "--port", "0", "--db", db, *arguments]
    running = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, **told},
        start_new_session=True,
    )  # fmt: skip

    def end() -> None:
        # Workers too: one that outlives its supervisor holds the pipe that is read below.
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)

    watchdog = threading.Timer(START_SECONDS, end)
    watchdog.start()
    printed: list[str] = []
    assert running.stderr is not None
    try:
        found = None
        for line in running.stderr:
            printed.append(line)
            if found := re.search(r"http://[\w.]+:\d+", line):
                break
        assert found, "".join(printed)
        watchdog.cancel()
        reader = threading.Thread(target=lambda: printed.extend(running.stderr or ()))
        reader.start()
        yield running, found[0], printed
        running.send_signal(signal.SIGTERM)
        running.wait(timeout=30)
        reader.join()
    finally:
        watchdog.cancel()
        end()
        running.wait()
        running.stderr.close()


@contextmanager
def served(db: str, *arguments: str, **settings: Any) -> Iterator[str]:
    """The address of a service that is up."""
    with process(db, *arguments, **settings) as (_, url, _printed):
        yield url
