"""An expansion as the queue for people shows it. Pure: the expansion itself is what is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from netnew.foundation.ids import content_id
from netnew.ratchet.approval import Review
from netnew.review.rules import ReviewItem, Vote, identity

KIND: Final = "expansion"
PARTS: Final = (
    ("threshold_increases", "raise", "threshold"),
    ("new_benchmarks", "add", "benchmark"),
    ("new_edge_cases", "add", "edge case"),
)


def expansion_item(harness: str, document: Mapping[str, Any]) -> ReviewItem:
    """Show what is proposed for a harness, with the words that were said on it.

    Whoever said two things, as people may who change their mind, counts with the last.
    """
    expansion_id = str(document["expansion_id"])
    votes = {
        identity(review.by): Vote(identity(review.by), "human", review.decision, review.reason)
        for review in (Review(*past) for past in document["reviews"])
    }
    shown = {
        "harness": harness,
        "title": f"{harness}: {_title(document)}",
        "reasons": [document["trigger_reason"]],
        "proposed": document["proposed_expansions"],
    }
    return ReviewItem(
        content_id("review", KIND, harness, expansion_id), KIND, expansion_id,
        max(1, int(document["approvals_needed"])), 0, document["proposed_by"], shown,
        tuple(votes.values()),
    )  # fmt: skip


def _title(document: Mapping[str, Any]) -> str:
    parts = []
    for name, verb, noun in PARTS:
        number = sum(len(one.get(name, ())) for one in document["proposed_expansions"])
        if number:
            parts.append(f"{verb} {number} {noun}{'' if number == 1 else 's'}")
    return ", ".join(parts) or "nothing is proposed yet"
