"""`netnew review`: what waits for people."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import line, plain_table, tint

group = typer.Typer(no_args_is_help=True, help="What waits for people; approve, reject, undo.")

# Kinds of what an agent would remember: `memory_fact`, `memory_decision`.
OF_MEMORY = "memory_"
KINDS = ("orphan", "diff", "memory_fact", "memory_decision", "expansion")
LONGEST_EXCERPT = 72

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
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help=f"Only of this kind: {', '.join(KINDS)}.")
    ] = None,
) -> None:
    """Everything that waits, oldest first."""
    if state not in ("waiting", "approved", "rejected", "all"):
        raise netnew.InputError(
            f"no state is called {state!r:.20}", "choose waiting, approved, rejected or all"
        )
    if kind is not None and kind not in KINDS:
        raise netnew.InputError(
            f"nothing of the kind {kind!r:.20} waits", f"choose one of {', '.join(KINDS)}"
        )
    with door.connect() as nn:
        items = nn.review.list(None if state == "all" else cast(Any, state))
    items = [item for item in items if kind in (None, item.kind)]
    document = {"items": [_summary(item) for item in items]}
    if not items:
        door.answer(document, "Nothing is here.")
        return
    table = plain_table("item", "what it is")
    for item in items:
        people = f"{item.approvals('human')} of {item.min_humans} people"
        agents = f"{item.approvals('agent')} of {item.min_agents} agents"
        needed = people if not item.min_agents else f"{people}, {agents}"
        head = f"{item.kind.removeprefix(OF_MEMORY)}, {item.state}, {needed}\n"
        table.add_row(tint(item.item_id, "bold"), line(tint(head, "dim"), _excerpt(_says(item))))
    door.answer(document, table)


@command(group, "show", example="netnew review show review_0123456789abcdef0123456789abcdef")
def show(door: Door, item_id: ItemArgument) -> None:
    """One item with its votes and what it is about."""
    with door.connect() as nn:
        item = nn.review.show(item_id)
    votes = plain_table("who", "", "verdict", "when", "why")
    for vote in item.votes:
        votes.add_row(vote.reviewer, vote.kind, vote.verdict, (vote.at or "")[:19], vote.reason)
    head = line(tint(item.state, "bold"), f": {item.kind} {item.subject_id}")
    document = {**_summary(item), "document": dict(item.document)}
    door.answer(document, head, _says(item), *_held(item), *([votes] if item.votes else []))


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


def _says(item: netnew.ReviewItem) -> str:
    """The claim, fact or decision that waits."""
    document = item.document
    if item.kind.startswith(OF_MEMORY):
        said = document.get("says") or {}
        about = " · ".join(said[key] for key in ("subject", "attribute") if said.get(key))
        text = str(said.get("text") or said.get("content") or "(forgotten)")
        return f"{about}: {text}" if about else text
    return str(document.get("claim", {}).get("raw_idea", ""))


def _held(item: netnew.ReviewItem) -> list[str]:
    """Whose memory it would enter, and why it was held."""
    if not item.kind.startswith(OF_MEMORY):
        return []
    of = f"of agent `{item.document.get('agent')}`, held:"
    return [of, *(f"  {reason}" for reason in item.document.get("reasons", ()))]


def _excerpt(text: str) -> str:
    """So much of a text as two lines of a table hold.

    >>> _excerpt("word " * 40)[-6:]
    'rd w …'
    """
    said = " ".join(text.split())
    return said if len(said) <= LONGEST_EXCERPT else said[: LONGEST_EXCERPT - 1].rstrip() + " …"


@command(group, "notify", example="netnew review notify --run 'mail -s review ann@example.org'")
def notify(
    door: Door,
    run: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Instead of the setting review_command.")
    ] = None,
) -> int:
    """Run a command for each item that waits and nobody was told of, its line of JSON on stdin.

    It runs by itself when something lands and the setting is made; by hand it tells what failed.
    """
    with door.connect() as nn:
        sent = nn.notices.send(run)
    document = {"told": list(sent.told), "failed": [one._asdict() for one in sent.failed]}
    if sent.failed:
        table = plain_table("item", "why not")
        for one in sent.failed:
            table.add_row(one.item_id, tint(one.problem, "red"))
        door.answer(document, table)
        return 1
    door.answer(document, f"{len(sent.told)} told")
    return 0


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
             "reason": vote.reason, "at": vote.at}
            for vote in item.votes
        ],
    }  # fmt: skip
