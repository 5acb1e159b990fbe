"""The queue for people: approve, reject, take back; one at a time or many at once."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

import netnew
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.visit import Visit, local_path

A_PAGE = 50
STATES = ("waiting", "approved", "rejected")


def queue(visit: Visit) -> Response:
    """Show what waits, or what was decided."""
    state = visit.asked("state", "waiting")
    state = state if state in (*STATES, "all") else "waiting"
    known = visit.nn.review.list(None)
    kinds = sorted({item.kind for item in known})
    kind = visit.asked("kind")
    kind = kind if kind in kinds else ""
    of_kind = [item for item in known if kind in ("", item.kind)]
    found = [item for item in of_kind if state in ("all", item.state)]
    start = min(visit.number("from") or 0, max(len(found) - 1, 0))
    return visit.page(
        "review.html",
        items=found[start : start + A_PAGE],
        number=len(found),
        start=start,
        a_page=A_PAGE,
        counts={name: sum(item.state == name for item in of_kind) for name in STATES},
        state=state,
        kind=kind,
        kinds=kinds,
        may=visit.who.allows("review:write"),
    )


def one(visit: Visit) -> Response:
    """Show one item with its votes."""
    item = visit.nn.review.show(visit.asked("id"))
    mine = [vote for vote in item.votes if _same(vote.reviewer, visit.name)]
    return visit.page(
        "review_item.html", item=item, mine=mine, may=visit.who.allows("review:write")
    )


def vote(visit: Visit) -> Response:
    """Cast the same vote on every item that was ticked."""
    ids = visit.fields.get("item", [])
    act = visit.sent("act")
    if not ids:
        raise netnew.InputError("no item was ticked", "tick one or more")
    reason = visit.sent("reason").strip()
    if not reason:
        raise netnew.InputError("a vote has no reason", "say why in a few words")
    who = visit.reviewer()
    done, refused = 0, []
    for item_id in dict.fromkeys(ids):
        try:
            _cast(visit, act, item_id, who, reason)
            done += 1
        except (netnew.InputError, netnew.NotFoundError) as error:
            refused.append(error.problem)
    if refused and not done:
        raise netnew.InputError("; ".join(refused[:5]), "the item says what it needs")
    word = "approved" if act == "approve" else "rejected"
    return visit.back(local_path(visit.sent("back", "/review")), _told(done, word, refused))


def undo(visit: Visit) -> Response:
    """Take one's own vote back."""
    item = visit.nn.review.undo(visit.sent("item"), reviewer=visit.reviewer())
    note = f"Your vote was taken back; the item is {item.state} now."
    return visit.back(local_path(visit.sent("back", "/review")), note)


def _cast(visit: Visit, act: str, item_id: str, who: str, reason: str) -> None:
    if act not in ("approve", "reject"):
        raise netnew.InputError("a vote is neither for nor against", "press Approve or Reject")
    cast_vote = visit.nn.review.approve if act == "approve" else visit.nn.review.reject
    cast_vote(item_id, reviewer=who, kind=visit.who.caller.kind, reason=reason)


def _told(done: int, word: str, refused: Sequence[str]) -> str:
    note = f"You {word} {done} {'item' if done == 1 else 'items'}."
    return note if not refused else f"{note} {len(refused)} refused: {'; '.join(refused[:3])}"


def _same(reviewer: str, name: str | None) -> bool:
    return name is not None and " ".join(name.split()).casefold() == reviewer


PAGES = (
    Page("/review", queue, "what waits for a person, and what people decided", "review:read"),
    Page("/review/item", one, "one item of the queue with its votes", "review:read"),
    Page("/review/vote", vote, "approve or reject, one or many", "review:write", "POST"),
    Page("/review/undo", undo, "take one's own vote back", "review:write", "POST"),
)
