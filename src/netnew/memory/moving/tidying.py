"""What an audit found, carried out: recorded changes, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from netnew.foundation.errors import InputError, NotFoundError
from netnew.foundation.ids import content_id
from netnew.memory.desk import Desk
from netnew.memory.moving.auditing import VERSION, AuditFinding, MemoryAudit, What
from netnew.memory.ports import Change, MemoryShelf, Step
from netnew.memory.records import LIVE
from netnew.memory.undoing import undo_change

# What can be carried out; near copies and doubtful pairs are for people.
CARRIED_OUT: Final[tuple[What, ...]] = ("duplicate", "superseded", "noise", "contradictory")
ACT: Final = "audited"


class Tidied(NamedTuple):
    """What was carried out of an audit, under one name."""

    audit_id: str
    done: tuple[AuditFinding, ...]


def tidy(desk: Desk, found: MemoryAudit, only: Collection[str] = CARRIED_OUT) -> Tidied:
    """Supersede duplicates and what is out of date, archive noise, flag contradictions.

    All of it in one transaction, a change a finding; `untidy` takes all of it back, `undo` one.
    """
    unknown = sorted(set(only) - set(CARRIED_OUT))
    if unknown:
        raise InputError(
            f"{unknown[0]!r:.40} is nothing to carry out", f"choose of {', '.join(CARRIED_OUT)}"
        )
    now, done = desk.now(), list[AuditFinding]()
    with desk.archive.write() as shelf:
        # The place of its first change: another audit has another one.
        audit_id = content_id("audit", desk.workspace, desk.agent_id, str(shelf.seq + 1))
        for one in found.findings:
            steps = _steps(shelf, one) if one.what in only else []
            if steps:
                told = {"audit": audit_id, "found": one.what, "rule": one.rule, "version": VERSION,
                        "score": one.score, "threshold": one.threshold, one.kind: one.id,
                        "successor": one.other_id}  # fmt: skip
                evidence = {"reason": one.reason}
                shelf.apply(Change(ACT, told, evidence, steps=steps), now)
                done.append(one)
    return Tidied(audit_id, tuple(done))


def untidy(desk: Desk, audit_id: str, *, by: str | None = None) -> list[str]:
    """Take back all that was carried out of an audit and still stands; return the ids it moved."""
    now, moved = desk.now(), list[str]()
    with desk.archive.write() as shelf:
        own = [
            body["change"]
            for kind, body in shelf.told()
            if kind == f"memory.{ACT}" and body.get("audit") == audit_id
        ]
        if not own:
            raise NotFoundError(
                f"no audit `{audit_id:.60}` was applied", "`netnew memory history` lists changes"
            )
        for seq in reversed(own):
            change = shelf.change_of(seq)
            if change is not None and not change.undone:
                moved += undo_change(shelf, change, now, by=by)
    return sorted(set(moved))


def _steps(shelf: MemoryShelf, one: AuditFinding) -> list[Step]:
    """What a finding moves; nothing where either is not live any more."""
    item = shelf.get(one.id)
    other = None if one.other_id is None else shelf.get(one.other_id)
    if item is None or item.state not in LIVE:
        return []
    if one.what == "noise":
        after: dict[str, Any] = {**item.standing, "state": "archived", "rule": one.rule}
        return [Step(one.id, item.standing, after)]
    if other is None or other.state not in LIVE:
        return []
    if one.what == "contradictory":
        if other.item_id in item.standing.get("conflicts_with", ()):
            return []
        return [
            Step(one.id, item.standing, _with(item.standing, "conflicts_with", other.item_id)),
            Step(other.item_id, other.standing, _with(other.standing, "conflicts_with", one.id)),
        ]
    gone = {"state": "superseded", "superseded_by": other.item_id, "rule": one.rule}
    return [
        Step(one.id, item.standing, {**item.standing, **gone}),
        Step(other.item_id, other.standing, _with(other.standing, "supersedes", one.id)),
    ]


def _with(standing: Any, name: str, item_id: str) -> dict[str, Any]:
    return {**standing, name: sorted({*standing.get(name, ()), item_id})}
