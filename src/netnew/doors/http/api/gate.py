"""The gate: one claim, a batch, a stream; judgements and why they came out so."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from netnew.doors.http.access import Asked, needs
from netnew.doors.http.api.bases import NAME_PATTERN
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.judging import Judging, keys_of, policy_of
from netnew.doors.http.ndjson import Ndjson
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of
from netnew.doors.http.problems import Problem
from netnew.doors.http.stream import judged_lines
from netnew.doors.http.whole import WHOLE

router = APIRouter(route_class=Encoded, prefix="/v1/gate", tags=["gate"])

Base = Annotated[str, Field(pattern=NAME_PATTERN)]
MOST_CLAIMS = 1000
Class = Literal[
    "KNOWN", "NEAR_DUP", "NOVEL_CONNECTED", "NOVEL_ORPHAN", "BLOCKED_POLICY_MISSING",
    "BLOCKED_INDEX_UNBOUND",
]  # fmt: skip
Label = Literal[
    "FORWARD_TO_STEP6", "FORWARD_TO_STEP5", "DROP_DEFER", "REWRITE_REQUIRED",
    "BLOCKED_POLICY_MISSING", "BLOCKED_INDEX_UNBOUND", "BLOCKED_CONTEXT_MISSING",
]  # fmt: skip
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", min_length=1, max_length=200,
        description="The same request under the same key is carried out once.",
    ),
]  # fmt: skip

CLAIM: Any = {"claim_id": "c1", "raw_idea": "Water boils at 100 °C.", "risk_class": "LOW"}
JUDGEMENT: Any = {
    "claim_id": "c1", "kgr": {"kgr_id": "kgr_9a…", "class": "KNOWN"},
    "route": {"label": "FORWARD_TO_STEP6", "reasons": ["known"], "next_step": "STEP6"},
    "side_records": [],
}  # fmt: skip
EXPLANATION: Any = {
    "anchor_text": "Water boils at 100 °C at sea level.", "shared_grams": ["Water"],
    "only_in_claim": [], "only_in_anchor": [" at s"], "differences": [],
    "thresholds": [], "would_flip": [],
}  # fmt: skip


class ClaimModel(BaseModel):
    """One claim and what its author said about it explicitly."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"example": CLAIM})

    claim_id: Annotated[str | None, Field(min_length=1, max_length=200)] = None
    raw_idea: str | None = None
    risk_class: Literal["LOW", "MED", "HIGH"] | None = None
    metadata: dict[str, Any] | None = None
    scope_ref: str | None = None
    terms_ref: str | None = None
    constraints: Any = None
    k: Annotated[int | None, Field(ge=1, le=10_000), WHOLE] = None


class GateRequest(BaseModel):
    """The gate to judge at."""

    model_config = ConfigDict(extra="forbid", strict=True)

    user: Annotated[Base, Field(description="The base of whoever asks.")]
    core: Annotated[Base, Field(description="The base of what is agreed.")]
    policy: Annotated[
        str | dict[str, Any] | None,
        Field(description="A profile, a stored hash or ref, or a whole pack; the default pack."),
    ] = None
    binding: Annotated[
        dict[str, Any] | None, Field(description="An index_snapshot_binding to judge under.")
    ] = None
    admit: Annotated[
        bool, Field(description="Add NOVEL_CONNECTED claims to `user`; takes bases:write too.")
    ] = False


class JudgeRequest(GateRequest):
    """One claim."""

    model_config = ConfigDict(
        extra="forbid", strict=True,
        json_schema_extra={"example": {"claim": CLAIM, "user": "mine", "core": "core"}},
    )  # fmt: skip

    claim: ClaimModel


class BatchRequest(GateRequest):
    """Claims to judge in order, recorded all or none (one by one where they are admitted)."""

    model_config = ConfigDict(
        extra="forbid", strict=True,
        json_schema_extra={"example": {"claims": [CLAIM], "user": "mine", "core": "core"}},
    )  # fmt: skip

    claims: Annotated[list[ClaimModel], Field(min_length=1, max_length=MOST_CLAIMS)]


class JudgementModel(BaseModel):
    """Everything about one claim: docs/reference/schemas/gate-judgement-1.json."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"example": JUDGEMENT})

    claim_id: str
    kgr: dict[str, Any]
    route: dict[str, Any]
    side_records: list[dict[str, Any]]


class Judgements(BaseModel):
    """Judgements in the order of the claims."""

    model_config = ConfigDict(json_schema_extra={"example": {"judgements": [JUDGEMENT]}})

    judgements: list[JudgementModel]


class RecordedJudgement(BaseModel):
    """A judgement with its claim, as it is recorded."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "example": {
                "claim": CLAIM, "judgement": JUDGEMENT, "row_id": "row_3f…",
                "recorded_at": "2026-02-14T09:30:00.000000Z",
            }
        },
    )  # fmt: skip

    claim: dict[str, Any]
    judgement: JudgementModel
    row_id: str
    recorded_at: str


