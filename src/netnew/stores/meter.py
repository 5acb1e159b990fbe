"""Sessions of the meter in the database: rounds are added one after the other, none is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from netnew.foundation.canonical import canonical_json
from netnew.foundation.ledger import Entry
from netnew.meter.ports import Rounds, Session, Stored
from netnew.stores import ledger
from netnew.stores.database import Database
from netnew.stores.scope import Scope
from netnew.stores.tables import meter_rounds, meter_sessions

STREAM = "meter"
KIND = "meter.observed"


class SessionStore:
    """What `netnew.meter.ports.SessionStore` promises, for one workspace of one database."""

    def __init__(self, database: Database, workspace: str) -> None:
        self._database, self._workspace = database, workspace

    def create(self, session: Session) -> bool:
        """Store a new one; False where its id is taken."""
        row = session._asdict()
        row["rules_json"] = canonical_json(row.pop("rules")).decode()
        with self._database.write(self._workspace) as scope:
            if _find(scope, session.session_id) is not None:
                return False
            scope.insert_if_absent(meter_sessions, row)
            found = _find(scope, session.session_id)
        # On PostgreSQL another may have been first between the two.
        return found is not None and found.created_at == session.created_at

    def find(self, session_id: str) -> Session | None:
        """The session of this id, or None."""
        with self._database.read(self._workspace) as scope:
            return _find(scope, session_id)

    def list(self, after: str | None, limit: int) -> Sequence[Session]:
        """Sessions by id, from behind `after`."""
        column = meter_sessions.c.session_id
        with self._database.read(self._workspace) as scope:
            wanted = scope.select(meter_sessions)
            if after is not None:
                wanted = wanted.where(column > after)
            return [_session(row) for row in scope.rows(wanted.order_by(column).limit(limit))]

    def read(self, session_id: str, look: Callable[[Session, Rounds], None]) -> bool:
        """Show one state of a session to `look`; False where it is not there."""
        with self._database.read(self._workspace) as scope:
            session = _find(scope, session_id)
            if session is None:
                return False
            look(session, lambda after: _rounds(scope, session_id, after))
        return True

    def observe(
        self, session_id: str, decide: Callable[[Session, Rounds], Stored | None], now: str
    ) -> bool:
        """Add the round that `decide` gives (None: nothing), with a ledger row, both or neither."""
        with self._database.write(self._workspace) as scope:
            session = _find(scope, session_id, lock=True)
            if session is None:
                return False
            stored = decide(session, lambda after: _rounds(scope, session_id, after))
            if stored is not None:
                _add(scope, session, stored, now)
        return True

    def delete(self, session_id: str) -> bool:
        """Forget a session and its rounds; the ledger keeps what was decided."""
        with self._database.write(self._workspace) as scope:
            if _find(scope, session_id, lock=True) is None:
                return False
            for table in (meter_rounds, meter_sessions):
                scope.change(scope.delete(table).where(table.c.session_id == session_id))
        return True


def _add(scope: Scope, session: Session, stored: Stored, now: str) -> None:
    text = canonical_json(stored.round).decode()
    seq = session.rounds + 1
    place = {"session_id": session.session_id, "seq": seq}
    scope.insert(meter_rounds, [{**place, "round_json": text, "digest": stored.digest}])
    scope.change(
        scope.update(meter_sessions)
        .where(meter_sessions.c.session_id == session.session_id)
        .values(rounds=seq, observed_at=now)
    )
    body = {**place, "rules": session.rules, "round": stored.round, "verdict": stored.verdict}
    ledger.append(scope, STREAM, [Entry(KIND, body)], now)


def _find(scope: Scope, session_id: str, *, lock: bool = False) -> Session | None:
    wanted = scope.select(meter_sessions).where(meter_sessions.c.session_id == session_id)
    row = scope.one(wanted, lock=lock)
    return None if row is None else _session(row)


def _rounds(scope: Scope, session_id: str, after: int) -> Iterator[tuple[Mapping[str, Any], str]]:
    columns = meter_rounds.c
    wanted = scope.select(meter_rounds).where(columns.session_id == session_id, columns.seq > after)
    for row in scope.rows(wanted.order_by(columns.seq)):
        yield json.loads(row.round_json), row.digest


def _session(row: Any) -> Session:
    return Session(
        row.session_id, row.agent, json.loads(row.rules_json), row.rounds, row.created_at,
        row.observed_at,
    )  # fmt: skip
