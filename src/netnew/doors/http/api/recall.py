"""What an agent is told: who has a memory, what it holds for a task, and single decisions."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.api.memory import (
    DECISION,
    Agent,
    Decisions,
    Inactive,
    Sought,
    memory_of,
    shows,
)
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of

router = APIRouter(route_class=Encoded, prefix="/v1/agents", tags=["memory"])

Kind = Literal["decision", "fact", "episode"]
EVERY_KIND: Final[tuple[Kind, ...]] = ("decision", "fact", "episode")
MOST_TOKENS: Final = 100_000
TEXT: Any = "## Known Facts\n- api: The API allows 250 requests."


class Agents(BaseModel):
    """Names of agents; `next` where more come."""

    model_config = ConfigDict(json_schema_extra={"example": {"agents": ["scout"], "next": None}})

    agents: list[str]
    next: str | None = None


class Left(BaseModel):
    """What stayed out, and why."""

    id: str
    rule: str
    reason: str


class Known(BaseModel):
    """What is known for a task: as Markdown for a prompt, and what it was made of."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"text": TEXT, "tokens": 14, "ids": ["fact_3f…"], "left_out": []}
        }
    )

    text: str
    tokens: int
    ids: list[str]
    left_out: list[Left]


@router.get("", summary="Who has a memory, in pages")
def agents(
    asked: Annotated[Asked, needs("memory:read")], limit: Limit = 50, cursor: Cursor = None
) -> Agents:
    """By name; a token that speaks for one agent sees that one alone."""
    place, bound = place_of(cursor, str), asked.caller.agent
    last = place[0] if place else ""
    names = (name for name in asked.nn.agents() if name > last and bound in {None, name})
    found, more = page(sorted(names), limit)
    return Agents(agents=found, next=cursor_of(found[-1]) if more else None)


@router.get("/{agent}/context", summary="What is known for a task, to put into a prompt")
def context(
    agent: Agent,
    q: Sought,
    asked: Annotated[Asked, needs("memory:read")],
    *,
    budget_tokens: Annotated[
        int, Query(ge=0, le=MOST_TOKENS, description="The most that the text may take.")
    ] = 1000,
    kinds: Annotated[
        tuple[Kind, ...], Query(max_length=3, description="Only these; may be repeated.")
    ] = EVERY_KIND,
) -> Known:
    """Marked, so that it is known again when it comes back to be learned."""
    known = memory_of(asked, agent).context(q, budget_tokens=budget_tokens, kinds=kinds)
    account = known.recall
    if account is None:
        return Known(text=str(known), tokens=0, ids=[], left_out=[])
    return Known(
        text=str(known), tokens=account.tokens, ids=list(account.ids),
        left_out=[Left(id=one.id, rule=one.rule, reason=one.reason) for one in account.left_out],
    )  # fmt: skip


@router.get("/{agent}/decisions/search", summary="Decisions to do with a text, best first",
            responses=shows({"decisions": [DECISION], "next": None}))  # fmt: skip
def search_decisions(
    agent: Agent,
    q: Sought,
    asked: Annotated[Asked, needs("memory:read")],
    *,
    inactive: Inactive = False,
    limit: Limit = 10,
) -> Decisions:
    """Live ones alone, unless `inactive`."""
    found = memory_of(asked, agent).decisions.search(q, limit=limit, inactive=inactive)
    return Decisions(decisions=list(found))


@router.get("/{agent}/decisions/{decision_id}", summary="One decision, whatever its state",
            responses=shows(DECISION))  # fmt: skip
def decision(
    agent: Agent, decision_id: str, asked: Annotated[Asked, needs("memory:read")]
) -> netnew.Decision:
    """As it stands now."""
    return memory_of(asked, agent).decisions.get(decision_id)
