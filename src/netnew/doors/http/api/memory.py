"""What an agent remembers: facts, episodes, decisions, and why each stands as it does."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.api.ratchet import Reason
from netnew.doors.http.api.texts import SAID
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of
from netnew.doors.http.problems import Problem
from netnew.doors.http.whole import WHOLE

router = APIRouter(route_class=Encoded, prefix="/v1/agents/{agent}", tags=["memory"])

LONGEST_TEXT: Final = 100_000
# Twelve bytes a character at the most: a longer address is refused before it gets here.
LONGEST_ASKED: Final = 4_000
Agent = Annotated[
    str, Path(min_length=1, max_length=180, description="Whose memory; a bound token has one.")
]
Text = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT, pattern=SAID)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Moment = Annotated[str, Field(max_length=40, json_schema_extra={"format": "date-time"})]
Share = Annotated[float, Field(ge=0, le=1)]
Inactive = Annotated[bool, Query(description="Those too that no longer count, or not yet.")]
Sought = Annotated[
    str, Query(min_length=1, max_length=LONGEST_ASKED, description="What to look for.")
]
Profile = Annotated[Literal["default", "004"], Query(description="By audits, or by the letter.")]
FACT: Any = {
    "id": "fact_3f…", "subject": "api", "content": "The API allows 250 requests.",
    "attribute": None, "confidence": None, "source": None, "state": "active", "tags": [],
    "observed_at": "2026-02-14T09:30:00.000000Z", "learned_at": "2026-02-14T09:30:00.000000Z",
    "multi_valued": None, "session_id": None, "supersedes": [], "superseded_by": None,
    "conflicts_with": [], "confirmations": 1, "last_seen_at": "2026-02-14T09:30:00.000000Z",
}  # fmt: skip
DECISION: Any = {"text": "Use PostgreSQL for the ledger.", "stakes": "high", "confidence": 0.9}


def shows(example: Any) -> dict[int | str, dict[str, Any]]:
    """The example of a route's answer."""
    return {200: {"content": {"application/json": {"example": example}}}}


class Facts(BaseModel):
    """Facts; `next` where more come."""

    facts: list[netnew.Fact]
    next: str | None = None


class Decisions(BaseModel):
    """Decisions; `next` where more come."""

    decisions: list[netnew.Decision]
    next: str | None = None


class Episodes(BaseModel):
    """Episodes; `next` where more come."""

    episodes: list[netnew.Episode]
    next: str | None = None


class Changes(BaseModel):
    """Changes, each with the ledger row that seals it."""

    changes: list[netnew.Told]


class Moved(BaseModel):
    """Ids of everything that a change moved."""

    moved: list[str]


class FactRequest(BaseModel):
    """Something to learn."""

    model_config = ConfigDict(
        extra="forbid", strict=True,
        json_schema_extra={
            "example": {"subject": "api", "content": "The API allows 250 requests."}
        },
    )  # fmt: skip

    content: Text
    subject: Annotated[str | None, Field(max_length=LONGEST_TEXT)] = None
    attribute: Annotated[str | None, Field(max_length=LONGEST_TEXT)] = None
    confidence: Share | None = None
    source: Annotated[str | None, Field(max_length=LONGEST_TEXT)] = None
    observed_at: Annotated[Moment | None, Field(description="When it was true; left out, now.")] = (
        None
    )
    multi_valued: bool | None = None
    session_id: Name | None = None
    tags: Annotated[list[Text], Field(max_length=100)] = []
    hold: Annotated[bool, Field(description="Keep it inactive until a person approves.")] = False
    key: Annotated[Name | None, Field(description="The same key again: the first answer.")] = None


class DecisionRequest(BaseModel):
    """A decision to record on purpose."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"example": DECISION})

    text: Text
    session_id: Name = "default"
    frame: Literal["decision", "debug", "task", "conversation", "question", "creative"] = "decision"
    confidence: Share | None = None
    stakes: Literal["low", "medium", "high", "critical"] = "low"
    reasons: Annotated[list[Text], Field(max_length=100)] = []
    tags: Annotated[list[Text], Field(max_length=100)] = []
    key: Name | None = None


class Conclusion(BaseModel):
    """What became of a decision."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"outcome": "success"}}
    )

    outcome: Annotated[str, Field(min_length=1, max_length=40, pattern=SAID)]


