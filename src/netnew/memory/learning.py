"""What a new fact does to those that are there: a pure decision over pairs (`learning/1`).

Each pair is judged by `fact_relation.relate`; here the pairs come to one outcome. In this order:
a duplicate of any confirms that one and changes nothing else; a fact that any newer observation
replaces is kept as late; what is replaced is superseded; every conflict is flagged; else it stands
beside the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from netnew.memory.fact_relation import VERSION as RELATION_VERSION
from netnew.memory.fact_relation import Cardinality, Profile, Statement, relate
from netnew.memory.records import Compared, Learning

LEARNING_VERSION: Final = "learning/1"
# What a fact is learned by; told with each, so that nothing is replayed by other rules.
VERSIONS: Final = [LEARNING_VERSION, RELATION_VERSION]


class Candidate(NamedTuple):
    """A live fact that the new one may have to do with."""

    item_id: str
    statement: Statement
    same_text: bool = False
    """Whether both say the same to the letter: that needs no subject."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with a new fact, and every comparison that led there."""

    outcome: Learning
    reason: str
    compared: tuple[Compared, ...] = ()
    confirms: str | None = None
    replaces: tuple[str, ...] = ()
    replaced_by: str | None = None
    conflicts: tuple[str, ...] = ()


def plan(
    new: Statement,
    candidates: Sequence[Candidate],
    profile: Profile,
    cardinality: Cardinality | None = None,
) -> Plan:
    """Decide what becomes of `new` beside the live facts that it may have to do with."""
    compared = tuple(_compared(one, new, profile, cardinality) for one in candidates)
    by_kind: dict[str, list[Compared]] = {}
    for one in compared:
        by_kind.setdefault(one.kind, []).append(one)

    if found := by_kind.get("duplicate"):
        # Candidates come oldest first; the newest duplicate is the one that people know.
        return Plan("confirmed", found[-1].reason, compared, confirms=found[-1].other_id)
    if found := by_kind.get("late"):
        newer = found[-1]
        return Plan("late", newer.reason, compared, replaced_by=newer.other_id)
    replaces = tuple(one.other_id for one in by_kind.get("supersedes", ()))
    flagged = [one for one in compared if one.kind == "conflict" or one.doubtful]
    conflicts = tuple(one.other_id for one in flagged)
    if replaces:
        reason = by_kind["supersedes"][-1].reason
        return Plan("superseded", reason, compared, replaces=replaces, conflicts=conflicts)
    if flagged:
        return Plan("conflict", flagged[-1].reason, compared, conflicts=conflicts)
    return Plan("kept", _nothing_else(new.subject, len(compared)), compared)


def _compared(
    one: Candidate, new: Statement, profile: Profile, cardinality: Cardinality | None
) -> Compared:
    if one.same_text:
        return Compared(one.item_id, "duplicate", "same-text", 1.0, 1.0, "the same words")
    found = relate(one.statement, new, profile=profile, cardinality=cardinality)
    return Compared(
        one.item_id, found.kind, found.rule, found.score, found.threshold, found.reason,
        found.doubtful,
    )  # fmt: skip


def _nothing_else(subject: str | None, count: int) -> str:
    if not subject:
        return "it names no subject, so there is nothing that it could replace"
    if not count:
        return "nothing is known of this subject yet"
    if count == 1:
        return "it neither replaces nor repeats the one fact on this subject"
    return f"it replaces and repeats none of the {count} facts on this subject"
