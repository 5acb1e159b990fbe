"""Who may say yes: people other than the proposer, each once, with a reason."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple

from netnew.foundation.errors import ConflictError, InputError

Decision = Literal["approve", "reject"]


class Review(NamedTuple):
    """One person's word on an expansion."""

    by: str
    decision: Decision
    reason: str


def same_person(one: str, other: str) -> bool:
    """Whether two names are one person's, however they are written.

    >>> same_person("Ann Lee", " ann  lee")
    True
    """
    return _folded(one) == _folded(other)


def check_review(review: Review, proposer: str, before: Sequence[Review]) -> None:
    """Raise unless this person may say this now."""
    if not _folded(review.by) or not review.reason.strip():
        raise InputError("a review needs a name and a reason", "give --by NAME and --reason TEXT")
    if review.decision == "approve" and same_person(review.by, proposer):
        raise ConflictError(
            f"`{review.by}` proposed this and cannot approve it", "let somebody else look at it"
        )
    if any(same_person(review.by, past.by) for past in before):
        raise ConflictError(f"`{review.by}` has already reviewed this", "one word a person")


def verdict(reviews: Sequence[Review], approvals_needed: int) -> Decision | None:
    """What the reviews come to: one rejection ends it; None while approvals are missing.

    >>> verdict([Review("ann", "approve", "fair")], 2) is None
    True
    """
    if any(review.decision == "reject" for review in reviews):
        return "reject"
    return "approve" if len(reviews) >= max(1, approvals_needed) else None


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
