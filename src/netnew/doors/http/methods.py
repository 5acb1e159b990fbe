"""Which methods a path takes, over all routes that have it."""

from __future__ import annotations

from starlette.routing import Match, Route
from starlette.types import Scope


def methods_at(scope: Scope) -> set[str]:
    """Every method that some route takes at the path of this request.

    A path that is named outright, such as `/v1/policies/check`, is not also a
    `/v1/policies/{name}`, as OpenAPI has it too.
    """
    routes: list[Route] = scope["app"].state.routes
    fitting = [route for route in routes if route.matches(scope)[0] is not Match.NONE]
    path = min((route.path_format for route in fitting), key=_parameters, default="")
    same = (route for route in fitting if route.path_format == path)
    return {method for route in same for method in route.methods or ()}


def _parameters(path: str) -> int:
    return path.count("{")
