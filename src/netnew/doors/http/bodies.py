"""Reads a body before any route sees it: bounded in size, time, depth and length of texts."""

from __future__ import annotations

import json
import re
from typing import Final

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import netnew
from netnew.doors.http.offload import offload
from netnew.doors.http.problems import Problem

# Routes that read their body themselves, a line at a time.
STREAMS: Final = frozenset({"/v1/gate/stream"})
# A body up to here is checked where it is; a larger one in a thread.
SMALL_BYTES: Final = 65_536
_TOKENS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]|NaN|Infinity', re.DOTALL)


class Bodies:
    """Stands behind the guard: nobody who may not ask can make the service read."""

    def __init__(self, app: ASGIApp, settings: netnew.Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its whole body."""
        if scope["type"] != "http" or scope["path"] in STREAMS:
            await self._app(scope, receive, send)
            return
        try:
            headers = Headers(scope=scope)
            body = await self._read(headers, receive)
            if body and not scope["state"]["is_page"]:
                _check_type(headers.get("content-type"))
        except Problem as problem:
            await problem.response()(scope, receive, send)
            return
        scope["state"]["body"] = body
        await self._app(scope, _replayed(body, receive), send)

    async def _read(self, headers: Headers, receive: Receive) -> bytes:
        limit, seconds = self._settings.http_body_bytes, self._settings.http_body_seconds
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > limit:
            raise too_large(limit)
        try:
            with anyio.fail_after(seconds):
                body = await _whole(receive, limit)
        except TimeoutError as error:
            raise too_slow(seconds) from error
        if "json" in headers.get("content-type", "json"):
            check = (check_json, body, self._settings)
            if len(body) > SMALL_BYTES:
                await offload(*check)
            else:
                check_json(body, self._settings)
        return body


def _check_type(given: str | None) -> None:
    """Refuse what is said to be no JSON, as curl's `-d` says: a route would find no body."""
    kind = (given or "").partition(";")[0].strip().lower()
    if kind != "application/json" and not kind.endswith("+json"):
        named = f"`{kind:.80}`" if kind else "of no Content-Type"
        raise Problem(
            415, f"the body is {named}, not JSON", "send it with `Content-Type: application/json`"
        )


def too_large(limit: int) -> Problem:
    """The problem of a body or line that is over the limit."""
    return Problem(
        413,
        f"the body has over {limit:,} bytes",
        "send it in parts, or raise http_body_bytes",
        headers={"Connection": "close"},
    )


def too_slow(seconds: float) -> Problem:
    """The problem of a body that does not arrive."""
    return Problem(
        408,
        f"the body did not arrive in {seconds:g} s",
        "send it faster, or raise http_body_seconds",
        headers={"Connection": "close"},
    )


def check_json(body: bytes, settings: netnew.Settings) -> None:
    """Refuse what nests too deeply, texts that are too long, and what is no plain JSON.

    What else is wrong with it, the parser says.
    """
    depth = 0
    for found in _TOKENS.finditer(body):
        token = found[0]
        first = token[:1]
        if first == b'"':
            _check_text(token, settings.http_text_chars)
        elif first in b"[{":
            depth += 1
            if depth > settings.http_depth:
                raise _refused(
                    f"the JSON nests over {settings.http_depth} deep",
                    "flatten it, or raise http_depth",
                )
        elif first in b"]}":
            depth -= 1
        else:
            raise _refused(f"{token.decode()} is no JSON value", "give a number or null")


def _check_text(token: bytes, longest: int) -> None:
    # No character takes less than a byte, so most texts need not be read.
    if len(token) - 2 > longest and len(token.decode("utf-8", "replace")) - 2 > longest:
        raise _refused(
            f"a text has over {longest:,} characters", "shorten it, or raise http_text_chars"
        )
    if rb"\u" not in token:
        return
    try:
        text = json.loads(token)
    except ValueError:
        return  # the parser says so, with its place
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise _refused("a text holds a NUL or half a character", "leave it out")


def _refused(detail: str, way_out: str) -> Problem:
    return Problem(422, f"body: {detail}", way_out, title="RecordError")


async def _whole(receive: Receive, limit: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Problem(400, "the body broke off", "send it whole")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            raise too_large(limit)
        if not message.get("more_body", False):
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
