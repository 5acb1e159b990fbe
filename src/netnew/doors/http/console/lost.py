"""An address where nothing is: a page for a browser, a problem for a program."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from netnew.doors.http import problems
from netnew.doors.http.console.entrance import entered
from netnew.doors.http.console.page import HEADERS, keep_seed, seed_of, trouble
from netnew.doors.http.console.visit import Visit

API = "/v1/"


def register(service: FastAPI) -> None:
    """Answer people who are lost with a page that leads back."""

    @service.exception_handler(HTTPStatus.NOT_FOUND)
    def lead_back(request: Request, error: HTTPException) -> Response:
        if not _is_a_browser(request):
            return problems.refused(request, error).response()
        visit = Visit(request, entered(request), seed_of(request))
        nothing = f"there is no page {request.url.path:.200}"
        response = trouble(visit, HTTPStatus.NOT_FOUND, nothing, "start from the overview")
        keep_seed(request, response, visit.seed)
        response.headers.update({**HEADERS, "Vary": "Accept"})
        return response


def _is_a_browser(request: Request) -> bool:
    reads = request.method in {"GET", "HEAD"} and not request.url.path.startswith(API)
    return reads and "text/html" in request.headers.get("accept", "")
