"""Puts the service together: routes, and what stands before them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Route

import netnew
from netnew.doors.http import console, openapi, problems
from netnew.doors.http.access import Workspaces
from netnew.doors.http.api import (
    bases,
    gate,
    ledger,
    memory,
    meter,
    policies,
    probes,
    ratchet,
    recall,
    review,
)
from netnew.doors.http.bodies import Bodies
from netnew.doors.http.guard import Guard
from netnew.doors.http.journal import Journal, Metrics
from netnew.doors.http.offload import set_threads
from netnew.doors.http.retries import Retries

# What this machine calls itself.
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1", "[::1]")
NOUNS = (probes, meter, bases, gate, policies, ratchet, memory, recall, review, ledger)


def make_service(
    nn: netnew.Netnew, *, names: Sequence[str] = LOOPBACK_NAMES, guarded: bool = False
) -> FastAPI:
    """A service over one opened database; closing `nn` is the caller's part.

    Parameters
    ----------
    names
        Host names that it answers to: a page elsewhere whose own name was made to lead to this
        machine reads nothing.
    guarded
        Every request needs a token; else one without is answered in `nn`'s own workspace.
    """
    service = FastAPI(
        title="netnew",
        version=netnew.__version__,
        description="What is net-new, what is already known, and when to stop.",
        lifespan=_lifespan,
        docs_url=None,  # its page would load its parts from elsewhere
        redoc_url=None,
    )
    service.state.nn = nn
    service.state.workspaces = Workspaces(nn)
    service.state.metrics = Metrics()
    # The last one added stands first.
    service.add_middleware(Retries, workspaces=service.state.workspaces)
    service.add_middleware(Bodies, settings=nn.settings)
    service.add_middleware(Guard, nn=nn, names=names, guarded=guarded, pages=console.is_page)
    service.add_middleware(Journal, metrics=service.state.metrics)
    problems.register(service)
    for noun in NOUNS:
        service.include_router(noun.router, responses=openapi.PROBLEMS)
    console.mount(service)
    plain = (route for route in service.router.routes if isinstance(route, Route))
    service.state.routes = [*api_routes(), *plain]
    openapi.describe(service, api_routes(), guarded=guarded)
    return service


def api_routes() -> list[APIRoute]:
    """Every route of the API, in the order of the document."""
    routes = (route for noun in NOUNS for route in noun.router.routes)
    return [route for route in routes if isinstance(route, APIRoute)]


@asynccontextmanager
async def _lifespan(_service: FastAPI) -> AsyncIterator[None]:
    set_threads()
    yield
