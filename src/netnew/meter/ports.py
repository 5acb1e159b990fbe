"""What sessions of the meter need stored; `netnew.stores.meter` offers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol


class Session(NamedTuple):
    """A conversation that is observed over many calls, from any process."""

    session_id: str
    agent: str | None
    """The agent that it was opened for, if any."""
    rules: Mapping[str, Any]
    """Profile and policy, as they were given."""
    rounds: int
    created_at: str
    observed_at: str


class Stored(NamedTuple):
    """A round on its way into the record: as it was given, its digest, and what came of it."""

    round: Mapping[str, Any]
    digest: str
    verdict: Mapping[str, Any]


# Rounds of a session with their digests, from behind a place.
Rounds = Callable[[int], Iterator[tuple[Mapping[str, Any], str]]]


class SessionStore(Protocol):
    """The sessions of one workspace."""

    def create(self, session: Session) -> bool:
        """Store a new one; False where its id is taken."""

    def find(self, session_id: str) -> Session | None:
        """The session of this id, or None."""

    def list(self, after: str | None, limit: int) -> Sequence[Session]:
        """Sessions by id, from behind `after`."""

    def read(self, session_id: str, look: Callable[[Session, Rounds], None]) -> bool:
        """Show one state of a session to `look`; False where it is not there."""

    def observe(
        self, session_id: str, decide: Callable[[Session, Rounds], Stored | None], now: str
    ) -> bool:
        """Add the round that `decide` gives (None: nothing), with a ledger row, both or neither.

        Nobody else adds one meanwhile. False: there is no such session.
        """

    def delete(self, session_id: str) -> bool:
        """Forget a session and its rounds; the ledger keeps what was decided."""
