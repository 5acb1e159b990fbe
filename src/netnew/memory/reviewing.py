"""What people's votes do to what was held: approved it counts, rejected it stays out."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from netnew.foundation.errors import ConflictError, InputError
from netnew.memory.admission import admitted, evidence_of, told_of
from netnew.memory.candidates import decide
from netnew.memory.ports import Change, Item, MemoryShelf, Standing, Step
from netnew.memory.undoing import last_change, undo_change

Said = Literal["waiting", "approved", "rejected"]
PREFIX = "memory_"


def follow(shelf: MemoryShelf, item_id: str, said: Said, now: str) -> None:
    """Bring an item in line with what its votes come to, in the transaction of the vote."""
    item = shelf.get(item_id)
    if item is None or item.state == "forgotten":
        raise ConflictError(f"`{item_id}` was forgotten", "nothing is left to decide")
    if said == "waiting":
        undo_change(shelf, last_change(shelf, item_id), now)
        return
    if item.state != "quarantined":
        raise InputError(f"`{item_id}` is {item.state} by now", "undo that first")
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
