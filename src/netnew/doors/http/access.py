"""Who is asking, in which workspace, and whether they may: `needs(scope)` on every route."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Literal

from fastapi import Depends, Request

import netnew
from netnew.doors.http.problems import Problem

# Who a program on this machine is that shows no token.
LOCAL: Final = "local"
MOST_OPEN_WORKSPACES: Final = 64


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking."""

    name: str
    """The token's name: what reviews and the ledger call them."""
    scopes: tuple[str, ...]
    workspace: str
    agent: str | None = None
    """The agent that they speak for; they see its memory alone."""
    token_id: str | None = None

    @property
    def kind(self) -> Literal["human", "agent"]:
        """Whether their vote is a person's or an agent's."""
        return "human" if self.agent is None else "agent"

    @property
    def key(self) -> str:
        """What their idempotency keys are kept under."""
        return self.token_id or LOCAL

    def allows(self, needed: str) -> bool:
        """Whether they have a scope such as `gate:write`."""
        return netnew.allows(self.scopes, needed)

    def person(self, what: str) -> str:
        """Their name, where they are a person; agents are refused."""
        if self.agent is not None:
            raise Problem(
                403,
                f"the token `{self.name}` speaks for the agent `{self.agent}`, and {what} takes "
                "a person",
                "let a person do it, with a token that names no agent",
                title="AccessError",
            )
        return self.name


@dataclass(frozen=True, slots=True)
class Asked:
    """One request's view: the workspace opened for whoever is asking."""

    nn: netnew.Netnew
    caller: Caller


class Workspaces:
    """Workspaces of one database, each opened once; those not asked for in a while are let go."""

    def __init__(self, nn: netnew.Netnew) -> None:
        self._nn = nn
        self._open: OrderedDict[str, netnew.Netnew] = OrderedDict()
        self._lock = Lock()

    def of(self, workspace: str) -> netnew.Netnew:
        """The workspace of this name."""
        with self._lock:
            if workspace not in self._open:
                self._open[workspace] = self._nn.in_workspace(workspace)
            self._open.move_to_end(workspace)
            if len(self._open) > MOST_OPEN_WORKSPACES:
                self._open.popitem(last=False)
            return self._open[workspace]


class Needs:
    """A route's demand: the caller has this scope."""

    def __init__(self, scope: str) -> None:
        self.scope = scope

    async def __call__(self, request: Request) -> Asked:
        """What the route works with. It waits for nothing, so it needs no thread of its own."""
        caller: Caller = request.state.caller
        if not caller.allows(self.scope):
            had = ", ".join(caller.scopes) or "none"
            raise Problem(
                403,
                f"this needs the scope {self.scope}, `{caller.name}` has {had}",
                "`netnew token create --scope` makes a token that may",
                title="AccessError",
            )
        workspaces: Workspaces = request.app.state.workspaces
        return Asked(workspaces.of(caller.workspace), caller)


def needs(scope: str) -> Any:
    """For `Annotated[Asked, needs("gate:write")]`: only callers with this scope get in."""
    return Depends(Needs(scope))


def local_caller(settings: netnew.Settings) -> Caller:
    """Who asks from this machine without a token."""
    act = settings.http_local
    return Caller(LOCAL, () if act == "none" else (f"*:{act}",), settings.workspace)


def nobody(settings: netnew.Settings) -> Caller:
    """Somebody without a good token, who may ask for the login page and nothing else."""
    return Caller("", (), settings.workspace)


def caller_of(token: netnew.Token) -> Caller:
    """Who asks with this token."""
    return Caller(token.name, token.scopes, token.workspace, token.agent, token.token_id)
