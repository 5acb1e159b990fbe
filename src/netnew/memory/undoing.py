"""Taking changes back, the latest first, any number of them; each is itself a change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from netnew.foundation.errors import ConflictError, InputError, NotFoundError
from netnew.memory.ports import Change, MemoryShelf, Past, Step

# What stands for good: a forgotten text does not come back.
FINAL: Final = frozenset({"forgotten"})


def last_change(shelf: MemoryShelf, item_id: str) -> Past:
    """The latest change of an item that still stands."""
    past = [one for one in shelf.past(item_id) if not one.undone and one.act != "undone"]
    if not past:
        raise _nothing_left(shelf, item_id)
    found = shelf.change_of(past[-1].seq)
    if found is None or found.act in FINAL:
        raise ConflictError(f"`{item_id}` was forgotten", "what is erased cannot come back")
    return found


def undo_change(
    shelf: MemoryShelf, past: Past, now: str, *, by: str | None = None
) -> Sequence[str]:
    """Put every item of a change back to how it stood before; return their ids.

    A change on which a later one was built cannot be undone before that one.
    """
    steps = [found for step in past.steps if (found := _step_back(shelf, past, step))]
    told: dict[str, Any] = {"undid": past.seq, "undid_act": past.act}
    if by is not None:
        told["by"] = by
    shelf.apply(Change("undone", told, steps=steps, undoes=past.seq), now)
    return [step.item_id for step in steps]


def _step_back(shelf: MemoryShelf, past: Past, step: Step) -> Step | None:
    item = shelf.get(step.item_id)
    if item is not None and item.state == "forgotten":
        # The rest of the change can still be taken back; a tombstone stays one.
        return None
    if item is None or item.standing != step.after:
        later = [one for one in shelf.past(step.item_id) if one.seq > past.seq and not one.undone]
        named = f" (change {later[-1].seq}, {later[-1].act})" if later else ""
        raise ConflictError(
            f"`{step.item_id}` has changed since{named}", f"undo `{step.item_id}` first"
        )
    before = step.before if step.before is not None else {**step.after, "state": "undone"}
    return Step(step.item_id, step.after, before)


def _nothing_left(shelf: MemoryShelf, item_id: str) -> InputError:
    if shelf.get(item_id) is None:
        return NotFoundError(
            f"nothing called `{item_id:.100}` is remembered",
            "it may be another agent's; `netnew memory history` lists changes",
        )
    return ConflictError(f"nothing is left to undo of `{item_id}`", "`netnew memory why` says why")
