"""Policies of the gate: the packs, and those that were stored or judged by."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of

router = APIRouter(route_class=Encoded, prefix="/v1/policies", tags=["gate"])

POLICY: Any = {
    "hash": "8a1f…", "policy_config_ref": "netnew-balanced/2", "sound": True, "problems": [],
    "policy": {"policy.step4.thresholds.tau_known": "0.80"},
}  # fmt: skip


class PolicyText(BaseModel):
    """A pack, as YAML or JSON in a text, or as an object."""

    model_config = ConfigDict(
        extra="forbid", strict=True,
        json_schema_extra={"example": {"policy": {"policy_config_ref": "mine/1", "policy": {}}}},
    )  # fmt: skip

    policy: Annotated[
        str | dict[str, Any],
        Field(description="`netnew policy default` prints one that works."),
    ]


class PolicyFault(BaseModel):
    """Something that a pack lacks or has wrong, at a key path."""

    key: str
    problem: str
    expected: str
    line: int | None


class PolicyModel(BaseModel):
    """A pack with everything that is wrong with it."""

    model_config = ConfigDict(json_schema_extra={"example": POLICY})

    hash: str
    policy_config_ref: str | None
    sound: bool
    problems: list[PolicyFault]
    policy: dict[str, Any]


class Policies(BaseModel):
    """A page of stored policies, by hash."""

    model_config = ConfigDict(json_schema_extra={"example": {"policies": [POLICY], "next": None}})

    policies: list[PolicyModel]
    next: str | None


@router.get("", summary="Stored policies, in pages")
def list_policies(
    asked: Annotated[Asked, needs("gate:read")], limit: Limit = 50, cursor: Cursor = None
) -> Policies:
    """By hash; those that claims were judged by are among them."""
    place = place_of(cursor, str)
    known = (one for one in asked.nn.gate.policies() if not place or one.hash > place[0])
    found, more = page(known, limit)
    return Policies(
        policies=[_model(one) for one in found], next=cursor_of(found[-1].hash) if more else None
    )


@router.post("", status_code=201, summary="Store a policy, so that it can be named")
def keep(body: PolicyText, asked: Annotated[Asked, needs("gate:write")]) -> PolicyModel:
    """Only a sound one is stored; the problem names its first fault."""
    return _model(asked.nn.gate.keep(_read(body)))


@router.post("/check", summary="Everything that is wrong with a policy; nothing is stored")
def check(body: PolicyText, _asked: Annotated[Asked, needs("gate:read")]) -> PolicyModel:
    """All problems at once."""
    return _model(_read(body))


@router.get("/{name:path}", summary="A policy by hash, ref or profile")
def show(name: str, asked: Annotated[Asked, needs("gate:read")]) -> PolicyModel:
    """The profiles balanced, strict and lenient come with netnew."""
    return _model(asked.nn.gate.policy(name))


def _read(body: PolicyText) -> netnew.Policy:
    given = body.policy
    return netnew.parse_policy(given) if isinstance(given, str) else netnew.load_policy(given)


def _model(policy: netnew.Policy) -> PolicyModel:
    faults = (*policy.problems, *policy.orphan_problems)
    return PolicyModel(
        hash=policy.hash, policy_config_ref=policy.ref, sound=not faults,
        problems=[
            PolicyFault(key=one.key, problem=one.problem, expected=one.expected, line=one.line)
            for one in faults
        ],
        policy=dict(policy.told),
    )  # fmt: skip
