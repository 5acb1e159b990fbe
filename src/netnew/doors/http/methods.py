"""Which methods a path takes, over all routes that have it."""

from __future__ import annotations

from starlette.routing import Match, Route
from starlette.types import Scope


def methods_at(scope: Scope) -> set[str]:
    """Every method that some route takes at the path of this request."""
    routes: list[Route] = scope["app"].state.routes
    fitting = (route for route in routes if route.matches(scope)[0] is not Match.NONE)
    return {method for route in fitting for method in route.methods or ()}