class RecordedPage(BaseModel):
    """A page of judgements, newest first."""

    model_config = ConfigDict(json_schema_extra={"example": {"judgements": [], "next": None}})

    judgements: list[RecordedJudgement]
    next: str | None


class ExplanationModel(BaseModel):
    """Why a claim was judged so, and what would have changed it."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"example": EXPLANATION})

    anchor_text: str | None
    shared_grams: list[str]
    only_in_claim: list[str]
    only_in_anchor: list[str]
    differences: list[str]
    thresholds: list[dict[str, Any]]
    would_flip: list[str]


@router.post("/judge", summary="Judge one claim and record it")
def judge(
    body: JudgeRequest,
    request: Request,
    asked: Annotated[Asked, needs("gate:write")],
    idempotency_key: Key = None,
) -> JudgementModel:
    """What the bases know already, and where the claim goes next."""
    judging = _opened(body, request, asked)
    keys = keys_of(asked, idempotency_key, 1)
    return JudgementModel(**judging.judge([body.claim.model_dump(exclude_none=True)], keys)[0])


@router.post("/judge-batch", summary="Judge claims in order and record them")
def judge_batch(
    body: BatchRequest,
    request: Request,
    asked: Annotated[Asked, needs("gate:write")],
    idempotency_key: Key = None,
) -> Judgements:
    """All or none, unless they are admitted: then one by one, each judged against the last."""
    judging = _opened(body, request, asked)
    keys = keys_of(asked, idempotency_key, len(body.claims))
    lines = [claim.model_dump(exclude_none=True) for claim in body.claims]
    return Judgements(judgements=[JudgementModel(**one) for one in judging.judge(lines, keys)])


@router.post(
    "/stream",
    status_code=200,
    summary="Judge a stream of claims, a line each, and stream the judgements back",
    response_class=Ndjson,
    responses={200: {"content": {"application/x-ndjson": {"example": '{"claim_id": "c1"}\n'}}}},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/x-ndjson": {
                    "schema": {"type": "string"},
                    "example": '{"claim_id": "c1", "raw_idea": "Water boils at 100 °C."}\n',
                }
            },
        }
    },
)
def stream(
    request: Request,
    asked: Annotated[Asked, needs("gate:write")],
    user: Annotated[str, Query(pattern=NAME_PATTERN)],
    core: Annotated[str, Query(pattern=NAME_PATTERN)],
    *,
    policy: Annotated[str | None, Query(max_length=200)] = None,
    admit: bool = False,
    idempotency_key: Key = None,
) -> Ndjson:
    """Read the answer while you write: a line that is wrong is answered in its place."""
    wanted = GateRequest(user=user, core=core, policy=policy, admit=admit)
    judging = _opened(wanted, request, asked)
    lines = judged_lines(request, judging, idempotency_key, asked.nn.settings)
    return Ndjson(lines)


@router.get("/judgements", summary="Recorded judgements, newest first, in pages")
def judgements(
    asked: Annotated[Asked, needs("gate:read")],
    *,
    label: Annotated[Class | None, Query(description="Only of this class.")] = None,
    route: Annotated[Label | None, Query(description="Only of this route.")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> RecordedPage:
    """Each with its claim."""
    place = place_of(cursor, int)
    listed = asked.nn.gate.newest(
        label=label, route=route, limit=limit + 1, before=place[0] if place else None
    )
    found, more = page(listed, limit)
    return RecordedPage(
        judgements=[RecordedJudgement(**one) for one in found],
        next=cursor_of(found[-1]["seq"]) if more else None,
    )


@router.get("/judgements/{kgr_id}", summary="One recorded judgement with its claim")
def judgement(kgr_id: str, asked: Annotated[Asked, needs("gate:read")]) -> RecordedJudgement:
    """As it was sealed."""
    return RecordedJudgement(**asked.nn.gate.explain(kgr_id))


@router.get("/judgements/{kgr_id}/explanation", summary="Why it came out so")
def explain(kgr_id: str, asked: Annotated[Asked, needs("gate:read")]) -> ExplanationModel:
    """Shared and differing n-grams, margins, and what would have changed the verdict."""
    return ExplanationModel(**asked.nn.gate.reasons(kgr_id).as_dict())


def _opened(body: GateRequest, request: Request, asked: Asked) -> Judging:
    if body.admit and not asked.caller.allows("bases:write"):
        raise Problem(
            403, "admitting needs the scope bases:write too", "leave `admit` out, or use a token "
            "that may", title="AccessError",
        )  # fmt: skip
    policy = policy_of(asked, body.policy)
    gate = asked.nn.gate.open(policy, user=body.user, core=body.core, binding=body.binding)
    counted = request.app.state.metrics.verdicts
    return Judging(asked, gate, body.user, body.admit, counted)
