"""Whether the process answers, whether it can work, and its counters."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.journal import Metrics

router = APIRouter(route_class=Encoded, tags=["service"])


class Health(BaseModel):
    """The process answers."""

    model_config = {"json_schema_extra": {"example": {"ok": True, "version": "0.1.0"}}}

    ok: bool
    version: str


class Ready(BaseModel):
    """The database answers, and its tables are those of this version."""

    model_config = {"json_schema_extra": {"example": {"ok": True}}}

    ok: bool


@router.get("/health", summary="The process answers")
def health() -> Health:
    """Answer without looking at anything."""
    return Health(ok=True, version=netnew.__version__)


@router.get("/ready", summary="The database answers, and its tables are current")
def ready(request: Request) -> Ready:
    """Ask the database; 503 while it does not answer."""
    nn: netnew.Netnew = request.app.state.nn
    nn.check_ready()
    return Ready(ok=True)


@router.get(
    "/metrics",
    summary="Counters in the format of Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"example": "netnew_http_requests_total 1.0"}}}},
)
def metrics(request: Request, _asked: Annotated[Asked, needs("service:read")]) -> Response:
    """Requests by method, route and status; seconds by route; verdicts by instrument."""
    counted: Metrics = request.app.state.metrics
    return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
