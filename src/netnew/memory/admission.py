"""How a plan moves the standings: of the new fact, and of those that it touches. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from netnew.memory.learning import Plan
from netnew.memory.ports import Item, Standing, Step


def admitted(
    plan: Plan, item: Item, others: Mapping[str, Item], now: str
) -> tuple[Item | None, list[Step]]:
    """The new fact as it is to be stored (None: it confirms another), and every step.

    Parameters
    ----------
    item
        The new fact, live.
    others
        Those that the plan speaks of, by id.
    """
    if plan.confirms is not None:
        other = others[plan.confirms]
        count = other.standing.get("confirmations", 1) + 1
        return None, [_step(other, {"confirmations": count, "last_seen_at": now})]
    rules = {one.other_id: one.rule for one in plan.compared}
    standing: dict[str, Any] = dict(item.standing)
    steps = []
    if plan.outcome == "quarantined":
        standing["state"] = "quarantined"
    if plan.replaced_by is not None:
        newer = others[plan.replaced_by]
        standing |= {"state": "late", "superseded_by": newer.item_id, "rule": rules[newer.item_id]}
        steps.append(_step(newer, {"supersedes": _with(newer.standing, "supersedes", item)}))
    for old in (others[one] for one in plan.replaces):
        moved = {"state": "superseded", "superseded_by": item.item_id, "rule": rules[old.item_id]}
        steps.append(_step(old, moved))
    if plan.replaces:
        standing["supersedes"] = sorted(plan.replaces)
    for other in (others[one] for one in plan.conflicts):
        steps.append(
            _step(other, {"conflicts_with": _with(other.standing, "conflicts_with", item)})
        )
    if plan.conflicts:
        standing["conflicts_with"] = sorted(plan.conflicts)
    return replace(item, standing=standing), steps


def told_of(plan: Plan) -> dict[str, Any]:
    """What the ledger keeps of a plan: ids, rules and numbers, no words."""
    return {
        "outcome": plan.outcome,
        "compared": [
            [one.other_id, one.kind, one.rule, one.score, one.threshold] for one in plan.compared
        ],
        "successor": plan.replaced_by,
        "replaces": list(plan.replaces),
    }


def evidence_of(plan: Plan) -> dict[str, Any]:
    """The same in words, which may quote the facts."""
    reasons = {one.other_id: one.reason for one in plan.compared}
    return {"reason": plan.reason, "compared": reasons}


def _step(other: Item, moved: Mapping[str, Any]) -> Step:
    after: Standing = {**other.standing, **moved}
    return Step(other.item_id, other.standing, after)


def _with(standing: Standing, name: str, item: Item) -> Sequence[str]:
    return sorted({*standing.get(name, ()), item.item_id})
