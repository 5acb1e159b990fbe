"""What people said of decisions that the gate was not sure of: lines that its training reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from netnew.review.rules import ReviewItem

HELD: Final = "memory_decision"
# What the training reads of the turn, where it is known.
TURN_KEYS: Final = (
    "frame", "tool_results", "confidence", "stakes", "error", "position", "session_length",
)  # fmt: skip


def decision_verdicts(
    items: Iterable[ReviewItem], *, agent_id: str | None = None
) -> Iterator[dict[str, Any]]:
    """What people approved and rejected among `items`, of one agent or of all.

    What an agent rejected, and what was forgotten since, teaches nothing.

    >>> from netnew.review.rules import Vote
    >>> vote = Vote("ann", "human", "approve", "we agreed on it")
    >>> held = {"agent": "a1", "says": {"text": "Postgres for the queue", "frame": "decision"}}
    >>> item = ReviewItem("review_1", HELD, "decision_1", 1, 0, None, held, (vote,))
    >>> [row["verdict"] for row in decision_verdicts([item])]
    ['approve']
    """
    for item in items:
        agent, said = str(item.document.get("agent")), item.document.get("says")
        if item.kind != HELD or not said or agent_id not in {None, agent}:
            continue
        verdict = _by_people(item)
        if verdict is not None:
            turn = {**said, **(said.get("judged") or {})}
            known = {key: turn[key] for key in TURN_KEYS if turn.get(key) is not None}
            yield {
                "text": said["text"], "verdict": verdict, "source": f"review:{agent}", **known,
            }  # fmt: skip


def _by_people(item: ReviewItem) -> str | None:
    """What the people's votes came to; None while it waits, or where no person voted."""
    deciding = {"approved": "approve", "rejected": "reject"}.get(item.state)
    spoken = any(vote.kind == "human" and vote.verdict == deciding for vote in item.votes)
    return deciding if spoken else None
