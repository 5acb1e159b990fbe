"""The ratchet: cycles of a harness, where it stands, and expansions that people approve."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from netnew.doors.http.access import Asked, needs
from netnew.doors.http.api.texts import SAID
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of

router = APIRouter(route_class=Encoded, prefix="/v1/ratchets", tags=["ratchet"])

Harness = Annotated[
    str, Path(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")
]
Profile = Annotated[Literal["1.0", "1.1"], Query(description="By the letter, or repaired.")]
Flakes = Annotated[
    int, Query(ge=0, le=1000, description="Cycles with a passing regression that streaks skip.")
]
CYCLE: Any = {"cycle_id": "c1", "metrics": {"regression_pass_rate": 1.0}}
ANSWER: Any = {
    "snapshot": {"cycle_id": "c1", "saturation_score": 0.2, "saturation_level": "NORMAL"},
    "consistency": {"action": "CONTINUE", "reason": "Insufficient data: 1 cycles"},
}
EXPANSION: Any = {"expansion_id": "exp-3f…", "state": "researched", "reviews": []}


class CycleModel(BaseModel):
    """An evaluation cycle; docs/reference/ratchet.md names what it may hold."""

    model_config = ConfigDict(extra="allow", strict=True, json_schema_extra={"example": CYCLE})

    cycle_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,119}$")]
    metrics: dict[str, Any] | None = None


class Recorded(BaseModel):
    """The score of a cycle, and whether saturation has lasted."""

    model_config = ConfigDict(json_schema_extra={"example": ANSWER})

    snapshot: dict[str, Any]
    consistency: dict[str, Any]


class Status(BaseModel):
    """Where a harness stands."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "harness": "my-harness", "profile": "1.1", "aggregate": None,
                "consistency": ANSWER["consistency"], "last": None, "expansions": [],
            }
        }
    )  # fmt: skip

    harness: str
    profile: str
    aggregate: dict[str, Any] | None
    consistency: dict[str, Any]
    last: dict[str, Any] | None
    expansions: list[dict[str, Any]]


class Harnesses(BaseModel):
    """A page of harnesses, by name."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"harnesses": ["my-harness"], "next": None}}
    )

    harnesses: list[str]
    next: str | None


class Cycles(BaseModel):
    """A page of cycles, newest first, each with the input that it was read from."""

    model_config = ConfigDict(json_schema_extra={"example": {"cycles": [CYCLE], "next": None}})

    cycles: list[dict[str, Any]]
    next: str | None


class Verdicts(BaseModel):
    """What each benchmark is still good for."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"verdicts": [{"benchmark": "b", "verdict": "solved"}]}}
    )

    verdicts: list[dict[str, Any]]


class ExpansionModel(BaseModel):
    """An expansion of a harness: what is proposed, who said what, how far it is."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"example": EXPANSION})

    expansion_id: str
    state: str
    reviews: list[Any]


class Expansions(BaseModel):
    """A page of expansions, oldest first."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"expansions": [EXPANSION], "next": None}}
    )

    expansions: list[ExpansionModel]
    next: str | None


