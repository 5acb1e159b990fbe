"""The console at `/`: pages for people, one module each. `mount` puts them on a service."""

from __future__ import annotations

from fastapi import FastAPI

from netnew.doors.http.console import (
    ledger,
    live,
    login,
    loops,
    lost,
    memory,
    overview,
    ratchet,
    remembered,
    review,
    settings,
    statics,
    verdicts,
)
from netnew.doors.http.console.live import Live
from netnew.doors.http.console.page import Page, route

__all__ = ["PAGES", "is_page", "mount"]

PAGES: tuple[Page, ...] = (
    *overview.PAGES,
    *loops.PAGES,
    *verdicts.PAGES,
    *review.PAGES,
    *memory.PAGES,
    *remembered.PAGES,
    *ratchet.PAGES,
    *ledger.PAGES,
    *settings.PAGES,
    *login.PAGES,
)


_PATHS = frozenset({live.PATH, *(page.path for page in PAGES)})


def is_page(path: str) -> bool:
    """Whether a path is the console's.

    >>> is_page("/review"), is_page("/static/console.css"), is_page("/v1/review")
    (True, True, False)
    """
    return path in _PATHS or path.startswith(statics.FOLDER)


def mount(service: FastAPI) -> None:
    """Put the console on a service; who asks, the guard before it has found out."""
    service.router.routes += [route(page) for page in PAGES]
    service.router.routes += [statics.static_route(), Live().route()]
    lost.register(service)
