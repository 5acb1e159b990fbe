"""The meters of Claude Code's sessions: one a session, of bounded length, for a bounded time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import netnew

PREFIX: Final = "claude-code:"
# Each call of the hook reads all rounds of its session again.
MOST_ROUNDS: Final = 1000
KEPT_DAYS: Final = 30
MOST_PRUNED: Final = 500
TRIES: Final = 8


def observed(nn: netnew.Netnew, session: str, outputs: Mapping[str, Any]) -> netnew.Reading:
    """Add a round behind the last one, whoever else adds one meanwhile."""
    name = PREFIX + session
    for tried in range(TRIES):
        try:
            return nn.sessions.observe(name, {"round": _next_round(nn, name), "outputs": outputs})
        except netnew.InputError:
            # Another hook of this session took that number between the two steps.
            if tried == TRIES - 1:
                raise
    raise AssertionError("unreachable: the last try returns or raises")


def _next_round(nn: netnew.Netnew, name: str) -> int:
    try:
        if nn.sessions.show(name).rounds >= MOST_ROUNDS:
            with suppress(netnew.NotFoundError):
                nn.sessions.delete(name)
        reading = nn.sessions.reading(name)
    except netnew.NotFoundError:
        with suppress(netnew.InputError):  # another hook may have opened it
            nn.sessions.create(name)
        reading = nn.sessions.reading(name)
    return 1 if reading is None else reading.round.number + 1


def pruned(nn: netnew.Netnew) -> None:
    """Forget meters that nothing was added to for long; the ledger keeps what they said."""
    oldest = (datetime.now(UTC) - timedelta(days=KEPT_DAYS)).isoformat()
    for one in nn.sessions.list(after=PREFIX, limit=MOST_PRUNED):
        if one.session_id.startswith(PREFIX) and one.observed_at < oldest:
            with suppress(netnew.NotFoundError):
                nn.sessions.delete(one.session_id)
