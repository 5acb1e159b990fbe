"""Answers are turned into JSON where they are made, in the thread of their route.

Left to FastAPI, each would be checked against its model a second time, in a second thread.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, get_type_hints

from fastapi import Response
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

JSON = "application/json"


class Encoded(APIRoute):
    """A route whose function gives what its annotation says; the document tells of the same."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        kind: Any = get_type_hints(endpoint, include_extras=True)["return"]
        if not (isinstance(kind, type) and issubclass(kind, Response)):
            endpoint = _encoded(endpoint, TypeAdapter(kind), options.get("status_code") or 200)
        super().__init__(path, endpoint, **options)


def _encoded(
    endpoint: Callable[..., Any], kind: TypeAdapter[Any], status: int
) -> Callable[..., Response]:
    @functools.wraps(endpoint)
    def answer(**given: Any) -> Response:
        body = kind.dump_json(endpoint(**given), by_alias=True)
        beside = given.get("response")  # the headers that the function has set, such as an ETag
        headers = beside.headers if isinstance(beside, Response) else None
        return Response(body, status, headers, JSON)

    return answer
