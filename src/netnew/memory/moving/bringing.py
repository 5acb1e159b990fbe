"""Bringing arrivals into a memory: through the gates that everything goes through.

Each arrival has a key of its content, so a run that was killed, or comes again, adds nothing
twice. So many arrivals share one transaction that the disk is not waited for at each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final, NamedTuple, NoReturn

from netnew.foundation.errors import InputError
from netnew.memory.decisions import Decisions
from netnew.memory.desk import Desk
from netnew.memory.fact_relation import Profile
from netnew.memory.facts import Facts
from netnew.memory.layers import Profile as Gate
from netnew.memory.moving.arrival import Arrival, KnownAttribute, PastEpisode
from netnew.memory.moving.linking import Links
from netnew.memory.moving.restoring import Restoring
from netnew.memory.moving.tally import Brought, Outcome
from netnew.memory.ports import Change, MemoryShelf, Step
from netnew.memory.records import DecisionInput, FactInput, Learning
from netnew.memory.remembered import Remembered
from netnew.memory.sealing import key_of
from netnew.memory.turns import advice_on

# Some tenths of a second of work: other writers of the agent wait no longer than that.
TOGETHER: Final = 100
OUTCOME_OF: Final[Mapping[Learning, Outcome]] = {
    "kept": "kept", "superseded": "superseded", "confirmed": "confirmed", "conflict": "flagged",
    "late": "late", "quarantined": "quarantined", "refused": "rejected",
}  # fmt: skip
MOVES: Final[Mapping[str, Outcome]] = {
    "quarantined": "quarantined", "rejected": "rejected", "archived": "archived",
    "superseded": "superseded",
}  # fmt: skip
ALREADY: Final = "it came with an earlier run"
LONGEST_SAID: Final = 300


class _RehearsedError(Exception):
    """Ends a rehearsal: whatever it did is taken back."""


def _take_back() -> NoReturn:
    raise _RehearsedError


def bring_in(
    desk: Desk, arrivals: Iterable[Arrival], profile: Profile, gate: Gate, *, rehearse: bool
) -> Iterator[Brought]:
    """Bring in what is read, in its order; with `rehearse` say what would come of it, and stop.

    A rehearsal does everything in one transaction and takes it back: it tells exactly what the
    run would come to, and other writers of the agent wait for it.
    """
    # Indexes of its own: what is taken back must not stay in those that live on.
    own = replace(desk, remembered=Remembered())
    bringing = _Bringing(own, profile, gate)
    rest = iter(arrivals)
    if rehearse:
        told: list[Brought] = []
        try:
            with own.archive.write() as shelf:
                told = [bringing.one(shelf, arrival) for arrival in rest]
                _take_back()
        except _RehearsedError:
            yield from told
        return
    stopped: InputError | None = None
    while stopped is None:
        batch = list[Arrival]()
        try:
            batch.extend(islice(rest, TOGETHER))
        except InputError as error:
            # What was read before is brought in all the same.
            stopped = error
        if not batch:
            break
        with own.archive.write() as shelf:
            done = [bringing.one(shelf, arrival) for arrival in batch]
        yield from done
    if stopped is not None:
        raise stopped


class _Bringing:
    def __init__(self, desk: Desk, profile: Profile, gate: Gate) -> None:
        self._desk, self._gate = desk, gate
        self._facts, self._decisions = Facts(desk, profile), Decisions(desk, profile)
        self._restoring = Restoring(desk, profile)
        self._links = Links(desk)

    def one(self, shelf: MemoryShelf, arrival: Arrival) -> Brought:
        if arrival.problem is not None:
            return Brought(arrival, "set aside", None, arrival.problem.problem)
        try:
            return self._one(shelf, arrival)
        except InputError as error:
            # Nothing was stored of it: what is given is checked before anything is.
            return Brought(arrival.bad(error, str(arrival.given)), "set aside", None, error.problem)

    def _one(self, shelf: MemoryShelf, arrival: Arrival) -> Brought:
        given = arrival.given
        if arrival.stood is not None or isinstance(given, (PastEpisode, KnownAttribute)):
            return self._restoring.one(shelf, arrival)
        if isinstance(given, FactInput):
            return self._fact(shelf, arrival, given)
        if isinstance(given, DecisionInput):
            return self._decision(shelf, arrival, given)
        raise InputError("nothing is given", "give a fact, a decision or an episode")

    def _fact(self, shelf: MemoryShelf, arrival: Arrival, given: FactInput) -> Brought:
        known = _known(shelf, "learn", arrival.key)
        if known is not None:
            return Brought(arrival, "already", known["fact"], ALREADY)
        learned = self._facts.learn_on(shelf, replace(given, key=arrival.key))
        return Brought(arrival, OUTCOME_OF[learned.outcome], learned.id, learned.reason)

    def _decision(self, shelf: MemoryShelf, arrival: Arrival, given: DecisionInput) -> Brought:
        known = _known(shelf, "decide", arrival.key)
        given = replace(given, key=arrival.key)
        advice = advice_on(given, self._gate)
        recorded = self._decisions.record_on(shelf, given, advice=advice)
        item_id = str(recorded.id)
        settled = _settled(arrival, advice)
        moved = self._settle(shelf, arrival, item_id, settled)
        moved |= self._links.link(shelf, arrival, item_id)
        if known is not None and not moved:
            return Brought(arrival, "already", item_id, ALREADY)
        return Brought(arrival, MOVES.get(settled.status, "kept"), item_id, settled.said)

    def _settle(
        self, shelf: MemoryShelf, arrival: Arrival, item_id: str, settled: _Settled
    ) -> bool:
        """Let a decision stand as its log or the gate says, once; whether that changed anything."""
        key = key_of("settle", f"{arrival.key} {settled.status}")
        item = shelf.get(item_id)
        if item is None or settled.status == "active" or item.state != "active":
            return False
        if shelf.told_under(str(key)) is not None:
            # Somebody has undone it since: a second run does not do it again.
            return False
        told: dict[str, Any] = {
            "decision": item_id, "outcome": settled.status, "rule": settled.rule,
        }  # fmt: skip
        step = Step(item_id, item.standing, {**item.standing, "state": settled.status})
        shelf.apply(Change("settled", told, steps=[step], key=key), self._desk.now())
        if settled.status == "quarantined":
            shelf.ask(item, [settled.said], self._desk.now())
        return True


class _Settled(NamedTuple):
    """How a decision stands that was brought in, and by whose word."""

    status: str
    rule: str
    said: str


def _settled(arrival: Arrival, advice: Mapping[str, Any]) -> _Settled:
    """As its log says; what the gate would reject, its log notwithstanding, a person looks at."""
    if arrival.status == "quarantined":
        return _Settled(arrival.status, "own-log", "its own log has not settled it")
    if arrival.status != "active":
        return _Settled(arrival.status, "own-log", f"{arrival.status} in its own log")
    if advice.get("outcome") == "reject" and not arrival.vouched:
        reasons = "; ".join(advice.get("reasons", ()))
        return _Settled(
            "quarantined", "gate", f"the gate would reject it: {reasons}"[:LONGEST_SAID]
        )
    return _Settled("active", "", "recorded")


def _known(shelf: MemoryShelf, act: str, key: str) -> Mapping[str, Any] | None:
    return shelf.told_under(str(key_of(act, key)))
