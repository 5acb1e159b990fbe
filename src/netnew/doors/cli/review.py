"""`netnew review`: what waits for people."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import line, plain_table, tint

group = typer.Typer(no_args_is_help=True, help="What waits for people; approve, reject, undo.")

ItemArgument = Annotated[str, typer.Argument(metavar="ITEM_ID", help="From `review list`.")]
AsOption = Annotated[str, typer.Option("--as", metavar="NAME", help="Who votes.")]
AgentFlag = Annotated[bool, typer.Option("--agent", help="An agent votes, not a person.")]
ReasonOption = Annotated[str, typer.Option(metavar="TEXT", help="Why; it is recorded.")]


@command(group, "list", example="netnew review list --state all --json")
def list_items(
    door: Door,
    state: Annotated[
        str, typer.Option(metavar="STATE", help="waiting, approved, rejected or all.")
    ] = "waiting",
) -> None:
    """Everything that waits, oldest first."""
    if state not in ("waiting", "approved", "rejected", "all"):
        raise netnew.InputError(
            f"no state is called {state!r:.20}", "choose waiting, approved, rejected or all"
        )
    with door.connect() as nn:
        items = nn.review.list(None if state == "all" else cast(Any, state))
    document = {"items": [_summary(item) for item in items]}
    if not items:
        door.answer(document, "Nothing is here.")
        return
    table = plain_table("item", "kind", "state", "people", "agents")
    for item in items:
        people = f"{item.approvals('human')} of {item.min_humans}"
        agents = f"{item.approvals('agent')} of {item.min_agents}"
        table.add_row(item.item_id, item.kind, item.state, people, agents)
    door.answer(document, table)


@command(group, "show", example="netnew review show review_0123456789abcdef0123456789abcdef")
def show(door: Door, item_id: ItemArgument) -> None:
    """One item with its votes and what it is about."""
    with door.connect() as nn:
        item = nn.review.show(item_id)
    claim = item.document.get("claim", {}).get("raw_idea", "")
    votes = plain_table("who", "", "verdict", "why")
    for vote in item.votes:
        votes.add_row(vote.reviewer, vote.kind, vote.verdict, vote.reason)
    head = line(tint(item.state, "bold"), f": {item.kind} {item.subject_id}")
    door.answer({**_summary(item), "document": dict(item.document)}, head, str(claim), votes)


@command(
    group, "approve",
    example="netnew review approve review_0123456789abcdef0123456789abcdef --as ann "
    "--reason 'checked with the vendor'",
)  # fmt: skip
def approve(
    door: Door,
    item_id: ItemArgument,
    *,
    by: AsOption,
    reason: ReasonOption,
    agent: AgentFlag = False,
) -> None:
    """Approve; the item goes on once enough people and agents have."""
    with door.connect() as nn:
        kind = "agent" if agent else "human"
        _answer(door, nn.review.approve(item_id, reviewer=by, kind=cast(Any, kind), reason=reason))


@command(
    group, "reject",
    example="netnew review reject review_0123456789abcdef0123456789abcdef --as ann "
    "--reason 'contradicts the contract'",
)  # fmt: skip
def reject(
    door: Door,
    item_id: ItemArgument,
    *,
    by: AsOption,
    reason: ReasonOption,
    agent: AgentFlag = False,
) -> None:
    """Reject; one rejection closes the item."""
    with door.connect() as nn:
        kind = "agent" if agent else "human"
        _answer(door, nn.review.reject(item_id, reviewer=by, kind=cast(Any, kind), reason=reason))


@command(
    group, "undo",
    example="netnew review undo review_0123456789abcdef0123456789abcdef --as ann",
)  # fmt: skip
def undo(door: Door, item_id: ItemArgument, *, by: AsOption) -> None:
    """Take a vote back; the item stands as if it had not been cast."""
    with door.connect() as nn:
        _answer(door, nn.review.undo(item_id, reviewer=by))


def _answer(door: Door, item: netnew.ReviewItem) -> None:
    people, agents = item.approvals("human"), item.approvals("agent")
    shown = f": {people} of {item.min_humans} people, "
    door.answer(
        _summary(item),
        line(tint(item.state, "bold"), shown, f"{agents} of {item.min_agents} agents approved"),
    )


def _summary(item: netnew.ReviewItem) -> dict[str, Any]:
    return {
        "item_id": item.item_id,
        "kind": item.kind,
        "subject_id": item.subject_id,
        "state": item.state,
        "min_humans": item.min_humans,
        "min_agents": item.min_agents,
        "submitted_by": item.submitted_by,
        "opened_at": item.opened_at,
        "votes": [
            {"reviewer": vote.reviewer, "kind": vote.kind, "verdict": vote.verdict,
             "reason": vote.reason}
            for vote in item.votes
        ],
    }  # fmt: skip