class Reason(BaseModel):
    """Why; who says it is the token's name, and stands nowhere in a body."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"reason": "read it, is fair"}}
    )

    reason: Annotated[str, Field(min_length=1, max_length=10_000, pattern=SAID)]


@router.get("", summary="Harnesses that have cycles or expansions, in pages")
def harnesses(
    asked: Annotated[Asked, needs("ratchet:read")], limit: Limit = 50, cursor: Cursor = None
) -> Harnesses:
    """By name."""
    place = place_of(cursor, str)
    known = sorted(asked.nn.harnesses())
    found, more = page((name for name in known if not place or name > place[0]), limit)
    return Harnesses(harnesses=found, next=cursor_of(found[-1]) if more else None)


@router.post("/{harness}/cycles", summary="Record a cycle and score it")
def record(
    harness: Harness,
    body: CycleModel,
    request: Request,
    asked: Annotated[Asked, needs("ratchet:write")],
    *,
    profile: Profile = "1.1",
    flake_tolerance: Flakes = 0,
) -> Recorded:
    """The same cycle again gives the first answer; another one under its id is refused."""
    ratchet = asked.nn.ratchet(harness, profile=profile, flake_tolerance=flake_tolerance)
    found = ratchet.record_cycle(body.model_dump(exclude_unset=True))
    level = found["snapshot"]["saturation_level"]
    request.app.state.metrics.verdicts.labels("ratchet", level).inc()
    return Recorded(**found)


@router.get("/{harness}", summary="Where a harness stands")
def status(
    harness: Harness,
    asked: Annotated[Asked, needs("ratchet:read")],
    profile: Profile = "1.1",
    flake_tolerance: Flakes = 0,
) -> Status:
    """The last reading, the rolling window, open expansions."""
    ratchet = asked.nn.ratchet(harness, profile=profile, flake_tolerance=flake_tolerance)
    return Status(**ratchet.status())


@router.get("/{harness}/cycles", summary="Cycles, newest first, in pages")
def cycles(
    harness: Harness,
    asked: Annotated[Asked, needs("ratchet:read")],
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Cycles:
    """Each with the input that it was read from."""
    place = place_of(cursor, int)
    skipped = max(0, place[0]) if place else 0
    # Read from the end: so many were shown, so many more are wanted, and one to see if it ends.
    newest = asked.nn.ratchet(harness).cycles(newest=skipped + limit + 1)[::-1]
    found, more = page(newest[skipped:], limit)
    return Cycles(cycles=found, next=cursor_of(skipped + limit) if more else None)


@router.get("/{harness}/verdicts", summary="What each benchmark is still good for")
def verdicts(harness: Harness, asked: Annotated[Asked, needs("ratchet:read")]) -> Verdicts:
    """Discriminating, solved, stalled, blind or noisy."""
    return Verdicts(verdicts=[one.as_dict() for one in asked.nn.ratchet(harness).verdicts()])


@router.get("/{harness}/expansions", summary="Expansions, oldest first, in pages")
def expansions(
    harness: Harness,
    asked: Annotated[Asked, needs("ratchet:read")],
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Expansions:
    """What was proposed, who said what, and how far each is."""
    place = place_of(cursor, int)
    skipped = max(0, place[0]) if place else 0
    found, more = page(asked.nn.ratchet(harness).expansions.all()[skipped:], limit)
    return Expansions(
        expansions=[ExpansionModel(**one) for one in found],
        next=cursor_of(skipped + limit) if more else None,
    )


@router.post("/{harness}/expansions", status_code=201, summary="Open an expansion by hand")
def request_expansion(
    harness: Harness, body: Reason, asked: Annotated[Asked, needs("ratchet:write")]
) -> ExpansionModel:
    """One is open at a time; saturation that lasts opens one of itself."""
    found = asked.nn.ratchet(harness).expansions
    return ExpansionModel(**found.request(by=asked.caller.name, reason=body.reason))


@router.get("/{harness}/expansions/{expansion_id}", summary="One expansion")
def expansion(
    harness: Harness, expansion_id: str, asked: Annotated[Asked, needs("ratchet:read")]
) -> ExpansionModel:
    """With its whole history."""
    return ExpansionModel(**asked.nn.ratchet(harness).expansions.find(expansion_id))


@router.post("/{harness}/expansions/{expansion_id}/approve", summary="Approve an expansion")
def approve(
    harness: Harness,
    expansion_id: str,
    body: Reason,
    asked: Annotated[Asked, needs("review:write")],
) -> ExpansionModel:
    """As the person whose token this is; never by who proposed it, never by an agent."""
    return _say("approve", harness, expansion_id, body, asked)


@router.post("/{harness}/expansions/{expansion_id}/reject", summary="Reject an expansion")
def reject(
    harness: Harness,
    expansion_id: str,
    body: Reason,
    asked: Annotated[Asked, needs("review:write")],
) -> ExpansionModel:
    """The next one needs ten more cycles."""
    return _say("reject", harness, expansion_id, body, asked)


def _say(
    decision: Literal["approve", "reject"],
    harness: str,
    expansion_id: str,
    body: Reason,
    asked: Asked,
) -> ExpansionModel:
    by = asked.caller.person("a word on an expansion")
    found = asked.nn.ratchet(harness).expansions
    return ExpansionModel(
        **found.review(decision, by=by, reason=body.reason, expansion_id=expansion_id)
    )
