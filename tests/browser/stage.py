"""A service with the demo's story behind it, on a clock of its own, and a browser before it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, sync_playwright

import netnew
from netnew.doors.cli.demo import acts, season
from netnew.doors.http import make_service
from tests.parts import browser_path

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip


def ticking() -> Callable[[], datetime]:
    """A clock that moves seven minutes whenever it is read."""
    now = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)

    def read() -> datetime:
        nonlocal now
        now += timedelta(minutes=7)
        return now

    return read


@contextmanager
def filled(folder: Path) -> Iterator[netnew.Netnew]:
    """A database with the demo's story in it."""
    with empty(folder) as nn:
        for act in (acts.stop_a_loop, acts.gate_the_claims, acts.watch_a_harness):
            act(nn)
        season.go_on(nn, folder)
        yield nn


@contextmanager
def empty(folder: Path) -> Iterator[netnew.Netnew]:
    """A database with nothing in it."""
    settings = netnew.Settings(home="netnew-demo")
    url = f"sqlite:///{folder / 'netnew.db'}"
    with netnew.connect(url, settings=settings, clock=ticking()) as nn:
        yield nn


@contextmanager
def served(nn: netnew.Netnew, **options: Any) -> Iterator[str]:
    """The address of a running service over `nn`."""
    config = uvicorn.Config(
        make_service(nn, **options), host="127.0.0.1", port=0, log_level="warning",
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not (server.started and server.servers):
        if not thread.is_alive():
            raise RuntimeError("the service did not start")
        thread.join(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's own browser, with no way to any other host."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=list(FLAGS), headless=True
        )
        try:
            yield browser
        finally:
            browser.close()
