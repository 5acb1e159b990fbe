"""Stored items as the records that users see."""

from __future__ import annotations

from typing import Any, cast

from netnew.memory.ports import Item
from netnew.memory.records import Decision, Episode, Fact, Stakes, State


def state_of(item: Item) -> State:
    """The state of a stored item."""
    return cast(State, item.state)


def fact_of(item: Item) -> Fact:
    """The fact that an item holds; of a forgotten one only how it stands."""
    said, stands = item.document, item.standing
    return Fact(
        id=item.item_id,
        subject=said.get("subject"),
        content=said.get("content", ""),
        attribute=said.get("attribute"),
        confidence=said.get("confidence"),
        source=said.get("source"),
        observed_at=said.get("observed_at") or item.at,
        learned_at=item.at,
        multi_valued=said.get("multi_valued"),
        session_id=item.session_id,
        tags=tuple(said.get("tags", ())),
        state=state_of(item),
        supersedes=_ids(stands, "supersedes"),
        superseded_by=stands.get("superseded_by"),
        conflicts_with=_ids(stands, "conflicts_with"),
        confirmations=stands.get("confirmations", 1),
        last_seen_at=stands.get("last_seen_at", item.at),
    )


def episode_of(item: Item, *, reused: bool = False) -> Episode:
    """The episode that an item holds."""
    return Episode(
        id=item.item_id,
        summary=item.document.get("summary", ""),
        state=state_of(item),
        started_at=item.at,
        ended_at=item.standing.get("ended_at"),
        sessions=dict(item.standing["sessions"]),
        turns=item.standing.get("turns", 0),
        reused=reused,
    )


def decision_of(item: Item) -> Decision:
    """The decision that an item holds; of a forgotten one only how it stands."""
    said = item.document
    return Decision(
        id=item.item_id,
        text=said.get("text", ""),
        session_id=item.session_id or "",
        frame=said.get("frame", ""),
        confidence=said.get("confidence"),
        stakes=cast(Stakes, said.get("stakes", "low")),
        reasons=tuple(said.get("reasons", ())),
        tags=tuple(said.get("tags", ())),
        made_at=item.at,
        state=state_of(item),
        verdict=dict(said.get("verdict", {})),
        outcome=item.standing.get("outcome", "pending"),
        supersedes=_ids(item.standing, "supersedes"),
        superseded_by=item.standing.get("superseded_by"),
    )


def _ids(standing: Any, name: str) -> tuple[str, ...]:
    return tuple(standing.get(name, ()))
