"""`memory.decisions`: decisions that were recorded on purpose, and those that a turn ended in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from netnew.foundation.clock import timestamp
from netnew.foundation.errors import InputError, NotFoundError
from netnew.foundation.names import check_name
from netnew.kernel.int8 import I8
from netnew.memory.desk import Desk
from netnew.memory.intake import checked_decision, checked_moment, checked_outcome
from netnew.memory.near_copies import Profile
from netnew.memory.ports import Change, Item, LookedUp, MemoryShelf, Place, Step
from netnew.memory.recent import RECENT_VERSION, WINDOW, Earlier, Repeated, repeated
from netnew.memory.records import Decision, DecisionInput, Recorded, Recording, State
from netnew.memory.sealing import key_of, new_salt, sealed
from netnew.memory.searching import search
from netnew.memory.views import decision_of

# What a verdict makes of a decision.
STATE_OF: Final[Mapping[str, State]] = {
    "keep": "active", "quarantine": "quarantined", "reject": "rejected",
}  # fmt: skip
OUTCOME_OF: Final[Mapping[State, Recording]] = {
    "active": "kept", "quarantined": "quarantined", "rejected": "rejected",
}  # fmt: skip
Verdict = Mapping[str, Any]
Act = Callable[[MemoryShelf], Recorded]
# What the ledger keeps of a verdict: its reasons may quote, so they stay beside.
VERDICT_NUMBERS: Final = ("outcome", "rule", "score", "threshold", "version")


class Decisions:
    """The decisions of one agent."""

    def __init__(self, desk: Desk, profile: Profile) -> None:
        self._desk, self._profile = desk, profile

    def record(self, given: DecisionInput, *, advice: Verdict | None = None) -> Recorded:
        """Record a decision on purpose: no gate stops it; `advice` is what a gate would say."""
        act = self.recording(given, advice or {})
        with self._desk.archive.write() as shelf:
            return act(shelf)

    def record_on(
        self, shelf: MemoryShelf, given: DecisionInput, *, advice: Verdict | None = None
    ) -> Recorded:
        """Record within a transaction that is open already."""
        return self.recording(given, advice or {})(shelf)

    def recording(self, given: DecisionInput, advice: Verdict) -> Act:
        """What `record` does, ready to be carried out in a transaction that is open already."""
        return self._prepared(given, advice, "active", gated=False)

    def admit(
        self, given: DecisionInput, verdict: Verdict, *, judged: Mapping[str, Any] | None = None
    ) -> Recorded:
        """Keep, hold or reject what a turn ended in, as the gate's `verdict` says.

        It is stored once it is final, and not at all where this session has just said the same.
        `verdict` holds `outcome` (keep, quarantine, reject), `reasons` in words, `score`, and what
        else the gate wants to find again; `judged` is what it looked at, for a replay.
        """
        act = self.admission(given, verdict, judged=judged)
        with self._desk.archive.write() as shelf:
            return act(shelf)

    def admission(
        self, given: DecisionInput, verdict: Verdict, *, judged: Mapping[str, Any] | None = None
    ) -> Act:
        """What `admit` does, ready to be carried out in a transaction that is open already."""
        if verdict.get("outcome") not in STATE_OF:
            raise InputError(
                f"a verdict says {verdict.get('outcome')!r:.40}",
                f"choose one of {', '.join(STATE_OF)}",
            )
        state = STATE_OF[verdict["outcome"]]
        return self._prepared(given, verdict, state, gated=True, judged=judged)

    def recent_duplicate(self, text: str, session_id: str) -> Repeated | None:
        """The decision of this session within five minutes that says the same, or None."""
        vector = self._desk.vector(text)
        with self._desk.archive.read() as shelf:
            return self.repeated_on(shelf, text, session_id, vector)

    def repeated_on(
        self, shelf: MemoryShelf, text: str, session_id: str, vector: I8 | None
    ) -> Repeated | None:
        """Do what `recent_duplicate` does in a transaction that is open already."""
        since = timestamp(self._desk.clock() - WINDOW)
        recent = shelf.items("decision", by=("session_id", session_id), since=since)
        known: dict[str, bytes] = {}
        if vector is not None and self._desk.embedder is not None and recent:
            ids = [item.item_id for item in recent]
            known = shelf.vectors_of(self._desk.embedder.model_id, ids)
        earlier = [
            Earlier(
                item.item_id,
                str(item.document.get("text", "")),
                np.frombuffer(known[item.item_id], np.int8) if item.item_id in known else None,
            )
            for item in recent
        ]
        return repeated(text, vector, earlier)

    def search(self, query: str, *, limit: int = 10, inactive: bool = False) -> Sequence[Decision]:
        """Decisions that have to do with `query`, best first; live ones alone unless `inactive`."""
        found = search(
            self._desk, "decision", query, limit=limit, inactive=inactive, profile=self._profile
        )
        return [decision_of(item) for item in found]

    def get(self, decision_id: str) -> Decision:
        """The decision of this id, whatever its state."""
        with self._desk.archive.read() as shelf:
            return decision_of(_known(shelf.get(decision_id), decision_id))

    def all(self, *, session_id: str | None = None, inactive: bool = False) -> Sequence[Decision]:
        """Decisions, of one session or of all, oldest first; live ones alone unless `inactive`."""
        with self._desk.archive.read() as shelf:
            if session_id:
                check_name("session", session_id)
            by: tuple[LookedUp, str] | None = ("session_id", session_id) if session_id else None
            found = shelf.items("decision", by=by, inactive=inactive)
            return [decision_of(item) for item in found]

    def page(
        self,
        limit: int,
        *,
        after: Place | None = None,
        session_id: str | None = None,
        inactive: bool = False,
    ) -> Sequence[Decision]:
        """The first of what `all` gives that come `after` a decision's `made_at` and `id`."""
        by: tuple[LookedUp, str] | None = ("session_id", session_id) if session_id else None
        with self._desk.archive.read() as shelf:
            found = shelf.page("decision", limit, after=after, by=by, inactive=inactive)
            return [decision_of(item) for item in found]

    def conclude(self, decision_id: str, outcome: str) -> Decision:
        """Say what became of a decision; until then it is `pending`."""
        outcome = checked_outcome(outcome)
        now = self._desk.now()
        with self._desk.archive.write() as shelf:
            item = _known(shelf.get(decision_id), decision_id)
            after = {**item.standing, "outcome": outcome}
            told = {"decision": decision_id, "outcome": outcome}
            step = Step(decision_id, item.standing, after)
            shelf.apply(Change("decision_concluded", told, steps=[step]), now)
            return decision_of(replace(item, standing=after))

    def _prepared(
        self,
        given: DecisionInput,
        verdict: Verdict,
        state: State,
        *,
        gated: bool,
        judged: Mapping[str, Any] | None = None,
    ) -> Act:
        # All that takes time and no database comes before anybody has to wait for it.
        document = {**checked_decision(given), "verdict": dict(verdict), "judged": judged}
        key = key_of("decide", given.key)
        made_at = checked_moment("made_at", given.made_at)
        vector = self._desk.vector(given.text)

        def act(shelf: MemoryShelf) -> Recorded:
            # The time now, not before waiting: the window of repeats counts from here.
            now = self._desk.now()
            if key is not None and (told := shelf.told_under(key)) is not None:
                return _first_answer(shelf, told)
            if gated and (same := self.repeated_on(shelf, given.text, given.session_id, vector)):
                return self._drop(shelf, same, key, now)
            standing: dict[str, Any] = {"state": state, "outcome": "pending"}
            if made_at is not None:
                # An old decision that is told of today is in use today: retention counts from here.
                standing["last_seen_at"] = now
            item = Item(
                self._desk.new_id("decision", shelf), "decision", made_at or now, standing,
                document, session_id=given.session_id, salt=new_salt(),
            )  # fmt: skip
            self._store(shelf, item, vector, key, now, gated=gated)
            reasons = tuple(verdict.get("reasons", ()))
            if state == "quarantined":
                shelf.ask(item, reasons, now)
            return Recorded(OUTCOME_OF[state], decision_of(item), reasons)

        return act

    def _store(
        self,
        shelf: MemoryShelf,
        item: Item,
        vector: I8 | None,
        key: str | None,
        now: str,
        *,
        gated: bool,
    ) -> None:
        verdict = item.document["verdict"]
        told = {
            "decision": item.item_id,
            "outcome": item.state,
            "gated": gated,
            "said": sealed(item.salt, item.document),
            "verdict": {name: verdict.get(name) for name in VERDICT_NUMBERS},
        }
        evidence = {"reasons": list(verdict.get("reasons", ()))}
        named: dict[tuple[str, str], bytes] = {}
        if vector is not None and self._desk.embedder is not None:
            named[item.item_id, self._desk.embedder.model_id] = vector.tobytes()
        step = Step(item.item_id, None, item.standing)
        act = "decision_judged" if gated else "decision_recorded"
        shelf.apply(Change(act, told, evidence, [item], [step], named, key=key), now)

    def _drop(self, shelf: MemoryShelf, same: Repeated, key: str | None, now: str) -> Recorded:
        item = shelf.get(same.item_id)
        told = {"decision": same.item_id, "outcome": "duplicate", "rule": same.rule,
                "score": same.score, "threshold": same.threshold,
                "version": RECENT_VERSION}  # fmt: skip
        shelf.apply(Change("decision_repeated", told, key=key), now)
        decision = None if item is None else decision_of(item)
        return Recorded("duplicate", decision, (same.reason,))


def _first_answer(shelf: MemoryShelf, told: Mapping[str, Any]) -> Recorded:
    item = shelf.get(told["decision"])
    outcome = OUTCOME_OF.get(told["outcome"], "duplicate")
    decision = None if item is None else decision_of(item)
    return Recorded(outcome, decision, ("recorded under this key already",))


def _known(item: Item | None, decision_id: str) -> Item:
    if item is None or item.kind != "decision":
        raise NotFoundError(
            f"no decision `{decision_id:.100}` is remembered",
            "`netnew memory decisions` lists them",
        )
    return item
