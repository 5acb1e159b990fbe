"""Who calls, and what they may: the one thing that differs between transports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import netnew


def _everything(_scope: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Caller:
    """An agent (or the program of a person) at the other end, in its own workspace."""

    nn: netnew.Netnew
    agent: str
    """Whose memory it has, and who its acts are recorded as."""
    allows: Callable[[str], bool] = _everything
    """Whether it has a scope such as `gate:write`."""
    read_only: bool = False
    person: str | None = None
    """The person whose token it is; None: an agent, or a program without a token."""

    def may(self, scope: str) -> bool:
        """Whether it may use what needs this scope."""
        return self.allows(scope) and not (self.read_only and not scope.endswith(":read"))
