"""ETags: who has the present state already gets 304 and no body."""

from __future__ import annotations

from fastapi import Request, Response

from netnew.doors.http.problems import Problem


class Unchanged(Problem):
    """The reader has it: 304, which has no body."""

    def __init__(self, tag: str) -> None:
        super().__init__(304, "not modified", "use what you have", headers={"ETag": tag})

    def response(self) -> Response:  # type: ignore[override]
        """The bare status."""
        return Response(status_code=304, headers=self.headers)


def tagged(request: Request, response: Response, digest: str) -> None:
    """Give the answer its tag, or stop here where the reader has it."""
    tag = f'"{digest}"'
    asked = request.headers.get("if-none-match", "")
    known = {part.strip().removeprefix("W/") for part in asked.split(",")}
    if tag in known or "*" in known:
        raise Unchanged(tag)
    response.headers["ETag"] = tag
