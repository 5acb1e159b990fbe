"""Live updates: how far the record has come, told as server-sent events.

What is told is read from the database, so any replica can tell it. A stream ends by itself
after a while and the browser asks again; so none outlives a revoked token, or a stop, by long.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

import netnew
from netnew.doors.http.console.entrance import entered
from netnew.doors.http.console.page import HEADERS

PATH = "/events"
MOST_STREAMS = 64
POLL_SECONDS = 1.0
STREAM_SECONDS = 20.0
RETRY_MILLISECONDS = 1000


def totals(heads: Iterable[netnew.Head]) -> dict[str, int]:
    """Count recorded rows by the first part of their stream's name.

    >>> totals([netnew.Head("gate", 3, ""), netnew.Head("ratchet/a", 1, "")])
    {'gate': 3, 'ratchet': 1}
    """
    found: Counter[str] = Counter()
    for head in heads:
        found[head.stream.partition("/")[0]] += head.seq
    return dict(sorted(found.items()))


class Live:
    """The open streams of one process."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self._most, self._open = most, 0

    def route(self) -> Route:
        """The route that browsers listen to."""
        return Route(PATH, self._answer, methods=["GET"], include_in_schema=False)

    async def _answer(self, request: Request) -> Response:
        caller = entered(request)
        if caller is None or not caller.allows("ledger:read"):
            return PlainTextResponse("log in first", 403, HEADERS)
        if self._open >= self._most:
            return PlainTextResponse("too many streams", 503, {**HEADERS, "Retry-After": "30"})
        told = self._tell(request, caller.nn)
        headers = {**HEADERS, "X-Accel-Buffering": "no"}
        return StreamingResponse(told, media_type="text/event-stream", headers=headers)

    async def _tell(self, request: Request, nn: netnew.Netnew) -> AsyncIterator[str]:
        self._open += 1
        try:
            yield f"retry: {RETRY_MILLISECONDS}\n\n"
            last: dict[str, int] | None = None
            end = time.monotonic() + STREAM_SECONDS
            while time.monotonic() < end and not await request.is_disconnected():
                found = totals(await run_in_threadpool(nn.ledger.heads))
                if found != last:
                    yield f"event: heads\ndata: {json.dumps(found)}\n\n"
                    last = found
                await asyncio.sleep(POLL_SECONDS)
        except netnew.NetnewError:
            # The database is away: the browser asks again, and learns then.
            return
        finally:
            self._open -= 1
