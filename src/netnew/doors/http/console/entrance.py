"""Who stands at the console: a token's holder, or on loopback whoever sits at the machine."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

import netnew
from netnew.doors.http import access


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who was let in, with the workspace that they see."""

    nn: netnew.Netnew
    caller: access.Caller

    @property
    def name(self) -> str | None:
        """The name that the token gives them; None for whoever sits at the machine."""
        return None if self.caller.token_id is None else self.caller.name

    @property
    def is_person(self) -> bool:
        """Whether their vote is a person's."""
        return self.caller.kind == "human"

    def allows(self, needed: str) -> bool:
        """Whether they may do something such as `review:write`."""
        return self.caller.allows(needed)


def entered(request: Request) -> Visitor | None:
    """Say who the guard let in; None: they must log in first."""
    caller: access.Caller = request.state.caller
    if not caller.scopes:
        return None
    workspaces: access.Workspaces = request.app.state.workspaces
    return Visitor(workspaces.of(caller.workspace), caller)


def flaw(request: Request, text: str) -> str | None:
    """Say why the text is no good token, or None where it is one."""
    nn: netnew.Netnew = request.app.state.nn
    try:
        nn.tokens.recognise(text)
    except netnew.AccessError as error:
        return error.problem
    return None
