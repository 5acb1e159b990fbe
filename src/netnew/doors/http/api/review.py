"""The queue for people: whatever waits, whoever approved or rejected it, and why."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.api.ratchet import Reason
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of

router = APIRouter(route_class=Encoded, prefix="/v1/review", tags=["review"])

State = Literal["waiting", "approved", "rejected"]
Listed = Literal["waiting", "approved", "rejected", "all"]
Kind = Literal["orphan", "diff", "memory_fact", "memory_decision", "expansion"]
VOTE: Any = {"reviewer": "ann", "kind": "human", "verdict": "approve", "reason": "is sound",
             "at": "2026-02-14T10:05:00.000000Z"}  # fmt: skip
ITEM: Any = {
    "item_id": "review_3f…", "kind": "orphan", "subject_id": "kgr_9a…", "state": "waiting",
    "submitted_by": "bob", "min_humans": 1, "min_agents": 2, "votes": [VOTE], "document": {},
    "opened_at": "2026-02-14T09:30:00.000000Z",
}  # fmt: skip


class VoteModel(BaseModel):
    """What one reviewer said, and why."""

    reviewer: str
    kind: str
    verdict: str
    reason: str
    at: str | None
    """Null in the answer to the vote itself, and for words on an expansion."""


class ReviewModel(BaseModel):
    """Something that waits for people, with the quorum that it needs."""

    model_config = ConfigDict(json_schema_extra={"example": ITEM})

    item_id: str
    kind: str
    subject_id: str
    state: State
    submitted_by: str | None
    min_humans: int
    min_agents: int
    votes: list[VoteModel]
    document: dict[str, Any]
    opened_at: str


class Queue(BaseModel):
    """A page of the queue, oldest first."""

    model_config = ConfigDict(json_schema_extra={"example": {"items": [ITEM], "next": None}})

    items: list[ReviewModel]
    next: str | None


@router.get("", summary="What waits, in pages")
def list_items(
    asked: Annotated[Asked, needs("review:read")],
    *,
    state: Annotated[Listed, Query(description="Only those in it.")] = "waiting",
    kind: Annotated[Kind | None, Query(description="Only of this kind.")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Queue:
    """Oldest first."""
    place = place_of(cursor, str, str)
    items = asked.nn.review.list(None if state == "all" else state)
    wanted = (
        item
        for item in items
        if (kind is None or item.kind == kind)
        and _may_see(asked, item)
        and (place is None or (item.opened_at, item.item_id) > place)
    )
    found, more = page(wanted, limit)
    last = cursor_of(found[-1].opened_at, found[-1].item_id) if more else None
    return Queue(items=[_model(item) for item in found], next=last)


@router.get("/{item_id}", summary="One item with its votes")
def show(item_id: str, asked: Annotated[Asked, needs("review:read")]) -> ReviewModel:
    """All that is known of it."""
    return _model(_seen(asked, item_id))


@router.post("/{item_id}/approve", summary="Approve, as whoever the token is of")
def approve(
    item_id: str, body: Reason, asked: Annotated[Asked, needs("review:write")]
) -> ReviewModel:
    """It is released once its quorum is met; a token of an agent votes as an agent."""
    caller = asked.caller
    _seen(asked, item_id)
    return _model(
        asked.nn.review.approve(item_id, reviewer=caller.name, kind=caller.kind, reason=body.reason)
    )


@router.post("/{item_id}/reject", summary="Reject, as whoever the token is of")
def reject(
    item_id: str, body: Reason, asked: Annotated[Asked, needs("review:write")]
) -> ReviewModel:
    """One rejection closes it."""
    caller = asked.caller
    _seen(asked, item_id)
    return _model(
        asked.nn.review.reject(item_id, reviewer=caller.name, kind=caller.kind, reason=body.reason)
    )


@router.post("/{item_id}/undo", summary="Take one's own vote back")
def undo(item_id: str, asked: Annotated[Asked, needs("review:write")]) -> ReviewModel:
    """The item stands as if that vote had not been cast."""
    _seen(asked, item_id)
    return _model(asked.nn.review.undo(item_id, reviewer=asked.caller.name))


def _may_see(asked: Asked, item: netnew.ReviewItem) -> bool:
    """Whether an item is no other agent's memory, where a token speaks for one agent."""
    bound = asked.caller.agent
    return bound is None or item.document.get("agent", bound) == bound


def _seen(asked: Asked, item_id: str) -> netnew.ReviewItem:
    item = asked.nn.review.show(item_id)
    if not _may_see(asked, item):
        raise netnew.NotFoundError(
            f"nothing called `{item_id:.100}` waits for review", "GET /v1/review lists what does"
        )
    return item


def _model(item: netnew.ReviewItem) -> ReviewModel:
    return ReviewModel(
        item_id=item.item_id, kind=item.kind, subject_id=item.subject_id, state=item.state,
        submitted_by=item.submitted_by, min_humans=item.min_humans, min_agents=item.min_agents,
        votes=[
            VoteModel(
                reviewer=vote.reviewer, kind=vote.kind, verdict=vote.verdict,
                reason=vote.reason, at=vote.at,
            )
            for vote in item.votes
        ],
        document=dict(item.document), opened_at=item.opened_at,
    )  # fmt: skip
