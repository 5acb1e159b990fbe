"""Who may vote, and what the votes come to. The same rules for everything that waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from netnew.foundation.errors import ConflictError, InputError
from netnew.foundation.names import unstorable

ReviewerKind = Literal["human", "agent"]
Verdict = Literal["approve", "reject"]
State = Literal["waiting", "approved", "rejected"]
KINDS: Final[tuple[ReviewerKind, ...]] = get_args(ReviewerKind)
STATES: Final[tuple[State, ...]] = get_args(State)
LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class Vote:
    """What one reviewer said, and why."""

    reviewer: str
    kind: ReviewerKind
    verdict: Verdict
    reason: str
    at: str | None = field(default=None, compare=False)
    """When it was stored; None before, and for words on an expansion."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """Something that waits for people, with the quorum that it needs."""

    item_id: str
    kind: str
    """What waits: `orphan`; other instruments add theirs."""
    subject_id: str
    min_humans: int
    min_agents: int
    submitted_by: str | None = None
    document: Mapping[str, Any] = field(default_factory=dict)
    votes: tuple[Vote, ...] = ()
    opened_at: str = ""

    @property
    def state(self) -> State:
        """What the votes come to; one rejection is enough to reject.

        >>> both = ReviewItem("i", "orphan", "kgr", min_humans=1, min_agents=1)
        >>> voted(both, Vote("bot", "agent", "approve", "seen")).state
        'waiting'
        """
        if any(vote.verdict == "reject" for vote in self.votes):
            return "rejected"
        needed = {"human": self.min_humans, "agent": self.min_agents}
        met = all(self.approvals(kind) >= needed[kind] for kind in KINDS)
        return "approved" if met and self.votes else "waiting"

    def approvals(self, kind: ReviewerKind) -> int:
        """Count reviewers of a kind who approved; neither kind ever stands for the other."""
        return sum(vote.verdict == "approve" and vote.kind == kind for vote in self.votes)


def identity(name: str) -> str:
    """Reduce a name to what makes it one identity: `Ann` and ` ann ` are one person.

    >>> identity(" Ann ")
    'ann'
    """
    return " ".join(name.split()).casefold()


def voted(item: ReviewItem, vote: Vote) -> ReviewItem:
    """Add a vote, or raise an InputError that says why it does not count."""
    for what, said in (("reviewer", vote.reviewer), ("reason", vote.reason)):
        if found := unstorable(said):
            raise InputError(f"the {what} of a vote {found}", "give a text")
    name = identity(vote.reviewer)
    if not 0 < len(name) <= LONGEST_NAME:
        raise InputError("a reviewer has no name", f"give 1 to {LONGEST_NAME} characters")
    if vote.kind not in KINDS:
        raise InputError(f"a reviewer is {vote.kind!r:.20}", "choose human or agent")
    if not vote.reason.strip():
        raise InputError("a vote has no reason", "say why in a few words")
    if item.state != "waiting":
        raise ConflictError(
            f"`{item.item_id}` is {item.state} already", "undo a vote first if that was wrong"
        )
    if item.submitted_by is not None and identity(item.submitted_by) == name:
        raise ConflictError(
            f"`{name}` submitted `{item.item_id}` and cannot review it", "let somebody else vote"
        )
    if any(identity(other.reviewer) == name for other in item.votes):
        raise ConflictError(
            f"`{name}` has voted on `{item.item_id}` already", "undo that vote, or let others vote"
        )
    return _with(item, (*item.votes, Vote(name, vote.kind, vote.verdict, vote.reason)))


def withdrawn(item: ReviewItem, reviewer: str) -> ReviewItem:
    """Take back the vote of a reviewer."""
    name = identity(reviewer)
    kept = tuple(vote for vote in item.votes if vote.reviewer != name)
    if len(kept) == len(item.votes):
        raise ConflictError(
            f"`{name}` has not voted on `{item.item_id}`", "`netnew review show` lists the votes"
        )
    return _with(item, kept)


def _with(item: ReviewItem, votes: Sequence[Vote]) -> ReviewItem:
    return ReviewItem(
        item.item_id, item.kind, item.subject_id, item.min_humans, item.min_agents,
        item.submitted_by, item.document, tuple(votes), item.opened_at,
    )  # fmt: skip
