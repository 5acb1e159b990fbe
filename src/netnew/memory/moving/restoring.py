"""Bringing back what stood in another netnew as it stood there, with its links.

Links that the export states are given; what it says nothing of is decided: a live fact goes
through the gate beside the facts that are here already, the exported ones left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from netnew.memory.admission import admitted, evidence_of, told_of
from netnew.memory.candidates import about, decide, known_verdict, live
from netnew.memory.desk import Desk
from netnew.memory.fact_relation import Profile
from netnew.memory.intake import checked_decision, checked_fact, checked_moment, checked_summary
from netnew.memory.moving.arrival import Arrival, KnownAttribute, PastEpisode
from netnew.memory.moving.tally import Brought, Outcome
from netnew.memory.ports import Change, Item, MemoryShelf, Step
from netnew.memory.records import LIVE, DecisionInput, FactInput, Learning
from netnew.memory.sealing import (
    attribute_hash,
    content_hash,
    key_of,
    new_salt,
    sealed,
    subject_hash,
)

ACT: Final = "moved_in"
RULE: Final = "as-it-stood"
AS_IT_STOOD: Final = "kept as it stood"
# What a link is called at its other end.
BACK: Final = {"supersedes": "superseded_by", "conflicts_with": "conflicts_with"}
_STATES: Final[Mapping[str, Outcome]] = {
    "superseded": "superseded", "late": "late", "quarantined": "quarantined",
    "rejected": "rejected", "archived": "archived", "undone": "archived",
}  # fmt: skip
_LEARNED: Final[Mapping[Learning, Outcome]] = {
    "kept": "kept", "superseded": "superseded", "confirmed": "confirmed", "conflict": "flagged",
    "late": "late", "quarantined": "quarantined", "refused": "rejected",
}  # fmt: skip


class _By(NamedTuple):
    """What becomes of an item, why, and what it does to others."""

    outcome: Outcome
    reason: str = AS_IT_STOOD
    steps: Sequence[Step] = ()
    told: Mapping[str, Any] = {}
    evidence: Mapping[str, Any] = {}


class Restoring:
    """What one run has brought back so far."""

    def __init__(self, desk: Desk, profile: Profile) -> None:
        self._desk, self._profile = desk, profile
        self._by_ref: dict[str, str] = {}
        self._own: set[str] = set()
        # Ref of what is still to come → (name of the link, id of the item that has it).
        self._waiting: dict[str, list[tuple[str, str]]] = defaultdict(list)

    def one(self, shelf: MemoryShelf, arrival: Arrival) -> Brought:
        """Keep one arrival, or find it again."""
        key = str(key_of(ACT, arrival.key))
        told = shelf.told_under(key)
        if told is not None:
            self._know(arrival, str(told["item"]))
            for name, ref in _ends(arrival):
                if ref not in self._by_ref:
                    self._waiting[ref].append((name, str(told["item"])))
            return Brought(arrival, "already", told["item"], "it came with an earlier run")
        given = arrival.given
        if isinstance(given, KnownAttribute):
            return self._attribute(shelf, arrival, given, key)
        if isinstance(given, FactInput):
            return self._fact(shelf, arrival, given, key)
        item = self._item(shelf, arrival)
        outcome: Outcome = _STATES.get(item.state, "kept")
        return self._keep(shelf, arrival, item, key, _By(outcome))

    def _item(self, shelf: MemoryShelf, arrival: Arrival) -> Item:
        given, stood = arrival.given, arrival.stood
        now = self._desk.now()
        # News of today is in use today; what is restored was last seen when it was.
        standing: dict[str, Any] = {} if stood else {"last_seen_at": now}
        if isinstance(given, PastEpisode):
            at = checked_moment("started_at", given.started_at)
            ended = checked_moment("ended_at", given.ended_at)
            standing |= {"state": "completed", "sessions": dict(given.sessions),
                         "turns": given.turns}  # fmt: skip
            standing |= {} if ended is None else {"ended_at": ended}
            document: dict[str, Any] = {"summary": checked_summary(given.summary)}
            session_id = next(iter(given.sessions), None)
        elif isinstance(given, DecisionInput):
            at, session_id = checked_moment("made_at", given.made_at), given.session_id
            verdict = dict(stood.verdict) if stood else {}
            document = {**checked_decision(given), "verdict": verdict, "judged": None}
        else:
            given = given if isinstance(given, FactInput) else FactInput()
            at, session_id = stood.at if stood else None, given.session_id
            document = {**checked_fact(given), "profile": self._profile}
            standing |= {"confirmations": 1}
        if stood is not None:
            at = stood.at or at
            standing |= {**stood.extra, "state": stood.state}
        kind = arrival.what or "fact"
        subject, attribute = document.get("subject"), document.get("attribute")
        fact = kind == "fact"
        return Item(
            self._desk.new_id(kind, shelf), kind, at or now, standing, document,
            subject_hash=subject_hash(subject) if fact else None,
            content_hash=content_hash(subject, attribute, document["content"]) if fact else None,
            session_id=session_id, salt=new_salt(),
        )  # fmt: skip

    def _fact(self, shelf: MemoryShelf, arrival: Arrival, given: FactInput, key: str) -> Brought:
        item = self._item(shelf, arrival)
        if item.state not in LIVE:
            return self._keep(shelf, arrival, item, key, _By(_STATES[item.state]))
        others = [one for one in about(shelf, item) if one.item_id not in self._own]
        decided = known_verdict(item, others)
        if decided is None:
            if not live(others):
                return self._keep(shelf, arrival, item, key, _By("kept"))
            decided = decide(shelf, item, self._profile, others)
        plan, now = decided.plan, self._desk.now()
        kept, steps = admitted(plan, item, decided.others, now)
        outcome = _LEARNED[plan.outcome]
        if kept is None:
            # Known here already: links of the export that name it lead to the one that is here.
            told = {**told_of(plan), "item": plan.confirms, "fact": plan.confirms}
            shelf.apply(Change(ACT, told, evidence_of(plan), steps=steps, key=key), now)
            self._know(arrival, str(plan.confirms))
            return Brought(arrival, outcome, plan.confirms, plan.reason)
        told = {**told_of(plan), "fact": kept.item_id}
        by = _By(outcome, plan.reason, steps, told, evidence_of(plan))
        return self._keep(shelf, arrival, kept, key, by)

    def _attribute(
        self, shelf: MemoryShelf, arrival: Arrival, given: KnownAttribute, key: str
    ) -> Brought:
        name, now = attribute_hash(given.name), self._desk.now()
        known = shelf.items("attribute", by=("subject_hash", str(name)))
        if known:
            return Brought(arrival, "already", known[0].item_id, "the attribute is known here")
        standing = {"state": "active", "multi_valued": given.multi_valued,
                    "declared": given.declared}  # fmt: skip
        item = Item(self._desk.new_id("attribute", shelf), "attribute", now, standing, {},
                    subject_hash=name, salt=new_salt())  # fmt: skip
        told = {"item": item.item_id, "rule": RULE}
        step = Step(item.item_id, None, standing)
        shelf.apply(Change(ACT, told, new=[item], steps=[step], key=key), now)
        return Brought(arrival, "kept", item.item_id, AS_IT_STOOD)

    def _keep(self, shelf: MemoryShelf, arrival: Arrival, item: Item, key: str, by: _By) -> Brought:
        self._know(arrival, item.item_id)
        item, linked = self._linked(shelf, arrival, item, {step.item_id: step for step in by.steps})
        told = {"rule": RULE, **by.told, "item": item.item_id, item.kind: item.item_id,
                "outcome": item.state, "said": sealed(item.salt, item.document)}  # fmt: skip
        text = str(item.document.get("content") or item.document.get("text") or "")
        vectors = self._desk.vectors_of(text) if text else {}
        named = {(item.item_id, model): row for model, row in vectors.items()}
        shelf.apply(
            Change(ACT, told, by.evidence, [item],
                   [*linked, Step(item.item_id, None, item.standing)], named, key=key),
            self._desk.now(),
        )  # fmt: skip
        if item.state == "quarantined":
            shelf.ask(item, ["it waited for a person where it came from"], self._desk.now())
        return Brought(arrival, by.outcome, item.item_id, by.reason)

    def _linked(
        self, shelf: MemoryShelf, arrival: Arrival, item: Item, steps: dict[str, Step]
    ) -> tuple[Item, Sequence[Step]]:
        """The item with its links to what is here, and those with their links to it."""
        standing = dict(item.standing)
        for name, ref in _ends(arrival):
            other = self._by_ref.get(ref)
            if other is None:
                self._waiting[ref].append((name, item.item_id))
            else:
                _put(standing, name, other)
                _step(shelf, steps, other, _back(name), item.item_id)
        for name, other in self._waiting.pop(arrival.at(arrival.ref or ""), ()):
            _put(standing, _back(name), other)
            _step(shelf, steps, other, name, item.item_id)
        return replace(item, standing=standing), list(steps.values())

    def _know(self, arrival: Arrival, item_id: str) -> None:
        self._own.add(item_id)
        if arrival.ref is not None:
            self._by_ref[arrival.at(arrival.ref)] = item_id


def _ends(arrival: Arrival) -> Iterator[tuple[str, str]]:
    """The links of an arrival: their names, and the refs that they lead to."""
    for name in BACK:
        for ref in getattr(arrival, name):
            yield name, arrival.at(ref)
    if arrival.superseded_by is not None:
        yield "superseded_by", arrival.at(arrival.superseded_by)


def _back(name: str) -> str:
    return "supersedes" if name == "superseded_by" else BACK[name]


def _put(standing: dict[str, Any], name: str, other: str) -> None:
    one = name == "superseded_by"
    standing[name] = other if one else sorted({*standing.get(name, ()), other})


def _step(shelf: MemoryShelf, steps: dict[str, Step], item_id: str, name: str, other: str) -> None:
    """Add a link to the step that an item takes already, or make it one."""
    known = steps.get(item_id)
    if known is None:
        item = shelf.get(item_id)
        if item is None:
            return
        known = Step(item_id, item.standing, item.standing)
    after = dict(known.after)
    _put(after, name, other)
    steps[item_id] = known._replace(after=after)
