"""Errors over HTTP: problem+json (RFC 9457) that says the same as the command line."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

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
    """Answer every error of netnew with a problem document."""

    @service.exception_handler(netnew.NetnewError)
    def answer(_request: Request, error: netnew.NetnewError) -> JSONResponse:
        status = next(code for kind, code in STATUS if isinstance(error, kind))
        return JSONResponse(
            {
                "type": "about:blank",
                "title": type(error).__name__,
                "status": status,
                "detail": error.problem,
                "way_out": error.way_out,
            },
            status_code=status,
            media_type="application/problem+json",
        )
