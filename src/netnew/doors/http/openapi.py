"""The OpenAPI document: every route with its scope, its examples, and its problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from netnew.doors.http.access import Needs
from netnew.doors.http.guard import SAFE
from netnew.doors.http.problems import MEDIA_TYPE, ProblemDocument

_SCHEMA: Final = {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}
_ANSWERS: Final = {
    400: "The request is no HTTP that this service takes.",
    401: "No token, or none that is good.",
    403: "The token's scopes do not cover this.",
    404: "Nothing goes by that name.",
    408: "The body did not arrive in time.",
    409: "What is stored rules it out, or the same request is being carried out.",
    413: "The body is too large.",
    415: "The body is said to be no JSON.",
    422: "What was given cannot be used as it is.",
    429: "The token asked too often.",
    500: "An error in netnew itself, or damage.",
    501: "An optional part of netnew is not installed.",
    503: "The database does not answer, or is busy.",
    507: "The disk is full; nothing half-written stays.",
}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"description": text, "content": {MEDIA_TYPE: _SCHEMA}}
    for status, text in _ANSWERS.items()
}

KEY: Final[dict[str, Any]] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same request under the same key is carried out once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
}
_REQUEST_ID: Final = {"X-Request-ID": {"$ref": "#/components/headers/X-Request-ID"}}
# What the parameters of paths and queries look like.
EXAMPLES: Final = {
    "agent": "planner",
    "base": "core",
    "core": "core",
    "decision_id": "decision_3f2a",
    "episode_id": "episode_3f2a",
    "expansion_id": "exp-3f2a",
    "fact_id": "fact_3f2a",
    "harness": "my-harness",
    "item_id": "fact_3f2a",
    "kgr_id": "kgr_9a1c",
    "name": "strict",
    "q": "rate limit",
    "row_id": "row_3f2a",
    "session_id": "ses_1",
    "snapshot_id": "snap_3f2a",
    "stream": "gate",
    "user": "mine",
}


def scope_of(route: APIRoute) -> str | None:
    """The scope that a route needs; None where everybody may ask."""
    for dependency in route.dependant.dependencies:
        if isinstance(dependency.call, Needs):
            return dependency.call.scope
    return None


def describe(service: FastAPI, routes: Sequence[APIRoute], *, guarded: bool) -> None:
    """Have the service give a document with scopes, examples and the problem schema."""

    def document() -> dict[str, Any]:
        if service.openapi_schema is None:
            service.openapi_schema = _document(service, routes, guarded=guarded)
        return service.openapi_schema

    service.openapi = document  # type: ignore[method-assign]


def _document(service: FastAPI, routes: Sequence[APIRoute], *, guarded: bool) -> dict[str, Any]:
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
    components["responses"] = {
        str(status): {**told, "headers": _REQUEST_ID} for status, told in PROBLEMS.items()
    }
    components["headers"] = {
        "X-Request-ID": {
            "description": "What the log calls this request; a client may send its own.",
            "schema": {"type": "string"},
        }
    }
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    for route in routes:
        _describe_route(found["paths"][route.path_format], route, guarded=guarded)
    return found


def _describe_route(path: dict[str, Any], route: APIRoute, *, guarded: bool) -> None:
    scope = scope_of(route)
    for method in route.methods or ():
        told = path[method.lower()]
        if scope is not None:
            # Programs on this machine may ask without a token, unless all must show one.
            told["security"] = [{"token": []}] if guarded else [{"token": []}, {}]
            told["x-scope"] = scope
        given = told.setdefault("parameters", [])
        if method not in SAFE and all(one["name"] != KEY["name"] for one in given):
            given.append(KEY)
        for one in given:
            if one["name"] in EXAMPLES:
                one["example"] = EXAMPLES[one["name"]]
        for status, one in told["responses"].items():
            if int(status) in PROBLEMS:
                told["responses"][status] = {"$ref": f"#/components/responses/{status}"}
            else:
                one["headers"] = {**_REQUEST_ID, **one.get("headers", {})}
