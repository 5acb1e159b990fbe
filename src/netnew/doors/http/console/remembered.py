"""One thing that an agent remembers: who replaced whom, why it stands so, and taking it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from starlette.responses import Response

import netnew
from netnew.doors.http.console.memory import memory_of
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.visit import Visit
from netnew.doors.http.console.words import Piece, compared

# A line of facts that replaced one another, in each direction.
LONGEST_LINE: Final = 20


class Link(NamedTuple):
    """One fact of a succession; `pieces` are its words beside those of the one before."""

    fact: netnew.Fact
    pieces: Sequence[Piece]


def item(visit: Visit) -> Response:
    """Show a fact, decision or episode with its history."""
    memory = memory_of(visit, visit.asked("agent"))
    why = memory.why(visit.asked("id"))
    shelves: dict[str, Any] = {
        "fact": memory.facts, "decision": memory.decisions, "episode": memory.episodes
    }  # fmt: skip
    if why.kind not in shelves:
        raise netnew.NotFoundError(f"`{why.id}` is no fact, decision or episode", "see /memory")
    found = shelves[why.kind].get(why.id)
    fact = found if isinstance(found, netnew.Fact) else None
    return visit.page(
        "remembered.html",
        agent=memory.agent_id,
        item=found,
        fact=fact,
        why=why,
        line=[] if fact is None else succession(fact, memory.facts.get),
        conflicts=[] if fact is None else [memory.facts.get(one) for one in fact.conflicts_with],
        waits=_review(visit, why.id),
        may=visit.who.allows("memory:write"),
        undoable=found.state != "forgotten" and any(map(_stands, why.history)),
    )


def undo(visit: Visit) -> Response:
    """Take the last change of an item back."""
    name, item_id = visit.sent("agent"), visit.sent("id")
    moved = memory_of(visit, name).undo(item_id, by=visit.reviewer())
    others = len(moved) - 1
    beside = f", and {others} more {'item' if others == 1 else 'items'} with it" if others else ""
    note = f"The last change was taken back{beside}."
    return visit.back("/memory/item", note, agent=name, id=item_id)


def succession(fact: netnew.Fact, find: Callable[[str], netnew.Fact]) -> list[Link]:
    """The facts that led to this one and those that followed, in order; none where it is alone."""
    line = [fact]
    seen = {fact.id}
    while line[-1].superseded_by not in {None, *seen} and len(line) <= LONGEST_LINE:
        line.append(find(str(line[-1].superseded_by)))
        seen.add(line[-1].id)
    at = 0
    # Each fact may have replaced several, and each of those others.
    while at < len(line) and len(line) <= 2 * LONGEST_LINE:
        older = [find(one) for one in line[at].supersedes if one not in seen]
        seen.update(one.id for one in older)
        line[at:at] = older
        at += 0 if older else 1
    if len(line) == 1:
        return []
    links = [Link(line[0], [Piece("same", line[0].content)])]
    for before, now in pairwise(line):
        links.append(Link(now, compared(before.content, now.content)[1]))
    return links


def _stands(change: netnew.Told) -> bool:
    return not change.undone and change.act != "undone"


def _review(visit: Visit, item_id: str) -> netnew.ReviewItem | None:
    """Find what waits, or waited, for people because of this item."""
    if not visit.who.allows("review:read"):
        return None
    return next((one for one in visit.nn.review.list(None) if one.subject_id == item_id), None)


PAGES = (
    Page("/memory/item", item, "one memory: who replaced whom, why, and undo", "memory:read"),
    Page("/memory/undo", undo, "take the last change of a memory back", "memory:write", "POST"),
)
