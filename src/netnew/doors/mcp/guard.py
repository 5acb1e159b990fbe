"""Who speaks over HTTP: a program on this machine, or the holder of a token."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Any, Final, NoReturn

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.offload import outcome

CALLER: Final = "netnew.caller"
MOST_OPEN_WORKSPACES: Final = 64


class _RefusedError(Exception):
    """A request that gets no further, with its answer."""

    def __init__(self, status: int, problem: str, way_out: str, **headers: str) -> None:
        super().__init__(problem)
        document = {"title": "AccessError", "status": status, "detail": problem,
                    "way_out": way_out}  # fmt: skip
        self.answer = JSONResponse(document, status, headers, "application/problem+json")


class Guard:
    """Stands before the server, and tells it who is calling.

    Parameters
    ----------
    local
        Who a program is that shows no token; None: every request needs one.
    """

    def __init__(
        self, app: ASGIApp, nn: netnew.Netnew, *, local: Caller | None, read_only: bool
    ) -> None:
        self._app, self._nn, self._local, self._read_only = app, nn, local, read_only
        # Each workspace is opened once; those not asked for in a while are let go.
        self._workspace = lru_cache(MOST_OPEN_WORKSPACES)(nn.in_workspace)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its caller, or say why not."""
        if scope["type"] == "http":
            try:
                scope[CALLER] = await self._caller(Headers(scope=scope))
            except _RefusedError as refused:
                await refused.answer(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _caller(self, headers: Headers) -> Caller:
        given = headers.get("authorization")
        if given is None:
            return self._local or _unknown("this server answers nobody without a token")
        kind, _, text = given.partition(" ")
        if kind.lower() != "bearer":
            _unknown("the Authorization header is no bearer token")
        found = await outcome(self._recognised, text.strip())
        if isinstance(found, netnew.AccessError):
            _unknown(found.problem)
        if isinstance(found, BaseException):
            raise found
        return found

    def _recognised(self, text: str) -> Caller:
        tokens, limit = self._nn.tokens, self._nn.settings.http_requests_per_minute
        token = tokens.recognise(text)
        wait = tokens.wait_seconds(token, limit)
        if wait > 0:
            seconds = str(max(1, math.ceil(wait)))
            problem = f"the token `{token.name}` asked over {limit} times in a minute"
            raise _RefusedError(429, problem, f"wait {seconds} s", **{"Retry-After": seconds})
        return Caller(
            self._workspace(token.workspace),
            token.agent or token.name,
            token.allows,
            self._read_only,
            token.name if token.agent is None else None,
        )


def local_caller(nn: netnew.Netnew, agent: str, *, read_only: bool) -> Caller:
    """A program on this machine without a token: what the setting `http_local` lets it do."""
    act = nn.settings.http_local
    scopes = () if act == "none" else (f"*:{act}",)
    return Caller(nn, agent, partial(netnew.allows, scopes), read_only)


def caller_in(context: Any) -> Caller:
    """Who made the request that a handler was called for."""
    caller: Caller = context.request.scope[CALLER]
    return caller


def _unknown(problem: str) -> NoReturn:
    raise _RefusedError(
        401,
        problem,
        "send a good token as `Authorization: Bearer …`; `netnew token create` makes one",
        **{"WWW-Authenticate": "Bearer"},
    )
