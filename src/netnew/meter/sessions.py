"""`MeterSessions`: meters that live in the database, so that any process goes on with any."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.errors import ConflictError, InputError, NotFoundError
from netnew.foundation.ids import digest
from netnew.foundation.names import check_name, unstorable
from netnew.meter.meter import Meter
from netnew.meter.policy import DEFAULT_PROFILE
from netnew.meter.ports import Rounds, Session, SessionStore, Stored
from netnew.meter.reading import Reading
from netnew.meter.transcript import LISTS

MOST_KEPT: Final = 256


class _Running(NamedTuple):
    """A meter as this process last saw it. Whoever works with it takes it out of the cache."""

    meter: Meter
    rounds: int
    reading: Reading | None
    digest: str | None


class MeterSessions:
    """The sessions of one workspace: `connect(…).sessions`.

    What this process remembers of a session only saves work: the rounds in the database are the
    session, and what another process added is caught up with.
    """

    def __init__(self, store: SessionStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._kept: OrderedDict[tuple[str, str], _Running] = OrderedDict()
        self._lock = Lock()

    def create(
        self,
        session_id: str | None = None,
        *,
        profile: str = DEFAULT_PROFILE,
        policy: Mapping[str, Any] | None = None,
        agent: str | None = None,
    ) -> Session:
        """Open a session; without an id it is given one."""
        name = session_id if session_id is not None else f"ses_{secrets.token_hex(12)}"
        check_name("session id", name)
        rules = {"profile": profile, "policy": None if policy is None else dict(policy)}
        _meter(rules)
        now = timestamp(self._clock())
        session = Session(name, agent, rules, 0, now, now)
        if not self._store.create(session):
            raise ConflictError(
                f"there is a session `{name:.100}` already", "name another, or delete that one"
            )
        return session

    def list(self, *, after: str | None = None, limit: int = 100) -> Sequence[Session]:
        """Sessions by id, from behind `after`."""
        return self._store.list(after, limit)

    def show(self, session_id: str) -> Session:
        """One session: its rules, and how many rounds it has."""
        found = self._store.find(session_id)
        if found is None:
            raise _no_session(session_id)
        return found

    def observe(self, session_id: str, round_: Mapping[str, Any]) -> Reading:
        """Take in one more round and read the meter; the last round given again changes nothing.

        Of two processes that observe at once one waits, so no round is lost or counted twice.
        """
        _check_texts(round_)
        now, mark = timestamp(self._clock()), digest(dict(round_))
        after: list[tuple[Session, _Running]] = []

        def decide(session: Session, rounds: Rounds) -> Stored | None:
            running = self._caught_up(session, rounds)
            if running.digest == mark:
                after.append((session, running))
                return None
            _refuse_earlier(session_id, running.reading, round_)
            reading = running.meter.observe(round_)
            after.append((session, _Running(running.meter, running.rounds + 1, reading, mark)))
            return Stored(round_, mark, _verdict(reading))

        if not self._store.observe(session_id, decide, now):
            raise _no_session(session_id)
        session, running = after[-1]
        # Only what was stored is remembered: a meter whose round was lost is lost with it.
        self._keep(session, running)
        return _given(running.reading)

    def reading(self, session_id: str) -> Reading | None:
        """What the meter says after the last round; None before the first."""
        found: list[Reading | None] = []

        def look(session: Session, rounds: Rounds) -> None:
            running = self._caught_up(session, rounds)
            self._keep(session, running)
            found.append(running.reading)

        if not self._store.read(session_id, look):
            raise _no_session(session_id)
        return found[-1]

    def delete(self, session_id: str) -> None:
        """Forget a session and its rounds; the ledger keeps what was decided."""
        if not self._store.delete(session_id):
            raise _no_session(session_id)

    def _caught_up(self, session: Session, rounds: Rounds) -> _Running:
        with self._lock:
            # The time tells it from an earlier session of the same name.
            running = self._kept.pop((session.session_id, session.created_at), None)
        if running is None or running.rounds > session.rounds:
            running = _Running(_meter(session.rules), 0, None, None)
        meter, count, reading, mark = running
        if count < session.rounds:
            for given, known in rounds(count):
                reading, mark, count = meter.observe(given), known, count + 1
        return _Running(meter, count, reading, mark)

    def _keep(self, session: Session, running: _Running) -> None:
        with self._lock:
            self._kept[session.session_id, session.created_at] = running
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _refuse_earlier(session_id: str, last: Reading | None, round_: Mapping[str, Any]) -> None:
    number = round_.get("round")
    if last is None or not isinstance(number, int):
        return  # the meter says what is wrong with it
    taken = last.round.number
    if number <= taken:
        raise ConflictError(
            f"session `{session_id:.100}` has taken round {taken} already, this is round {number}",
            "number the rounds in rising order",
        )


def _meter(rules: Mapping[str, Any]) -> Meter:
    return Meter(rules["profile"], policy=rules["policy"])


def _verdict(reading: Reading) -> dict[str, Any]:
    told = reading.as_verdict()
    return {key: value for key, value in told.items() if key != "hint"}


def _given(reading: Reading | None) -> Reading:
    if reading is None:
        raise InputError("the session has no rounds", "observe one first")
    return reading


def _no_session(session_id: str) -> NotFoundError:
    return NotFoundError(f"no session `{session_id:.100}`", "create it first")


def _check_texts(round_: Mapping[str, Any]) -> None:
    """Refuse texts that a database would not keep; the meter refuses all else that is wrong."""
    outputs = dict(round_).get("outputs")
    if not isinstance(outputs, Mapping):
        return
    for name in LISTS:
        texts = outputs.get(name)
        for text in texts if isinstance(texts, (list, tuple)) else ():
            found = unstorable(text) if isinstance(text, str) else None
            if found:
                raise InputError(f"a text of outputs.{name} {found}", "leave it out of the text")
