"""The one tool for people: a word on an expansion. An agent is never offered it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.ratchet_tools import HarnessName
from netnew.doors.mcp.tool import Answer, Arguments, Tool


class WordArguments(Arguments):
    """Yes or no, and why; who says it is the token's name."""

    harness: HarnessName
    expansion_id: str = Field(min_length=1, max_length=200)
    decision: Literal["approve", "reject"]
    reason: str = Field(min_length=1, max_length=2_000, pattern=r"\S")


class Reviewed(Answer):
    """Where the expansion stands after it."""

    expansion_id: str
    state: str
    human_approved: bool | None = Field(description="null while approvals are missing.")
    proposed_by: str | None
    reviews: list[str] = Field(description="Who said what, and why.")
    next: str


def review(caller: Caller, given: WordArguments) -> Reviewed:
    """Record the word of the person whose token it is."""
    if caller.person is None:
        raise netnew.AccessError("a word on an expansion takes a person", "let a person decide")
    document = caller.nn.ratchet(given.harness).expansions.review(
        given.decision, by=caller.person, reason=given.reason, expansion_id=given.expansion_id
    )
    said = [f"{by}: {decision}, {reason}" for by, decision, reason in document["reviews"]]
    missing = document["approvals_needed"] - len(said)
    following = {
        "approved": f"`netnew ratchet apply` carries it out in the repository of {given.harness}.",
        "rejected": "It is closed; the next one needs ten more cycles.",
    }.get(document["state"], f"{missing} more must approve.")
    return Reviewed(
        expansion_id=document["expansion_id"],
        state=document["state"],
        human_approved=document["human_approved"],
        proposed_by=document["proposed_by"],
        reviews=said,
        next=following,
    )


TOOLS = (
    Tool(
        name="ratchet_review",
        title="Approve or reject an expansion",
        description="Approve or reject an expansion of a harness, as the person whose token this "
        "is; never as who proposed it. Agents are refused.",
        scope="review:write",
        takes=WordArguments,
        gives=Reviewed,
        run=review,
        for_people=True,
        destructive=True,
    ),
)
