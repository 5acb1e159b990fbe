"""A response of JSON lines that is written while the request is still being read."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send


class Ndjson(Response):
    """Sends each line as it comes.

    Starlette's own streaming response listens for the end of the request meanwhile, and would
    take the lines of the body for itself.
    """

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncIterator[Mapping[str, Any]] | None = None) -> None:
        super().__init__(b"")
        self._lines = lines
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all of it."""
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        if self._lines is not None:
            async for line in self._lines:
                text = json.dumps(line).encode() + b"\n"
                await send({"type": "http.response.body", "body": text, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
