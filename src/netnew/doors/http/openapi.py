"""The OpenAPI document: every route with its scope, its examples, and its problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from netnew.doors.http.access import Needs
from netnew.doors.http.problems import MEDIA_TYPE, ProblemDocument

_SCHEMA: Final = {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}
_ANSWERS: Final = {
    400: "The request is no HTTP that this service takes.",
    401: "No token, or none that is good.",
    403: "The token's scopes do not cover this.",
    404: "Nothing goes by that name.",
    408: "The body did not arrive in time.",
    409: "The same request is being carried out, or the state has moved on.",
    413: "The body is too large.",
    422: "What was given cannot be used as it is.",
    429: "The token asked too often.",
    500: "An error in netnew itself, or damage.",
    503: "The database does not answer, or is busy.",
}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"description": text, "content": {MEDIA_TYPE: _SCHEMA}}
    for status, text in _ANSWERS.items()
}


def scope_of(route: APIRoute) -> str | None:
    """The scope that a route needs; None where everybody may ask."""
    for dependency in route.dependant.dependencies:
        if isinstance(dependency.call, Needs):
            return dependency.call.scope
    return None


def describe(service: FastAPI, routes: Sequence[APIRoute]) -> None:
    """Have the service give a document with scopes and the problem schema."""

    def document() -> dict[str, Any]:
        if service.openapi_schema is None:
            service.openapi_schema = _document(service, routes)
        return service.openapi_schema

    service.openapi = document  # type: ignore[method-assign]


def _document(service: FastAPI, routes: Sequence[APIRoute]) -> dict[str, Any]:
    found = get_openapi(
        title=service.title,
        version=service.version,
        description=service.description,
        routes=service.routes,
    )
    components = found.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    problem = ProblemDocument.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(problem.pop("$defs", {}))
    schemas["ProblemDocument"] = problem
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    for route in routes:
        _describe_route(found["paths"][route.path_format], route)
    return found


def _describe_route(path: dict[str, Any], route: APIRoute) -> None:
    scope = scope_of(route)
    for method in route.methods or ():
        told = path.get(method.lower())
        if told is not None and scope is not None:
            told["security"] = [{"token": []}, {}]
            told["x-scope"] = scope
