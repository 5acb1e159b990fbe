"""`memory.facts`: learn, find and list facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from netnew.foundation.clock import timestamp
from netnew.foundation.errors import ConflictError, InputError, NotFoundError
from netnew.memory.admission import admitted, evidence_of, told_of
from netnew.memory.attributes import remembered
from netnew.memory.candidates import Decided, about, decide, known_verdict
from netnew.memory.desk import Desk
from netnew.memory.fact_relation import Profile
from netnew.memory.intake import checked_fact
from netnew.memory.learning import VERSIONS, Plan
from netnew.memory.ports import Change, Item, LookedUp, MemoryShelf, Place, Step
from netnew.memory.recalled import VERSION as RECALLED_VERSION
from netnew.memory.recalled import Echo, echo, least_shared, looks_recalled
from netnew.memory.records import Compared, Fact, FactInput, Learned
from netnew.memory.sealing import content_hash, key_of, new_salt, sealed, subject_hash
from netnew.memory.searching import search, similar_texts
from netnew.memory.views import fact_of

ACTS = {"confirmed": "confirmed", "refused": "refused"}
RECALLED = "it is recalled text that came back, nothing new"
# A clock elsewhere may be ahead, and a date without a zone may be meant as another zone's.
CLOCKS_DIFFER = timedelta(days=1)
HELD = "the caller asked for a person to look at it first"


class Facts:
    """The facts of one agent."""

    def __init__(self, desk: Desk, profile: Profile) -> None:
        self._desk, self._profile = desk, profile

    def learn(self, given: FactInput) -> Learned:
        """Keep a fact, or confirm, supersede, flag, hold or refuse: what, and why, comes back.

        All of it is stored together, with its ledger row, or nothing is.
        """
        document = self._document(given)
        vectors = self._desk.vectors_of(document["content"])
        with self._desk.archive.write() as shelf:
            return self._learn(shelf, given, document, vectors)

    def learn_on(self, shelf: MemoryShelf, given: FactInput) -> Learned:
        """Learn within a transaction that is open already; what cannot be kept leaves it whole."""
        document = self._document(given)
        return self._learn(shelf, given, document, self._desk.vectors_of(document["content"]))

    def search(self, query: str, *, limit: int = 10, inactive: bool = False) -> Sequence[Fact]:
        """Facts that have to do with `query`, best first; live ones alone unless `inactive`."""
        found = search(
            self._desk, "fact", query, limit=limit, inactive=inactive, profile=self._profile
        )
        return [fact_of(item) for item in found]

    def get(self, fact_id: str) -> Fact:
        """The fact of this id, whatever its state."""
        with self._desk.archive.read() as shelf:
            item = shelf.get(fact_id)
        if item is None or item.kind != "fact":
            raise NotFoundError(
                f"no fact `{fact_id:.100}` is remembered", "`netnew memory facts` lists them"
            )
        return fact_of(item)

    def all(self, *, subject: str | None = None, inactive: bool = False) -> Sequence[Fact]:
        """Facts, of one subject or of all, oldest first; live ones alone unless `inactive`."""
        with self._desk.archive.read() as shelf:
            found = shelf.items("fact", by=_by_subject(subject), inactive=inactive)
            return [fact_of(item) for item in found]

    def page(
        self,
        limit: int,
        *,
        after: Place | None = None,
        subject: str | None = None,
        inactive: bool = False,
    ) -> Sequence[Fact]:
        """The first of what `all` gives that come `after` a fact's `learned_at` and `id`."""
        by = _by_subject(subject)
        with self._desk.archive.read() as shelf:
            found = shelf.page("fact", limit, after=after, by=by, inactive=inactive)
            return [fact_of(item) for item in found]

    def _document(self, given: FactInput) -> dict[str, Any]:
        document = checked_fact(given)
        observed, ahead = document["observed_at"], self._desk.clock() + CLOCKS_DIFFER
        if observed is not None and observed > timestamp(ahead):
            # Else every later fact of the subject would come too late for it, for years.
            raise InputError(
                f"observed_at is {observed}, which is yet to come", "give when it was seen to be so"
            )
        return {**document, "profile": self._profile}

    def _learn(
        self,
        shelf: MemoryShelf,
        given: FactInput,
        document: Mapping[str, Any],
        vectors: Mapping[str, bytes],
    ) -> Learned:
        key, now = key_of("learn", given.key), self._desk.now()
        if key is not None and (told := shelf.told_under(key)) is not None:
            return first_answer(shelf, told, document)
        back = self._echo(shelf, document["content"])
        if back.whole:
            return self._refuse(shelf, key, now)
        if back.parts:
            # What the caller added to recalled text is news; the recalled text is not.
            document = {**document, "content": back.rest}
            vectors = self._desk.vectors_of(back.rest)
        item = self._new(shelf, document, given.session_id, now)
        decided = self._decide(shelf, item, hold=given.hold)
        return self._store(shelf, item, decided, vectors, key)

    def _echo(self, shelf: MemoryShelf, content: str) -> Echo:
        """What of the content is recalled text coming back."""
        if not looks_recalled(content):
            return Echo((), content)
        least = least_shared(content)
        known = [] if least is None else similar_texts(self._desk, shelf, content, least)
        return echo(content, known)

    def _refuse(self, shelf: MemoryShelf, key: str | None, now: str) -> Learned:
        told: dict[str, Any] = {
            "outcome": "refused",
            "rule": RECALLED_VERSION,
            "fact": None,
            "compared": [],
        }
        shelf.apply(Change("refused", told, key=key), now)
        return Learned("refused", None, (), RECALLED)

    def _new(
        self, shelf: MemoryShelf, document: Mapping[str, Any], session_id: str | None, now: str
    ) -> Item:
        return Item(
            item_id=self._desk.new_id("fact", shelf),
            kind="fact",
            at=now,
            standing={"state": "active", "confirmations": 1, "last_seen_at": now},
            document=document,
            subject_hash=subject_hash(document["subject"]),
            content_hash=content_hash(
                document["subject"], document["attribute"], document["content"]
            ),
            session_id=session_id,
            salt=new_salt(),
        )

    def _decide(self, shelf: MemoryShelf, item: Item, *, hold: bool) -> Decided:
        found = about(shelf, item)
        known = known_verdict(item, found)
        if known is not None:
            return known
        if hold:
            return Decided(Plan("quarantined", HELD), {}, None)
        return decide(shelf, item, self._profile, found)

    def _store(
        self,
        shelf: MemoryShelf,
        item: Item,
        decided: Decided,
        vectors: Mapping[str, bytes],
        key: str | None,
    ) -> Learned:
        kept, steps = admitted(decided.plan, item, decided.others, item.at)
        stored = kept or decided.others[str(decided.plan.confirms)]
        new_id = self._desk.new_id("attribute", shelf)
        made, taught = remembered(shelf, item, decided.cardinality, new_id)
        if kept is not None:
            made = [kept, *made]
            steps = [*steps, Step(kept.item_id, None, kept.standing)]
        told = {**told_of(decided.plan), "fact": stored.item_id, "profile": self._profile,
                "cardinality": decided.cardinality, "version": VERSIONS,
                "said": sealed(stored.salt, item.document)}  # fmt: skip
        named = {(stored.item_id, model): row for model, row in vectors.items() if kept}
        evidence = evidence_of(decided.plan)
        act = ACTS.get(decided.plan.outcome, "learned")
        shelf.apply(Change(act, told, evidence, made, [*steps, *taught], named, key=key), item.at)
        if kept is not None and decided.plan.outcome == "quarantined":
            shelf.ask(kept, [decided.plan.reason], item.at)
        if kept is None:
            [step] = [step for step in steps if step.item_id == stored.item_id]
            kept = replace(stored, standing=step.after)
        plan = decided.plan
        return Learned(plan.outcome, fact_of(kept), plan.compared, plan.reason)


def _by_subject(subject: str | None) -> tuple[LookedUp, str] | None:
    if subject is not None and not isinstance(subject, str):
        raise InputError(f"the subject is {subject!r:.40}", "give a text")
    found = subject_hash(subject)
    return None if found is None else ("subject_hash", found)


def first_answer(
    shelf: MemoryShelf, told: Mapping[str, Any], document: Mapping[str, Any]
) -> Learned:
    """What the first call under a key came to; another statement under it is an error."""
    if told["fact"] is None:
        return Learned(told["outcome"], None, (), RECALLED)
    item = shelf.get(told["fact"])
    # Once forgotten, nobody can say any more whether it was the same.
    if item is not None and item.salt and sealed(item.salt, document) != told["said"]:
        raise ConflictError(
            "the key stands for another fact already", "give a new statement a new key"
        )
    compared = tuple(
        Compared(other_id, kind, rule, score, threshold, "")
        for other_id, kind, rule, score, threshold in told["compared"]
    )
    fact = None if item is None else fact_of(item)
    return Learned(told["outcome"], fact, compared, "learned under this key already")
