"""What each process of the service runs: its own connections, its own log, one application."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import FastAPI

import netnew
from netnew.doors.http.journal import LOG
from netnew.doors.http.service import make_service

IDLE_SECONDS: Final = 15


@dataclass(frozen=True)
class Worker:
    """Makes the application in the process that serves it."""

    settings: netnew.Settings
    names: Sequence[str]
    guarded: bool

    def __call__(self) -> FastAPI:
        """Connect, and give the application; it closes with the process."""
        log_as_json()
        nn = netnew.connect(settings=self.settings)
        service = make_service(nn, names=self.names, guarded=self.guarded)
        spare_what_stays()
        return service


def spare_what_stays() -> None:
    """Let the garbage collector pass over what was loaded at the start: it stays to the end.

    A full collection walks through all it knows, and every request waits meanwhile.
    """
    gc.freeze()


def log_as_json() -> None:
    """Print the service's own lines, which are JSON already, to stderr."""
    if not LOG.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(message)s"))
        LOG.addHandler(handler)
        LOG.setLevel(logging.INFO)
        LOG.propagate = False


def server_settings(settings: netnew.Settings) -> dict[str, Any]:
    """How uvicorn is to serve: its own lines on failures alone, and an end that waits."""
    return {
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_keep_alive": IDLE_SECONDS,
        # Whole seconds; it gives what is being answered so long to finish.
        "timeout_graceful_shutdown": max(1, round(settings.http_stop_seconds)),
    }
