"""One line a request, as JSON, under the id that its answer carries; and the counters.

Neither holds what was said.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from netnew.doors.http.access import Caller

LOG: Final = logging.getLogger("netnew.http")
SEVERAL: Final = "PROMETHEUS_MULTIPROC_DIR"
UNROUTED: Final = "none"
REQUEST_ID: Final = "X-Request-ID"
# What a client may call its request; anything else could end a line of the log, or fill it.
_SOUND_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")


class Metrics:
    """Counters of one service; with several workers they add up in a folder that all share."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "netnew_http_requests", "Requests answered.", ("method", "route", "status"),
            registry=self._registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "netnew_http_seconds", "Seconds until a request was answered.", ("route",),
            registry=self._registry,
        )  # fmt: skip
        self.verdicts = Counter(
            "netnew_verdicts", "Verdicts given.", ("instrument", "verdict"),
            registry=self._registry,
        )  # fmt: skip

    def text(self) -> bytes:
        """All of them in the format of Prometheus."""
        if SEVERAL not in os.environ:
            return generate_latest(self._registry)
        shared = CollectorRegistry()
        # It registers itself.
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return generate_latest(shared)


class Journal:
    """Stands before everything else, so that refusals count too."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and note what became of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 500
        request_id = scope.setdefault("state", {})["request_id"] = _request_id(scope)

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers[REQUEST_ID] = request_id
                headers.setdefault("X-Content-Type-Options", "nosniff")
                # A shared cache must not keep what one token may see.
                headers.setdefault("Cache-Control", "private, no-cache")
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route(scope)
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        caller: Caller | None = scope.get("state", {}).get("caller")
        LOG.info(
            json.dumps(
                {
                    "request_id": scope["state"]["request_id"],
                    "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                    "method": method,
                    "route": route,
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                    "workspace": caller.workspace if caller else None,
                    "token_id": caller.token_id if caller else None,
                }
            )
        )


def _route(scope: Scope) -> str:
    """The template of the path that was taken: what stands in a path may be anything."""
    if "route" in scope:
        return str(getattr(scope["route"], "path_format", UNROUTED))
    # A page of the console; only routes of the API leave themselves behind.
    endpoint = scope.get("endpoint")
    if endpoint is None:
        return UNROUTED
    paths = (route.path_format for route in scope["app"].state.routes if route.endpoint is endpoint)
    return next(paths, UNROUTED)


def _request_id(scope: Scope) -> str:
    given = Headers(scope=scope).get(REQUEST_ID, "")
    return given if _SOUND_ID.fullmatch(given) else f"req_{secrets.token_hex(12)}"


METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
