"""Errors over HTTP: problem+json (RFC 9457) that says the same as the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

import netnew
from netnew.doors.http.methods import methods_at

MEDIA_TYPE = "application/problem+json"
# docs/reference/errors.md explains each.
TYPES = "urn:netnew:error:"
LONGEST_SHOWN = 300

# The first class that fits decides; anything else of ours is the server's fault.
STATUS: tuple[tuple[type[netnew.NetnewError], int], ...] = (
    (netnew.NotFoundError, 404),
    (netnew.AccessError, 403),
    (netnew.ConflictError, 409),
    (netnew.InputError, 422),
    (netnew.MissingExtraError, 501),
    (netnew.DatabaseBusyError, 503),
    (netnew.DatabaseUnreachableError, 503),
    (netnew.DiskFullError, 507),
    (netnew.NetnewError, 500),
)


class Fault(BaseModel):
    """One thing that is wrong with a request, at its JSON path."""

    path: str
    problem: str


class ProblemDocument(BaseModel):
    """What every error answers, RFC 9457: what met what, and the way out."""

    type: str
    title: Annotated[str, Field(description="The error's name, as in docs/reference/errors.md.")]
    status: int
    detail: Annotated[str, Field(description="What met what: the name, the value, the place.")]
    way_out: Annotated[str, Field(description="What can be done about it now.")]
    errors: Annotated[
        list[Fault] | None, Field(description="Each fault of a request that was not understood.")
    ] = None


class Problem(Exception):  # noqa: N818  (it is named after what it is called over HTTP)
    """An error that only HTTP knows, such as 401 or 413."""

    def __init__(
        self,
        status: int,
        detail: str,
        way_out: str,
        *,
        title: str | None = None,
        headers: Mapping[str, str] | None = None,
        errors: Sequence[Mapping[str, str]] = (),
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.way_out = status, detail, way_out
        self.title = title or HTTPStatus(status).phrase
        self.headers, self.errors = dict(headers or {}), list(errors)

    def response(self) -> JSONResponse:
        """The problem as it is sent."""
        return JSONResponse(self.document(), self.status, self.headers, MEDIA_TYPE)

    def document(self) -> dict[str, Any]:
        """What it says."""
        document: dict[str, Any] = {
            "type": f"{TYPES}{self.title.replace(' ', '-')}",
            "title": self.title,
            "status": self.status,
            "detail": _sayable(self.detail),
            "way_out": _sayable(self.way_out),
        }
        if self.errors:
            document["errors"] = self.errors
        return document


def of_error(error: netnew.NetnewError) -> Problem:
    """The problem that says what an error of netnew says."""
    status = next(code for kind, code in STATUS if isinstance(error, kind))
    headers = {"Retry-After": "1"} if status == HTTPStatus.SERVICE_UNAVAILABLE else None
    name = type(error).__name__
    return Problem(status, error.problem, error.way_out, title=name, headers=headers)


def register(service: FastAPI) -> None:
    """Answer every error, and every request that no route takes, with a problem."""

    @service.exception_handler(Problem)
    async def say(_request: Request, problem: Problem) -> JSONResponse:
        return problem.response()

    @service.exception_handler(netnew.NetnewError)
    async def answer(_request: Request, error: netnew.NetnewError) -> JSONResponse:
        return of_error(error).response()

    @service.exception_handler(RequestValidationError)
    async def explain(_request: Request, error: RequestValidationError) -> JSONResponse:
        return _misunderstood(error).response()

    @service.exception_handler(HTTPException)
    async def refuse(request: Request, error: HTTPException) -> JSONResponse:
        return refused(request, error).response()

    @service.exception_handler(Exception)
    async def admit(request: Request, error: Exception) -> JSONResponse:
        return Problem(
            500,
            f"an error in netnew itself ({type(error).__name__})",
            "the log of the service shows where; please report it",
            headers={"X-Request-ID": request.state.request_id},
        ).response()


def refused(request: Request, error: HTTPException) -> Problem:
    """Say why the router refused a request."""
    headers = dict(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        # The router names the methods of the first route that has this path.
        headers["Allow"] = ", ".join(sorted(methods_at(request.scope)))
    if error.status_code in {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}:
        return Problem(
            error.status_code,
            f"no route takes {request.method} {request.url.path}",
            "GET /openapi.json lists the routes",
            headers=headers,
        )
    return Problem(
        error.status_code,
        str(error.detail),
        "GET /openapi.json says what each route takes",
        headers=headers,
    )


def _misunderstood(error: RequestValidationError) -> Problem:
    faults = [_fault(one) for one in error.errors()]
    first = faults[0]
    return Problem(
        422,
        f"{first['path']}: {first['problem']}",
        "GET /openapi.json says what each route takes, with examples",
        title="RecordError",
        errors=faults,
    )


def _fault(one: Mapping[str, Any]) -> dict[str, str]:
    if one["type"] == "json_invalid":
        _, place = one["loc"]
        why = str(one["ctx"]["error"])
        return {"path": "body", "problem": f"is no JSON ({why.lower()}, at character {place + 1})"}
    return {"path": _path(one["loc"]), "problem": _said(one)}


def _said(one: Mapping[str, Any]) -> str:
    message = str(one["msg"]).removeprefix("Value error, ")
    is_name = message[1:2].isupper()  # JSON, URL
    return (message if is_name else message[:1].lower() + message[1:])[:LONGEST_SHOWN]


def _path(place: Sequence[int | str]) -> str:
    """The JSON path of a fault: `body.rounds[0].outputs`.

    >>> _path(("body", "rounds", 0, "outputs"))
    'body.rounds[0].outputs'
    """
    shown = ""
    for part in place:
        shown += f"[{part}]" if isinstance(part, int) else f".{part}"
    return _sayable(shown.removeprefix("."))


def _sayable(text: str) -> str:
    """One line without half characters, which no JSON can carry."""
    plain = " ".join(text.split())
    return plain.encode("utf-8", "backslashreplace").decode()
