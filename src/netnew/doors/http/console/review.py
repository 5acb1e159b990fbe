"""The queue for people: approve, reject, take back; one at a time or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from starlette.responses import Response

import netnew
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.subjects import is_name_of, sees
from netnew.doors.http.console.visit import Visit, local_path

A_PAGE = 50
STATES = ("waiting", "approved", "rejected")
# How long something has waited at least: days, and what people read.
AGES = (("1", "a day"), ("7", "a week"), ("30", "a month"))


def queue(visit: Visit) -> Response:
    """Show what waits, or what was decided."""
    state = visit.asked("state", "waiting")
    state = state if state in (*STATES, "all") else "waiting"
    known = [item for item in visit.nn.review.list(None) if sees(visit.who, item)]
    kinds = sorted({item.kind for item in known})
    kind, age = visit.asked("kind"), visit.asked("age")
    kind = kind if kind in kinds else ""
    age = age if age in {name for name, _ in AGES} else ""
    before = _moment_before(age)
    of_kind = [item for item in known if kind in ("", item.kind) and item.opened_at <= before]
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
        age=age,
        ages=AGES,
        open_to_me={item.item_id for item in found if _may_vote(item, visit.name)},
        may=visit.who.allows("review:write"),
    )


def one(visit: Visit) -> Response:
    """Show one item with its votes."""
    item = _seen(visit, visit.asked("id"))
    mine = [vote for vote in item.votes if is_name_of(vote.reviewer, visit.name)]
    return visit.page(
        "review_item.html",
        item=item,
        mine=mine,
        own=is_name_of(item.submitted_by, visit.name),
        may=visit.who.allows("review:write"),
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
    item_id = _seen(visit, visit.sent("item")).item_id
    item = visit.nn.review.undo(item_id, reviewer=visit.reviewer())
    note = f"Your vote was taken back; the item is {item.state} now."
    return visit.back(local_path(visit.sent("back", "/review")), note)


def _cast(visit: Visit, act: str, item_id: str, who: str, reason: str) -> None:
    if act not in ("approve", "reject"):
        raise netnew.InputError("a vote is neither for nor against", "press Approve or Reject")
    cast_vote = visit.nn.review.approve if act == "approve" else visit.nn.review.reject
    cast_vote(
        _seen(visit, item_id).item_id, reviewer=who, kind=visit.who.caller.kind, reason=reason
    )


def _told(done: int, word: str, refused: Sequence[str]) -> str:
    note = f"You {word} {done} {'item' if done == 1 else 'items'}."
    return note if not refused else f"{note} {len(refused)} refused: {'; '.join(refused[:3])}"


def _seen(visit: Visit, item_id: str) -> netnew.ReviewItem:
    """The item of this id, unless it is of an agent that the visitor does not speak for."""
    item = visit.nn.review.show(item_id)
    if not sees(visit.who, item):
        raise netnew.NotFoundError(
            f"nothing called `{item_id:.100}` waits for review", "/review lists what does"
        )
    return item


def _may_vote(item: netnew.ReviewItem, name: str | None) -> bool:
    """Whether a vote of this name would count: not on one's own, and once."""
    voted = any(is_name_of(vote.reviewer, name) for vote in item.votes)
    return item.state == "waiting" and not voted and not is_name_of(item.submitted_by, name)


def _moment_before(age: str) -> str:
    """The moment at which something of this age was opened; without an age the end of time."""
    if not age:
        return "9999"
    then = datetime.now(UTC) - timedelta(days=int(age))
    return then.isoformat(timespec="microseconds").replace("+00:00", "Z")


PAGES = (
    Page("/review", queue, "what waits for a person, and what people decided", "review:read"),
    Page("/review/item", one, "one item of the queue with its votes", "review:read"),
    Page("/review/vote", vote, "approve or reject, one or many", "review:write", "POST"),
    Page("/review/undo", undo, "take one's own vote back", "review:write", "POST"),
)
