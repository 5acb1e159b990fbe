"""Tools of the gate: do the bases know this already?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Annotated, Any, Literal

from pydantic import Field

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.tool import Answer, Arguments, Tool

LONGEST_TEXT = 20_000
BaseName = Annotated[str, Field(min_length=1, max_length=100)]

NEXT = {
    "FORWARD_TO_STEP6": "Known already: do not state it again; cite the match.",
    "FORWARD_TO_STEP5": "Go on with it.",
    "DROP_DEFER": "Leave it: it waits until it clusters with others or people release it.",
    "REWRITE_REQUIRED": "Rewrite it as one plain statement and check that.",
    "BLOCKED_POLICY_MISSING": "Nothing was decided: the policy of the gate is at fault.",
    "BLOCKED_INDEX_UNBOUND": "Nothing was decided: a base is missing or damaged.",
    "BLOCKED_CONTEXT_MISSING": "Nothing was decided: name the risk class, or say the claim.",
}
_CHANGED = "It resembles the match and says something else: go on, and name the difference."
# Of what goes on although something like it is known, by the last reason.
BESIDE_THE_MATCH = {
    "diff_wording_only": NEXT["FORWARD_TO_STEP6"],
    "diff_constraint_change": _CHANGED,
    "diff_scope_change": _CHANGED,
    "diff_unknown": "It resembles the match: read that, and go on with what it does not say.",
}


class ClaimArguments(Arguments):
    """One claim and the two bases that it is held against."""

    claim: str = Field(max_length=LONGEST_TEXT, description="One statement, in plain words.")
    user: BaseName = Field(description="Base of what this user or project knows.")
    core: BaseName = Field(description="Base of what everybody knows.")
    risk_class: Literal["LOW", "MED", "HIGH"] = Field(
        default="LOW", description="What it costs if the claim is wrong."
    )
    claim_id: str | None = Field(default=None, max_length=200, description="Your name for it.")
    scope_ref: str | None = Field(default=None, max_length=2_000, description="What it holds for.")
    constraints: dict[str, Any] | None = Field(
        default=None, description="Conditions it holds under; they must match to be the same."
    )


class Match(Answer):
    """The entry that the claim is closest to."""

    id: str
    base: str
    text: str | None
    overlap: float = Field(description="0 nothing shared, 1 the same.")


class Gated(Answer):
    """What the gate says, in short; `why` with the kgr_id tells the rest."""

    kgr_id: str
    verdict: str = Field(description="KNOWN, NEAR_DUP, NOVEL_CONNECTED, NOVEL_ORPHAN or BLOCKED_….")
    route: str
    reasons: list[str]
    match: Match | None
    differences: list[str] = Field(description="What differs from the match, where that is known.")
    missing: list[str] = Field(description="What stood in the way of a verdict, with the way out.")
    recorded: bool
    admitted: bool = Field(description="Whether the claim is in the user's base now.")
    next: str = Field(description="What to do with the claim.")


def check(caller: Caller, given: ClaimArguments) -> Gated:
    """Judge and record nothing."""
    gate = caller.nn.gate.open(user=given.user, core=given.core)
    (line,) = _lines(given)
    if line.claim is None:
        raise line.problem or netnew.InputError("the claim cannot be read", "write it anew")
    document = gate.judge_claim(line.claim).as_dict()
    return _gated(caller, given, document, recorded=False)


def admit(caller: Caller, given: ClaimArguments) -> Gated:
    """Judge, record, and add what is new and connected to the user's base."""
    gate = caller.nn.gate.open(user=given.user, core=given.core)
    batch = netnew.Batch(caller.nn.gate, gate, strict=True, admit=given.user)
    (document,) = batch.run(_lines(given))
    return _gated(caller, given, document, recorded=True, admitted=batch.summary.admitted == 1)


def _lines(given: ClaimArguments) -> Iterator[netnew.ClaimLine]:
    line = given.model_dump(exclude_none=True, exclude={"claim", "user", "core"})
    text = json.dumps({"raw_idea": given.claim, **line})
    return netnew.read_claims(BytesIO(text.encode()), name="the claim", form="jsonl")


def _gated(
    caller: Caller,
    given: ClaimArguments,
    document: Mapping[str, Any],
    *,
    recorded: bool,
    admitted: bool = False,
) -> Gated:
    kgr, route = document["kgr"], document["route"]
    diff = document.get("diff_stub") or {}
    return Gated(
        kgr_id=kgr["kgr_id"],
        verdict=kgr["class"],
        route=route["label"],
        reasons=list(route["reasons"]),
        match=_match(caller, given, kgr),
        differences=list(diff.get("diff_notes", ())),
        missing=[f"{one['where']} {one['problem']}; {one['way_out']}" for one in kgr["missing"]],
        recorded=recorded,
        admitted=admitted,
        next="It is in the base now." if admitted else _next(route),
    )


def _next(route: Mapping[str, Any]) -> str:
    otherwise = NEXT[route["label"]]
    if route["label"] != "FORWARD_TO_STEP5":
        return otherwise
    return BESIDE_THE_MATCH.get(route["reasons"][-1], otherwise)


def _match(caller: Caller, given: ClaimArguments, kgr: Mapping[str, Any]) -> Match | None:
    if kgr["best_match_id"] is None:
        return None
    base = given.user if kgr["best_match_base"] == "B_user" else given.core
    item = caller.nn.bases.snapshot(base).get(kgr["best_match_id"])
    overlap = kgr["best_match_scores"]["C_connect"]
    return Match(id=kgr["best_match_id"], base=base, text=item.text, overlap=overlap)


TOOLS = (
    Tool(
        name="gate_check",
        title="Is this known?",
        description="Say whether the bases know a claim already. Changes nothing. Ask before you "
        "state, store or research something.",
        scope="gate:read",
        takes=ClaimArguments,
        gives=Gated,
        run=check,
    ),
    Tool(
        name="gate_admit",
        title="Judge and admit a claim",
        description="Judge a claim, record the verdict, and add it to the user's base if it is "
        "new and connected. Orphans wait for people.",
        scope="gate:write",
        takes=ClaimArguments,
        gives=Gated,
        run=admit,
    ),
)
