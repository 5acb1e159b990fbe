"""The console's own files. They are read once and named here, so no path leads anywhere else."""

from __future__ import annotations

import hashlib
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from netnew.doors.http.console.page import HEADERS

FOLDER = "/static/"
TYPES = {
    "console.css": "text/css; charset=utf-8",
    "console.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


def static_route() -> Route:
    """Give the route of the style sheet, the script and the icon."""
    folder = files("netnew.doors.http.console") / "static"
    held = {name: (folder / name).read_bytes() for name in TYPES}
    tags = {name: f'"{hashlib.sha256(body).hexdigest()[:20]}"' for name, body in held.items()}

    async def endpoint(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in held:
            return PlainTextResponse("no such file", 404, HEADERS)
        # Asked again each time, answered from the tag: a new version is seen at once.
        headers = {**HEADERS, "ETag": tags[name], "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tags[name]:
            return Response(status_code=304, headers=headers)
        return Response(held[name], headers=headers, media_type=TYPES[name])

    return Route(FOLDER + "{name}", endpoint, methods=["GET"], include_in_schema=False)
