"""A service with the demo's story behind it, on a clock of its own, and a browser before it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

import netnew
from netnew.doors.cli.demo import acts, season
from netnew.doors.http import make_service
from tests.parts import browser_path

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip


WIDTHS = {"desktop": (1280, 800), "phone": (390, 844)}
SCHEMES = ("light", "dark")


class Site(NamedTuple):
    """A running service, and the workspace behind it."""

    address: str
    nn: netnew.Netnew


class Seen:
    """What a page asked of the network, and what went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.troubles: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on(
            "console",
            lambda said: self.troubles.append(said.text) if said.type == "error" else None,
        )


def places(nn: netnew.Netnew) -> dict[str, str]:
    """Every page that can be looked at, each with something on it, by name."""
    memory = nn.memory(agent_id="scout")
    facts = memory.facts.all()
    replaced = next(fact for fact in facts if len(fact.supersedes) and "12 calls" in fact.content)
    near = nn.gate.newest(label="NEAR_DUP", limit=1)[0]["judgement"]["kgr"]["kgr_id"]
    first = {item.kind: item.item_id for item in reversed(nn.review.list(None))}
    of_scout = {"agent": "scout"}
    return {
        "overview": "/",
        "loops": "/loops",
        "loop": _at("/loops/session", id="checkout-hunt"),
        "verdicts": "/gate",
        "verdict": _at("/gate/verdict", id=near),
        "queue": "/review?state=all",
        **{f"queued {kind}": _at("/review/item", id=item) for kind, item in first.items()},
        "agents": "/memory",
        "facts": _at("/memory/agent", **of_scout, inactive="1"),
        "decisions": _at("/memory/agent", **of_scout, kind="decisions"),
        "episodes": _at("/memory/agent", **of_scout, kind="episodes"),
        "changes": _at("/memory/agent", **of_scout, kind="changes"),
        "fact": _at("/memory/item", **of_scout, id=replaced.id),
        "decision": _at("/memory/item", **of_scout, id=memory.decisions.all()[0].id),
        "episode": _at("/memory/item", **of_scout, id=memory.episodes.all()[0].id),
        "harnesses": "/ratchet",
        "harness": _at("/ratchet/harness", name="checkout-agent"),
        "ledger": "/ledger",
        "stream": _at("/ledger/stream", name="gate"),
        "settings": "/settings",
        "login": "/login",
        "trouble": _at("/memory/agent", agent="nobody"),
    }


def _at(path: str, **query: str) -> str:
    return f"{path}?{urlencode(query)}"


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
