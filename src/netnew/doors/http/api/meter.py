"""The meter: whole transcripts at once, and sessions that any process goes on with."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of
from netnew.doors.http.whole import WHOLE

router = APIRouter(route_class=Encoded, prefix="/v1/meter", tags=["meter"])

Profile = Literal["0.2", "0.3"]
# It stands in a path.
SessionId = Annotated[str, Field(min_length=1, max_length=200, pattern="^[^/]+$")]
Texts = list[str]

ROUND: Any = {
    "round": 1,
    "outputs": {
        "claims": ["The cache halves the latency."],
        "next_actions": ["Measure p99 under load."],
    },
}
READING: Any = {
    "score": 0.0, "hint": "Keep going.", "profile": "0.3", "policy_hash": "8a1f…",
    "components": {"novelty_rate": 1.0}, "novelty_by_round": [], "readiness_by_round": [],
    "stop_recommendation": {"signal": "CONTINUE"}, "warnings": [], "evidence": [],
}  # fmt: skip
SESSION: Any = {
    "session_id": "ses_1", "profile": "0.3", "policy": None, "rounds": 1,
    "created_at": "2026-02-14T09:30:00.000000Z", "observed_at": "2026-02-14T09:31:00.000000Z",
}  # fmt: skip


class Outputs(BaseModel):
    """What a round put out; fields that are not named here are kept."""

    model_config = ConfigDict(extra="allow", strict=True)

    claims: Texts
    decisions: Texts | None = None
    open_questions: Texts | None = None
    next_actions: Texts | None = None


class RoundModel(BaseModel):
    """One round of a conversation or loop."""

    model_config = ConfigDict(extra="allow", strict=True, json_schema_extra={"example": ROUND})

    round: Annotated[int, Field(ge=0, lt=2**53), WHOLE]
    outputs: Outputs


class TranscriptModel(BaseModel):
    """A whole conversation, schema v0.1; its rounds are numbered in rising order."""

    model_config = ConfigDict(extra="allow", strict=True)

    version: Literal["0.1"] = "0.1"
    conversation_id: str | None = None
    topic: str | None = None
    rounds: Annotated[list[RoundModel], Field(min_length=1)]


class Rules(BaseModel):
    """How to score."""

    model_config = ConfigDict(extra="forbid", strict=True)

    profile: Profile = "0.3"
    policy: Annotated[
        dict[str, Any] | None,
        Field(description="Overrides of the profile, as they stand under `[meter]`."),
    ] = None


class ScoreRequest(Rules):
    """A transcript, and how to score it."""

    model_config = ConfigDict(
        extra="forbid", strict=True,
        json_schema_extra={"example": {"transcript": {"version": "0.1", "rounds": [ROUND]}}},
    )  # fmt: skip

    transcript: TranscriptModel


class SessionRequest(Rules):
    """A session to open."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"profile": "0.3"}}
    )

    session_id: Annotated[SessionId | None, Field(description="Left out, it is given one.")] = None


class ReadingModel(BaseModel):
    """The meter's answer for all rounds so far, with its evidence."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"example": READING})

    score: float
    components: dict[str, Any]
    novelty_by_round: list[dict[str, Any]]
    readiness_by_round: list[dict[str, Any]]
    stop_recommendation: dict[str, Any]
    hint: str
    warnings: list[dict[str, Any]]
    evidence: list[dict[str, Any]]
    profile: str
    policy_hash: str


class SessionModel(BaseModel):
    """A session: its rules, and how far it is."""

    model_config = ConfigDict(json_schema_extra={"example": SESSION})

    session_id: str
    profile: str
    policy: dict[str, Any] | None
    rounds: int
    created_at: str
    observed_at: str


class SessionState(SessionModel):
    """A session with its last reading; null before the first round."""

    model_config = ConfigDict(json_schema_extra={"example": {**SESSION, "reading": READING}})

    reading: ReadingModel | None


class Sessions(BaseModel):
    """A page of sessions, by id."""

    model_config = ConfigDict(json_schema_extra={"example": {"sessions": [SESSION], "next": None}})

    sessions: list[SessionModel]
    next: str | None


@router.post("/score", summary="Score a whole transcript; nothing is stored")
def score(body: ScoreRequest, request: Request, _asked: Annotated[Asked, needs("meter:read")]
) -> ReadingModel:  # fmt: skip
    """Give the reading after the last round."""
    transcript = body.transcript.model_dump(exclude_unset=True)
    found = netnew.score_transcript(transcript, profile=body.profile, policy=body.policy)
    return _counted(request, found)


@router.post("/sessions", status_code=201, summary="Open a session")
def create(body: SessionRequest, asked: Annotated[Asked, needs("meter:write")]) -> SessionModel:
    """Rounds are observed one by one from now on, by any process."""
    return _session(
        asked.nn.sessions.create(
            body.session_id, profile=body.profile, policy=body.policy, agent=asked.caller.agent
        )
    )


@router.get("/sessions", summary="Sessions by id, in pages")
def sessions(
    asked: Annotated[Asked, needs("meter:read")], limit: Limit = 50, cursor: Cursor = None
) -> Sessions:
    """Every session of the workspace."""
    place = place_of(cursor, str)
    listed = asked.nn.sessions.list(after=place[0] if place else None, limit=limit + 1)
    found, more = page(listed, limit)
    return Sessions(
        sessions=[_session(one) for one in found],
        next=cursor_of(found[-1].session_id) if more else None,
    )


@router.get("/sessions/{session_id}", summary="A session with its last reading")
def session(session_id: str, asked: Annotated[Asked, needs("meter:read")]) -> SessionState:
    """What the meter says now."""
    reading = asked.nn.sessions.reading(session_id)
    told = _session(asked.nn.sessions.show(session_id)).model_dump()
    return SessionState(
        **told, reading=None if reading is None else ReadingModel(**reading.as_dict())
    )


@router.post("/sessions/{session_id}/rounds", summary="Observe one more round")
def observe(
    session_id: str,
    body: RoundModel,
    request: Request,
    asked: Annotated[Asked, needs("meter:write")],
) -> ReadingModel:
    """Rounds are numbered in rising order; the last one sent again changes nothing."""
    reading = asked.nn.sessions.observe(session_id, body.model_dump(exclude_unset=True))
    return _counted(request, reading.as_dict())


@router.delete("/sessions/{session_id}", status_code=204, summary="Forget a session")
def delete(session_id: str, asked: Annotated[Asked, needs("meter:write")]) -> Response:
    """Its rounds go; the ledger keeps what was decided."""
    asked.nn.sessions.delete(session_id)
    return Response(status_code=204)


def _counted(request: Request, reading: dict[str, Any]) -> ReadingModel:
    signal = reading["stop_recommendation"]["signal"]
    request.app.state.metrics.verdicts.labels("meter", signal).inc()
    return ReadingModel(**reading)


def _session(session: netnew.Session) -> SessionModel:
    return SessionModel(
        session_id=session.session_id, profile=session.rules["profile"],
        policy=session.rules["policy"], rounds=session.rounds,
        created_at=session.created_at, observed_at=session.observed_at,
    )  # fmt: skip
