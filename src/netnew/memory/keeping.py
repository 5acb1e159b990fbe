"""How long things are kept: retention archives, `forget` erases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from netnew.foundation.clock import timestamp
from netnew.foundation.errors import InputError, NotFoundError
from netnew.memory.desk import Desk
from netnew.memory.intake import check_count, check_text
from netnew.memory.ports import Change, Item, Step
from netnew.memory.records import Kind


@dataclass(frozen=True, slots=True)
class Retention:
    """What is archived: things of a kind that were not seen for so long.

    Parameters
    ----------
    unseen_days
        Days since it came, or was last confirmed or used in a turn.
    keep_confirmed
        Facts that were learned at least so often are never archived; None: no exception.
    """

    kind: Kind
    unseen_days: int
    keep_confirmed: int | None = None

    def covers(self, item: Item, cutoff: str) -> bool:
        """Whether an item is to be archived, where `cutoff` is the moment so many days ago."""
        stands = item.standing
        seen = max(item.at, stands.get("last_seen_at", ""), stands.get("last_turn_at", ""))
        often = stands.get("confirmations", 1)
        kept = self.keep_confirmed is not None and often >= self.keep_confirmed
        return item.state != "ongoing" and seen < cutoff and not kept


def archive_old(desk: Desk, rule: Retention) -> Sequence[str]:
    """Archive what the rule covers, in one change an item; return their ids, oldest first."""
    check_count("unseen_days", rule.unseen_days, 1)
    now, archived = desk.now(), []
    cutoff = timestamp(desk.clock() - timedelta(days=rule.unseen_days))
    with desk.archive.write() as shelf:
        for item in shelf.items(rule.kind):
            if not rule.covers(item, cutoff):
                continue
            told = {rule.kind: item.item_id, "rule": "unseen", "threshold": rule.unseen_days}
            step = Step(item.item_id, item.standing, {**item.standing, "state": "archived"})
            shelf.apply(Change("archived", told, steps=[step]), now)
            archived.append(item.item_id)
    return archived


def forget(desk: Desk, item_id: str, *, by: str, reason: str) -> None:
    """Erase what an item says; its standing stays as a tombstone, and the chain holds.

    The ledger never held the words: only a hash with a salt, which goes with them.
    """
    check_text("name in `by`", by)
    check_text("reason", reason)
    if not by.strip() or not reason.strip():
        raise InputError("forgetting has no name or no reason", "give both")
    with desk.archive.write() as shelf:
        item = shelf.get(item_id)
        if item is None:
            raise NotFoundError(
                f"nothing called `{item_id:.100}` is remembered",
                "it may be another agent's; `netnew memory history` lists changes",
            )
        if item.state == "forgotten":
            return
        told = {item.kind: item_id, "by": by, "reason": reason}
        step = Step(item_id, item.standing, {**item.standing, "state": "forgotten"})
        shelf.apply(Change("forgotten", told, steps=[step]), desk.now())
        shelf.erase(item_id)
    desk.archive.scrub()
