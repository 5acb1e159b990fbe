"""Lets a request in, or not: the name it came by, where it came from, its token, its rate."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

import netnew
from netnew.doors.http.access import Caller, caller_of, local_caller, nobody
from netnew.doors.http.offload import offload
from netnew.doors.http.problems import Problem, of_error

# Answered without a token everywhere: they tell a load balancer yes or no, and nothing else.
OPEN: Final = frozenset({"/health", "/ready"})
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
COOKIE: Final = "netnew_token"


class Guard:
    """Stands before every route.

    Parameters
    ----------
    names
        Host names that requests may come by; a page elsewhere whose own name was made to lead
        to this machine is not among them. `*`: any, which is safe only where all need a token.
    guarded
        Every request needs a token, wherever it comes from.
    pages
        Which paths are the console's: it sends people without a good token to its login.
    """

    def __init__(
        self,
        app: ASGIApp,
        nn: netnew.Netnew,
        *,
        names: Sequence[str],
        guarded: bool,
        pages: Callable[[str], bool],
    ) -> None:
        self._app, self._nn, self._guarded, self._pages = app, nn, guarded, pages
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its caller, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._admit(scope)
        except Problem as problem:
            await problem.response()(scope, receive, send)
        except netnew.NetnewError as error:
            await of_error(error).response()(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        self._check_place(scope, headers)
        is_page = self._pages(scope["path"])
        try:
            caller = await self._caller(scope, headers)
        except Problem as problem:
            if not is_page or problem.status != HTTPStatus.UNAUTHORIZED:
                raise
            caller = nobody(self._nn.settings)
        scope.setdefault("state", {}).update(caller=caller, is_page=is_page)
        _check_origin(scope, headers)

    async def _caller(self, scope: Scope, headers: Headers) -> Caller:
        text = _token_text(headers)
        if text is not None:
            return caller_of(await offload(self._recognised, text))
        if not self._guarded or scope["path"] in OPEN:
            return local_caller(self._nn.settings)
        raise _unknown("this service answers nobody without a token")

    def _check_place(self, scope: Scope, headers: Headers) -> None:
        host = _host_name(headers.get("host", ""))
        if "*" not in self._names and host not in self._names:
            raise Problem(
                400,
                f"this service is not called {host!r:.80}",
                "use the address that `netnew serve` printed",
                title="Unknown host",
            )
        if b"%00" in scope.get("raw_path", b"") + scope.get("query_string", b""):
            raise Problem(400, "the address holds a NUL", "leave it out")

    def _recognised(self, text: str) -> netnew.Token:
        try:
            token = self._nn.tokens.recognise(text)
        except netnew.AccessError as error:
            raise _unknown(error.problem) from error
        limit = self._nn.settings.http_requests_per_minute
        wait = self._nn.tokens.wait_seconds(token, limit)
        if wait > 0:
            seconds = max(1, math.ceil(wait))
            raise Problem(
                429,
                f"the token `{token.name}` asked over {limit} times in a minute",
                f"wait {seconds} s, or raise http_requests_per_minute",
                headers={"Retry-After": str(seconds)},
            )
        return token


def current(scope: Scope) -> Caller:
    """Who is asking; whoever stands behind the guard may call this."""
    caller: Caller = scope["state"]["caller"]
    return caller


def _unknown(detail: str) -> Problem:
    return Problem(
        401,
        detail,
        "send a good token as `Authorization: Bearer …`; `netnew token create` makes one",
        title="AccessError",
        headers={"WWW-Authenticate": "Bearer"},
    )


def _token_text(headers: Headers) -> str | None:
    """The token of the header, or of the console's cookie."""
    given = headers.get("authorization")
    if given is not None:
        kind, _, text = given.partition(" ")
        if kind.lower() != "bearer":
            raise _unknown("the Authorization header is no bearer token")
        return text.strip()
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return value
    return None


def _check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse a change that a page of another site asks a browser for.

    A token in the Authorization header is proof enough: no page can add it.
    """
    if scope["method"] in SAFE or "authorization" in headers:
        return
    origin, host = headers.get("origin"), headers.get("host", "")
    same = origin is None or urlsplit(origin).netloc == host
    if not same or headers.get("sec-fetch-site") in {"cross-site", "same-site"}:
        raise Problem(
            403,
            "a page of another site asked for a change",
            "ask from the service's own pages, or with a token",
            title="AccessError",
        )


def _host_name(host: str) -> str:
    """The name without its port.

    >>> _host_name("localhost:8765"), _host_name("[::1]:8765")
    ('localhost', '[::1]')
    """
    name = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    return name.lower()
