"""A page: a path, the scope it needs, and a function from a visit to an answer.

What must hold for every page stands here once: who may see it, where forms come from, how
errors read, and the headers.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

import netnew
from netnew.doors.http.console import forms
from netnew.doors.http.console.entrance import entered
from netnew.doors.http.console.visit import SEED_COOKIE, TOKEN_COOKIE, Visit

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; object-src 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: browsers would then send forms without saying where from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
MOST_BYTES = 8 * 2**20
MOST_FIELDS = 2000
STATUS: tuple[tuple[type[netnew.NetnewError], int], ...] = (
    (netnew.NotFoundError, 404),
    (netnew.InputError, 422),
    (netnew.DatabaseBusyError, 503),
    (netnew.DatabaseUnreachableError, 503),
    (netnew.NetnewError, 500),
)


class Page(NamedTuple):
    """One page, or what one form is sent to."""

    path: str
    answer: Callable[[Visit], Response]
    about: str
    """What it shows or does, for the reference."""
    needs: str | None = None
    """The scope that a token must have; None: open to everybody, logged in or not."""
    method: str = "GET"


class RefusedError(Exception):
    """A request that is not carried out, and what the visitor reads."""

    def __init__(self, status: int, problem: str, way_out: str) -> None:
        super().__init__(problem)
        self.status, self.problem, self.way_out = status, problem, way_out


def route(page: Page) -> Route:
    """Give the route of a page."""

    async def endpoint(request: Request) -> Response:
        visit = Visit(request, None, seed_of(request))
        try:
            fields = await _fields(request) if page.method == "POST" else {}
            response = await run_in_threadpool(_answer, page, request, fields)
        except RefusedError as refused:
            response = trouble(visit, refused.status, refused.problem, refused.way_out)
        except netnew.NetnewError as error:
            status = next(code for kind, code in STATUS if isinstance(error, kind))
            response = trouble(visit, status, error.problem, error.way_out)
        response.headers.update(HEADERS)
        return response

    return Route(page.path, endpoint, methods=[page.method], include_in_schema=False)


def _answer(page: Page, request: Request, fields: dict[str, list[str]]) -> Response:
    seed = seed_of(request)
    caller = entered(request)
    visit = Visit(request, caller, seed, fields)
    if page.needs is not None:
        if caller is None:
            place = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            asked = quote(place if page.method == "GET" else "/", safe="")
            return RedirectResponse(f"/login?next={asked}", status_code=303)
        if not caller.allows(page.needs):
            raise RefusedError(
                403,
                f"your token lacks the scope `{page.needs}`",
                "log in with one that has",
            )
    try:
        response = page.answer(visit)
    except netnew.NetnewError as error:
        # Shown inside the caller's own frame, so that the way on is one click.
        status = next(code for kind, code in STATUS if isinstance(error, kind))
        response = trouble(visit, status, error.problem, error.way_out)
    if request.cookies.get(SEED_COOKIE) != seed and SEED_COOKIE not in _cookies(response):
        keep_seed(request, response, seed)
    return response


def keep_seed(request: Request, response: Response, seed: str) -> None:
    """Set the cookie that form tokens are made from."""
    response.set_cookie(
        SEED_COOKIE, seed, httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )


def _cookies(response: Response) -> str:
    return " ".join(response.headers.getlist("set-cookie"))


async def _fields(request: Request) -> dict[str, list[str]]:
    """Read a form, if one of our own pages sent it."""
    length = request.headers.get("content-length", "")
    if not length.isdigit() or int(length) > MOST_BYTES:
        raise RefusedError(413, "the form is too large", f"send at most {MOST_BYTES // 2**20} MB")
    fields: dict[str, list[str]] = {}
    limits = {"max_files": 1, "max_fields": MOST_FIELDS, "max_part_size": MOST_BYTES}
    try:
        async with request.form(**limits) as form:
            for key, value in form.multi_items():
                fields.setdefault(key, []).append(await _text(value))
    except HTTPException as error:
        raise RefusedError(400, "the form cannot be read", "send it from the page") from error
    login = request.cookies.get(TOKEN_COOKIE)
    given = (fields.get(forms.FIELD) or [""])[0]
    seed = request.cookies.get(SEED_COOKIE)
    why = forms.why_refused(request.headers, seed, login, given)
    if why is not None:
        raise RefusedError(
            403, f"the form was not carried out: {why}", "open the page and send it anew"
        )
    return fields


async def _text(value: UploadFile | str) -> str:
    if isinstance(value, str):
        text = value
    else:
        try:
            text = (await value.read()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RefusedError(422, "the file is no UTF-8 text", "choose a JSON file") from error
    if "\0" in text:
        raise RefusedError(422, "a field holds a NUL", "leave it out")
    return text


def seed_of(request: Request) -> str:
    """Read the seed of form tokens, or make one."""
    found = request.cookies.get(SEED_COOKIE)
    return found if found is not None and forms.is_seed(found) else forms.new_seed()


def trouble(visit: Visit, status: int, problem: str, way_out: str) -> Response:
    """Render what went wrong, and the way out."""
    title = HTTPStatus(status).phrase
    values = {"title": title, "problem": problem, "way_out": way_out, "code": status}
    return visit.page("trouble.html", status=status, **values)
