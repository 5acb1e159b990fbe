"""ETags: who has the present state already gets 304 and no body."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Header, Response

from netnew.doors.http.problems import Problem

IfNoneMatch = Annotated[
    str | None, Header(description="ETags that the reader has; answered 304 where one is current.")
]
_ETAG: Final = {"description": "The tag of this state.", "schema": {"type": "string"}}
# For the responses of a route that calls `tagged`.
TAGGED: Final[dict[int | str, dict[str, Any]]] = {
    200: {"headers": {"ETag": _ETAG}},
    304: {"description": "The reader has it.", "headers": {"ETag": _ETAG}},
}


class Unchanged(Problem):
    """The reader has it: 304, which has no body."""

    def __init__(self, tag: str) -> None:
        super().__init__(304, "not modified", "use what you have", headers={"ETag": tag})

    def response(self) -> Response:  # type: ignore[override]
        """The bare status."""
        return Response(status_code=304, headers=self.headers)


def tagged(asked: str | None, response: Response, digest: str) -> None:
    """Give the answer its tag, or stop here where the reader has it."""
    tag = f'"{digest}"'
    known = {part.strip().removeprefix("W/") for part in (asked or "").split(",")}
    if tag in known or "*" in known:
        raise Unchanged(tag)
    response.headers["ETag"] = tag
