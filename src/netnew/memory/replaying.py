"""Deciding again what was decided: every recorded outcome must come out the same.

The ledger holds the rules, scores and thresholds of each decision, the items hold what was
decided on. Where that was forgotten, or was decided by other versions of the rules, nothing can
be compared. A repetition leaves no text of its own, only its hash, so what it was taken for
cannot be decided again either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from netnew.memory.candidates import statement_of
from netnew.memory.learning import VERSIONS, Candidate, plan
from netnew.memory.ports import Item, MemoryShelf
from netnew.memory.sealing import sealed

LEARNED: Final = "memory.learned"
JUDGED: Final = "memory.decision_judged"
# Decides a decision's document again: what the gate's verdict comes to now.
Rejudge = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]


class Redecided(NamedTuple):
    """What deciding again came to."""

    item_id: str
    act: str
    agrees: bool
    detail: str = ""


def replayed(shelf: MemoryShelf, rejudge: Rejudge) -> Iterator[Redecided]:
    """Decide again every fact that was learned and every decision that was judged."""
    for kind, told in shelf.told():
        found: Redecided | None = None
        if kind == LEARNED:
            found = _fact(shelf, told)
        elif kind == JUDGED:
            found = _decision(shelf, told, rejudge)
        if found is not None:
            yield found


def _fact(shelf: MemoryShelf, told: Mapping[str, Any]) -> Redecided | None:
    if told["version"] != VERSIONS:
        # Learned by other rules: what these make of it says nothing about that.
        return None
    item = shelf.get(told["fact"])
    others = [shelf.get(one[0]) for one in told["compared"]]
    known = [one for one in others if one is not None and one.salt]
    if item is None or not item.salt or len(known) != len(others):
        return None
    if sealed(item.salt, item.document) != told["said"]:
        return Redecided(item.item_id, LEARNED, False, "its text is not what was learned")
    if told["outcome"] == "quarantined":
        return Redecided(item.item_id, LEARNED, True)
    return _compared(item, known, told)


def _compared(item: Item, others: Sequence[Item], told: Mapping[str, Any]) -> Redecided:
    candidates = [
        Candidate(one.item_id, statement_of(one), same_text=item.subject_hash is None)
        for one in others
    ]
    profile = item.document["profile"]
    again = plan(statement_of(item), candidates, profile, told["cardinality"])
    now = [[one.other_id, one.kind, one.rule, one.score, one.threshold] for one in again.compared]
    if again.outcome != told["outcome"]:
        detail = f"was {told['outcome']}, is {again.outcome} now"
        return Redecided(item.item_id, LEARNED, False, detail)
    if now != told["compared"]:
        return Redecided(item.item_id, LEARNED, False, "a comparison comes out otherwise now")
    return Redecided(item.item_id, LEARNED, True)


def _decision(shelf: MemoryShelf, told: Mapping[str, Any], rejudge: Rejudge) -> Redecided | None:
    item = shelf.get(told["decision"])
    if item is None or not item.salt:
        return None
    if sealed(item.salt, item.document) != told["said"]:
        return Redecided(item.item_id, JUDGED, False, "its text is not what was judged")
    again = rejudge(item.document)
    if again is None:
        return None
    verdict = {name: again.get(name) for name in told["verdict"]}
    if verdict != told["verdict"]:
        detail = f"was {told['verdict']['outcome']}, is {verdict['outcome']} now"
        return Redecided(item.item_id, JUDGED, False, detail)
    return Redecided(item.item_id, JUDGED, True)
