"""What people's votes do to what was held: approved it counts, rejected it stays out."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from netnew.foundation.errors import ConflictError
from netnew.memory.admission import admitted, evidence_of, told_of
from netnew.memory.candidates import decide
from netnew.memory.ports import Change, Item, MemoryShelf, Past, Standing, Step
from netnew.memory.undoing import undo_change

Said = Literal["waiting", "approved", "rejected"]
PREFIX = "memory_"
VOTED = frozenset({"approved", "rejected"})


def follow(shelf: MemoryShelf, item_id: str, said: Said, now: str) -> None:
    """Bring an item in line with what its votes come to, in the transaction of the vote."""
    item = shelf.get(item_id)
    if item is None or item.state == "forgotten":
        raise ConflictError(f"`{item_id}` was forgotten", "nothing is left to decide")
    released = _released(shelf, item_id) if said == "waiting" else None
    if released is not None:
        undo_change(shelf, released, now)
        return
    if item.state != "quarantined":
        raise ConflictError(
            f"`{item_id}` is {item.state} by now", "`netnew memory why` says what made it so"
        )
    if said == "waiting":
        return  # `netnew memory undo` has put it back already
    if said == "rejected":
        after = {**item.standing, "state": "rejected"}
        told = {item.kind: item_id, "outcome": "rejected"}
        step = Step(item_id, item.standing, after)
        shelf.apply(Change("rejected", told, steps=[step]), now)
    elif item.kind == "fact":
        _release_fact(shelf, item, now)
    else:
        step = Step(item_id, item.standing, {**item.standing, "state": "active"})
        told = {item.kind: item_id, "outcome": "kept"}
        shelf.apply(Change("approved", told, steps=[step]), now)


def _released(shelf: MemoryShelf, item_id: str) -> Past | None:
    """The change that votes made, where it still stands; another may have come after it."""
    made = [one for one in shelf.past(item_id) if one.act in VOTED and not one.undone]
    return shelf.change_of(made[-1].seq) if made else None


def _release_fact(shelf: MemoryShelf, item: Item, now: str) -> None:
    """Let a fact in as if it were learned now, beside what is known by now."""
    released = replace(item, standing={**item.standing, "state": "active"})
    decided = decide(shelf, released, item.document["profile"])
    kept, steps = admitted(decided.plan, released, decided.others, now)
    # What says the same came meanwhile: that one is confirmed, and this one stays out.
    after: Standing = (
        kept.standing
        if kept is not None
        else {**item.standing, "state": "superseded", "superseded_by": decided.plan.confirms}
    )
    told = {**told_of(decided.plan), "fact": item.item_id}
    change = Change("approved", told, evidence_of(decided.plan),
                    steps=[*steps, Step(item.item_id, item.standing, after)])  # fmt: skip
    shelf.apply(change, now)
