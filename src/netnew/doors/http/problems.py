"""Errors over HTTP: problem+json (RFC 9457) that says the same as the command line."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import netnew

# The first class that fits decides; anything else of ours is the server's fault.
STATUS: tuple[tuple[type[netnew.NetnewError], int], ...] = (
    (netnew.NotFoundError, 404),
    (netnew.InputError, 422),
    (netnew.MissingExtraError, 501),
    (netnew.DatabaseBusyError, 503),
    (netnew.DatabaseUnreachableError, 503),
    (netnew.DiskFullError, 507),
    (netnew.NetnewError, 500),
)


def register(service: FastAPI) -> None:
    """Answer every error of netnew, and every request that no route takes, with a problem."""

    @service.exception_handler(netnew.NetnewError)
    def answer(_request: Request, error: netnew.NetnewError) -> JSONResponse:
        status = next(code for kind, code in STATUS if isinstance(error, kind))
        return _problem(status, type(error).__name__, error.problem, error.way_out)

    @service.exception_handler(HTTPException)
    def refuse(request: Request, error: HTTPException) -> JSONResponse:
        asked = f"{request.method} {request.url.path}"
        return _problem(
            error.status_code,
            HTTPStatus(error.status_code).phrase,
            f"no route takes {asked}",
            "GET /openapi.json lists the routes",
        )


def _problem(status: int, title: str, detail: str, way_out: str) -> JSONResponse:
    return JSONResponse(
        {
            "type": "about:blank",
            "title": title,
            "status": status,
            "detail": detail,
            "way_out": way_out,
        },
        status_code=status,
        media_type="application/problem+json",
    )
