"""One person's word on an expansion, and taking it back, within a running transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from netnew.foundation.errors import ConflictError, InputError
from netnew.ratchet.approval import Review, check_review, same_person, verdict
from netnew.ratchet.lifecycle import CLOSED, State, moved, state_of
from netnew.ratchet.ports import Shelf
from netnew.ratchet.snapshot import aggregate_key, expansion_key

# Until it is carried out, a word may be taken back.
OPEN_TO_CHANGE: Final = frozenset({"researched", "approved"})


def said(
    shelf: Shelf, harness: str, document: Mapping[str, Any], review: Review, now: str
) -> dict[str, Any]:
    """Record one person's word; the last one needed approves, a rejection ends it."""
    state = state_of(document)
    if state != "researched" and not (
        review.decision == "reject" and state in {"open", "approved"}
    ):
        raise ConflictError(
            f"expansion `{document['expansion_id']}` is {state}",
            "only a researched one is reviewed; `netnew ratchet propose` comes first",
        )
    given = [Review(*past) for past in document["reviews"]]
    check_review(review, document["proposed_by"] or "", given if state == "researched" else ())
    reviews = [*given, review]
    note = f"{review.decision}: {review.reason}"
    return _reviewed(shelf, harness, document, reviews, by=review.by, note=note, now=now)


def taken_back(
    shelf: Shelf, harness: str, document: Mapping[str, Any], by: str, now: str
) -> dict[str, Any]:
    """Take one person's word back: it stands as if it had not been said."""
    state = state_of(document)
    if state not in OPEN_TO_CHANGE:
        raise InputError(
            f"expansion `{document['expansion_id']}` is {state}",
            "a word on it can no longer be taken back; `netnew ratchet propose` opens another",
        )
    given = [Review(*past) for past in document["reviews"]]
    kept = [review for review in given if not same_person(review.by, by)]
    return _reviewed(shelf, harness, document, kept, by=by, note="took the word back", now=now)


def _reviewed(
    shelf: Shelf,
    harness: str,
    document: Mapping[str, Any],
    reviews: list[Review],
    *,
    by: str,
    note: str,
    now: str,
) -> dict[str, Any]:
    ended = verdict(reviews, document["approvals_needed"]) if reviews else None
    states: dict[str | None, State] = {
        "approve": "approved", "reject": "rejected", None: "researched",
    }  # fmt: skip
    changed = {
        "reviews": [list(review) for review in reviews],
        "human_approved": {"approve": True, "reject": False, None: None}[ended],
    }
    return step(shelf, harness, {**document, **changed}, states[ended], by=by, note=note, now=now)


def step(
    shelf: Shelf,
    harness: str,
    document: Mapping[str, Any],
    to: State,
    *,
    by: str,
    note: str,
    now: str,
) -> dict[str, Any]:
    """Move one step: the state, its ledger row and its place in the queue."""
    stored = shelf.get(expansion_key(document["expansion_id"]))
    if stored is None or len(stored.value["history"]) != len(document["history"]):
        raise InputError(
            f"expansion `{document['expansion_id']}` was moved on by somebody else",
            "look at it with `netnew ratchet status` and try again",
        )
    following = moved(document, to, at=now, by=by, note=note)
    if to == "committed":
        following["applied_at"] = now
    save(shelf, harness, following, now)
    if to in CLOSED:
        _restart_count(shelf, now)
    return following


def save(shelf: Shelf, harness: str, document: Mapping[str, Any], now: str) -> None:
    """Store an expansion as it stands, with its ledger row; the queue for people follows."""
    expansion_id = document["expansion_id"]
    key = expansion_key(expansion_id)
    tags = {"project": harness, "x-intent": "expansion_trigger", "x-namespace": key,
            "x-urgency": document["urgency"]}  # fmt: skip
    last = document["history"][-1]
    body = {
        key: value
        for key, value in document.items()
        if key not in {"history", "triggered_at", "applied_at"}
    }
    place = f"{expansion_id}/{len(document['history'])}"
    shelf.log("ratchet.expansion", body, last, f"expansion/{place}", now)
    shelf.put(key, document, tags, now)
    shelf.ask(document, now)


def _restart_count(shelf: Shelf, now: str) -> None:
    """From here on cycles count anew towards the next expansion, in every series."""
    for stored in shelf.find(aggregate_key()):
        value = {**stored.value, "cycles_since_expansion": 0}
        shelf.put(stored.key, value, stored.tags, now)
