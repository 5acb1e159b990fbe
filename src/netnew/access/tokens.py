"""`Tokens`: make, list, revoke, recognise. `connect(…).tokens`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from threading import Lock
from typing import Final, Literal, NamedTuple

from netnew.access.ports import TokenStore
from netnew.access.scopes import parse_scopes
from netnew.access.token import Token, fits, new_parts, read_parts, secret_hash
from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.errors import AccessError, InputError, NotFoundError
from netnew.foundation.names import check_name, flaw

LONGEST_DAYS: Final = 3650
DEFAULT_DAYS: Final = 90.0
WAY_OUT: Final = "`netnew token create` makes one; send it as `Authorization: Bearer …`"
# Permits are taken from the shared bucket for so long at once, and are void afterwards.
LEASE_MICROSECONDS: Final = 1_000_000


class NewToken(NamedTuple):
    """A token that was just made, and its text, which is shown this once."""

    token: Token
    text: str


class _Lease:
    """Permits that this process took and has not spent."""

    def __init__(self, permits: int, until: int) -> None:
        self.permits, self.until = permits, until


class Tokens:
    """The tokens of one workspace."""

    def __init__(self, store: TokenStore, workspace: str, clock: Clock) -> None:
        self._store, self._workspace, self._clock = store, workspace, clock
        self._leases: dict[tuple[str, str], _Lease] = {}
        self._lock = Lock()

    def create(
        self,
        name: str,
        *,
        scopes: Iterable[str],
        agent: str | None = None,
        days: float = DEFAULT_DAYS,
    ) -> NewToken:
        """Make a token; its text is in no database and cannot be shown again.

        Parameters
        ----------
        name
            Who holds it: what reviews and logs call them.
        scopes
            Such as `gate:write`; an act alone is for every noun.
        agent
            The agent that it speaks for: it then sees this agent's memory alone, and its votes
            are an agent's.
        """
        check_name("token name", name)
        if not name.strip() or not name.isprintable():
            raise InputError(f"a token cannot be called {name!r:.40}", "give a name on one line")
        if agent is not None:
            check_name("agent", agent)
        if not 0 < days <= LONGEST_DAYS:
            raise InputError(f"a token cannot last {days:g} days", f"give up to {LONGEST_DAYS}")
        self._check_kind(name, agent)
        now = self._clock()
        parts = new_parts(self._workspace)
        token = Token(
            parts.token_id, name, self._workspace, parse_scopes(scopes), agent,
            timestamp(now), timestamp(now + timedelta(days=days)),
        )  # fmt: skip
        self._store.keep(token, secret_hash(parts.secret))
        return NewToken(token, parts.text)

    def _check_kind(self, name: str, agent: str | None) -> None:
        """Keep one name from being a person's and an agent's: it stands for one reviewer."""
        known = [token for token in self.list() if _same(token.name, name)]
        if any((token.agent is None) != (agent is None) for token in known):
            holder = "a person" if agent is not None else "an agent"
            raise InputError(
                f"there is a token of `{name:.40}` that is {holder}'s", "choose another name"
            )

    def list(self) -> Sequence[Token]:
        """Every token of this workspace, oldest first; revoked and expired ones too."""
        return self._store.all()

    def any_good(self) -> bool:
        """Whether there is a token that would be taken now."""
        now = timestamp(self._clock())
        return any(token.flaw(now) is None for token in self.list())

    def state(self, token: Token) -> Literal["active", "revoked", "expired"]:
        """What has become of a token by now."""
        if token.revoked_at is not None:
            return "revoked"
        return "expired" if token.flaw(timestamp(self._clock())) else "active"

    def revoke(self, token_id: str) -> Token:
        """From now on the token is refused, in every process."""
        if fault := flaw(token_id):
            raise NotFoundError(f"the token id {fault}", "`netnew token list` shows all")
        found = self._store.revoke(token_id, timestamp(self._clock()))
        if found is None:
            raise NotFoundError(f"no token `{token_id:.100}`", "`netnew token list` shows all")
        return found

    def recognise(self, text: str) -> Token:
        """The token of this text, of whichever workspace; an AccessError where it is not good.

        A wrong secret and a token that is not there read alike.
        """
        parts = read_parts(text)
        if parts is None or flaw(parts.workspace) or flaw(parts.token_id):
            raise AccessError("that is no token of netnew", WAY_OUT)
        found = self._store.find(parts.workspace, parts.token_id)
        kept = found[1] if found else secret_hash("")
        if not fits(parts.secret, kept) or found is None:
            raise AccessError("the token is not known here", WAY_OUT)
        token = found[0]
        bad = token.flaw(timestamp(self._clock()))
        if bad:
            raise AccessError(f"the token of `{token.name}` {bad}", WAY_OUT)
        return token

    def wait_seconds(self, token: Token, per_minute: int) -> float:
        """Spend one permit of the token: 0.0 where there was one, else how long until there is.

        The bucket is a row that all processes share; each takes a second's worth at once, so
        that few requests write.
        """
        now = int(self._clock().timestamp() * 1_000_000)
        with self._lock:
            lease = self._leases.get((token.workspace, token.token_id))
            if lease is not None and lease.permits > 0 and now < lease.until:
                lease.permits -= 1
                return 0.0
        granted = self._store.draw(token, max(1, per_minute // 60), per_minute, now)
        if not granted.permits:
            return granted.wait_seconds
        with self._lock:
            lease = _Lease(granted.permits - 1, now + LEASE_MICROSECONDS)
            self._leases[token.workspace, token.token_id] = lease
        return 0.0


def _same(one: str, other: str) -> bool:
    """Whether two names are one reviewer's, however they are written."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