class EpisodeRequest(BaseModel):
    """A stretch of work to start, or to join."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"summary": "Mend the parser"}}
    )

    summary: Annotated[str | None, Field(max_length=LONGEST_TEXT)] = None
    session_id: Name = "default"


class EpisodeEnd(BaseModel):
    """The session that leaves; without one, the only one that is in it."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"session_id": "default"}}
    )

    session_id: Name | None = None


class UndoRequest(BaseModel):
    """How many changes to take back."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"steps": 1}}
    )

    steps: Annotated[int, Field(ge=1, le=100), WHOLE] = 1


@router.post("/facts", summary="Learn a fact", responses=shows({
    "outcome": "kept", "fact": FACT, "compared": [], "reason": "nothing is known of it"}),
)  # fmt: skip
def learn(
    agent: Agent,
    body: FactRequest,
    asked: Annotated[Asked, needs("memory:write")],
    profile: Profile = "default",
) -> netnew.Learned:
    """Keep it, or confirm, supersede, flag, hold or refuse: what was done, and why."""
    given = body.model_dump() | {"tags": tuple(body.tags)}
    return memory_of(asked, agent, profile).learn(netnew.FactInput(**given))


@router.get("/facts", summary="Facts, oldest first, in pages",
            responses=shows({"facts": [FACT], "next": None}))  # fmt: skip
def facts(
    agent: Agent,
    asked: Annotated[Asked, needs("memory:read")],
    *,
    subject: Annotated[str | None, Query(max_length=LONGEST_ASKED)] = None,
    inactive: Inactive = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Facts:
    """Of one subject, or all."""
    listed = memory_of(asked, agent).facts.page(
        limit + 1, after=_place(cursor), subject=subject, inactive=inactive
    )
    found, more = page(listed, limit)
    return Facts(facts=found, next=cursor_of(found[-1].learned_at, found[-1].id) if more else None)


@router.get("/facts/search", summary="Facts that have to do with a text, best first",
            responses=shows({"facts": [FACT], "next": None}))  # fmt: skip
def search_facts(
    agent: Agent,
    q: Sought,
    asked: Annotated[Asked, needs("memory:read")],
    *,
    inactive: Inactive = False,
    limit: Limit = 10,
) -> Facts:
    """Live ones alone, unless `inactive`."""
    found = memory_of(asked, agent).facts.search(q, limit=limit, inactive=inactive)
    return Facts(facts=list(found))


@router.get("/facts/{fact_id}", summary="One fact, whatever its state", responses=shows(FACT))
def fact(agent: Agent, fact_id: str, asked: Annotated[Asked, needs("memory:read")]) -> netnew.Fact:
    """As it stands now."""
    return memory_of(asked, agent).facts.get(fact_id)


@router.post("/decisions", summary="Record a decision on purpose", responses=shows({
    "outcome": "kept", "decision": None, "reasons": []}))  # fmt: skip
def decide(
    agent: Agent, body: DecisionRequest, asked: Annotated[Asked, needs("memory:write")]
) -> netnew.Recorded:
    """No gate stops it."""
    given = body.model_dump() | {"tags": tuple(body.tags), "reasons": tuple(body.reasons)}
    return memory_of(asked, agent).record_decision(netnew.DecisionInput(**given))


@router.get("/decisions", summary="Decisions, oldest first, in pages",
            responses=shows({"decisions": [], "next": None}))  # fmt: skip
def decisions(
    agent: Agent,
    asked: Annotated[Asked, needs("memory:read")],
    *,
    session_id: Annotated[str | None, Query(max_length=200)] = None,
    inactive: Inactive = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Decisions:
    """Of one session, or all."""
    listed = memory_of(asked, agent).decisions.page(
        limit + 1, after=_place(cursor), session_id=session_id, inactive=inactive
    )
    found, more = page(listed, limit)
    return Decisions(
        decisions=found, next=cursor_of(found[-1].made_at, found[-1].id) if more else None
    )


@router.post("/decisions/{decision_id}/conclude", summary="Say what became of a decision",
             responses=shows({"id": "decision_3f…", "outcome": "success"}))  # fmt: skip
def conclude(
    agent: Agent,
    decision_id: str,
    body: Conclusion,
    asked: Annotated[Asked, needs("memory:write")],
) -> netnew.Decision:
    """Until then it is `pending`."""
    return memory_of(asked, agent).decisions.conclude(decision_id, body.outcome)


@router.post("/episodes", summary="Start an episode, or join one under way",
             responses=shows({"id": "episode_3f…", "summary": "Mend the parser"}))  # fmt: skip
def start_episode(
    agent: Agent, body: EpisodeRequest, asked: Annotated[Asked, needs("memory:write")]
) -> netnew.Episode:
    """One with nearly the same summary is joined, rather than doubled."""
    return memory_of(asked, agent).start_episode(body.summary, session_id=body.session_id)


@router.get("/episodes", summary="Episodes, in pages",
            responses=shows({"episodes": [], "next": None}))  # fmt: skip
def episodes(
    agent: Agent,
    asked: Annotated[Asked, needs("memory:read")],
    *,
    inactive: Inactive = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Episodes:
    """Oldest first."""
    listed = memory_of(asked, agent).episodes.page(
        limit + 1, after=_place(cursor), inactive=inactive
    )
    found, more = page(listed, limit)
    return Episodes(
        episodes=found, next=cursor_of(found[-1].started_at, found[-1].id) if more else None
    )


@router.post("/episodes/{episode_id}/end", summary="Take a session out of an episode",
             responses=shows({"id": "episode_3f…", "state": "completed"}))  # fmt: skip
def end_episode(
    agent: Agent,
    episode_id: str,
    body: EpisodeEnd,
    asked: Annotated[Asked, needs("memory:write")],
) -> netnew.Episode:
    """It ends once each session that joined has ended."""
    return memory_of(asked, agent).end_episode(episode_id, session_id=body.session_id)


@router.get("/history", summary="The latest changes of all", responses=shows({"changes": []}))
def history(
    agent: Agent, asked: Annotated[Asked, needs("memory:read")], limit: Limit = 50
) -> Changes:
    """Each with the ledger row that seals it."""
    return Changes(changes=list(memory_of(asked, agent).history(limit=limit)))


@router.get("/items/{item_id}/why", summary="Why an item stands as it does",
            responses=shows({"id": "fact_3f…", "state": "active"}))  # fmt: skip
def why(agent: Agent, item_id: str, asked: Annotated[Asked, needs("memory:read")]) -> netnew.Why:
    """In words, with the numbers."""
    return memory_of(asked, agent).why(item_id)


@router.get("/items/{item_id}/history", summary="The changes of one item, oldest first",
            responses=shows({"changes": []}))  # fmt: skip
def item_history(
    agent: Agent, item_id: str, asked: Annotated[Asked, needs("memory:read")]
) -> Changes:
    """Each with the ledger row that seals it."""
    return Changes(changes=list(memory_of(asked, agent).history(item_id)))


@router.post("/items/{item_id}/undo", summary="Take the last changes of an item back",
             responses=shows({"moved": ["fact_3f…"]}))  # fmt: skip
def undo(
    agent: Agent, item_id: str, body: UndoRequest, asked: Annotated[Asked, needs("memory:write")]
) -> Moved:
    """What was superseded stands again; each undo is recorded too."""
    memory = memory_of(asked, agent)
    return Moved(moved=list(memory.undo(item_id, steps=body.steps, by=asked.caller.name)))


@router.post("/items/{item_id}/forget", summary="Erase all that an item says, for good",
             responses=shows({"moved": ["fact_3f…"]}))  # fmt: skip
def forget(
    agent: Agent, item_id: str, body: Reason, asked: Annotated[Asked, needs("memory:admin")]
) -> Moved:
    """That it was there, and when, stays provable."""
    memory_of(asked, agent).forget(item_id, by=asked.caller.name, reason=body.reason)
    return Moved(moved=[item_id])


def memory_of(asked: Asked, agent: str, profile: str = "default") -> netnew.Memory:
    """The memory of an agent; a token that speaks for one agent has no other's."""
    bound = asked.caller.agent
    if bound is not None and bound != agent:
        raise Problem(
            403,
            f"the token `{asked.caller.name}` speaks for the agent `{bound}` alone",
            "ask for its own memory, or use a token that names no agent",
            title="AccessError",
        )
    # Without a token nobody is known, and what is held is the agent's own.
    by = asked.caller.name if asked.caller.token_id is not None else None
    return asked.nn.memory(agent_id=agent, profile=profile, by=by)


def _place(cursor: str | None) -> tuple[str, str] | None:
    place = place_of(cursor, str, str)
    return None if place is None else (place[0], place[1])
