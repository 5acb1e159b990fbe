"""Tells people beside the process in which something landed: that one waits for nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from threading import Lock, Thread
from typing import Final

from netnew.foundation.settings import ENVIRONMENT_PREFIX

COMMAND: Final = ("-m", "netnew", "review", "notify")


class Teller:
    """Starts `netnew review notify`, one at a time for a workspace, and never waits for it.

    What it misses, because it was killed or could not start, is still in the database: the next
    that lands, or `netnew review notify`, tells it.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._lock = Lock()
        self._running = set[str]()
        self._due = set[str]()

    def landed(self, workspace: str) -> None:
        """Something waits in a workspace."""
        with self._lock:
            if workspace in self._running:
                self._due.add(workspace)
            else:
                self._start(workspace)

    def close(self) -> None:
        """Start what is due, for nobody will be here to do it later."""
        with self._lock:
            for workspace in self._due:
                self._start(workspace)
            self._due.clear()

    def _start(self, workspace: str) -> None:
        self._running.add(workspace)
        environment = {**self._environment, f"{ENVIRONMENT_PREFIX}WORKSPACE": workspace}
        quiet = subprocess.DEVNULL
        try:
            # It outlives this process, and Ctrl-C here does not reach it.
            child = subprocess.Popen(  # noqa: S603
                [sys.executable, *COMMAND], env=environment, stdin=quiet, stdout=quiet,
                stderr=quiet, start_new_session=True,
            )  # fmt: skip
        except OSError:
            # The write is done and stays done; the item waits for the next try.
            self._running.discard(workspace)
            return
        Thread(target=self._wait, args=(workspace, child), daemon=True).start()

    def _wait(self, workspace: str, child: subprocess.Popen[bytes]) -> None:
        child.wait()
        with self._lock:
            self._running.discard(workspace)
            if workspace in self._due:
                self._due.discard(workspace)
                self._start(workspace)
