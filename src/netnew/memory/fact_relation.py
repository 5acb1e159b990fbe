"""How a new statement stands to an old one on the same subject.

Version `fact-relation/2`. Profile `004` is the letter of the spec: the same subject, case
aside, always supersedes. The default retires an old statement only where the new one gives
the same property another value; on doubt both stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from netnew.kernel.normalizers import normalize
from netnew.kernel.values import differences, values
from netnew.memory.fact_changes import changes
from netnew.memory.fact_property import is_over, of_property, over
from netnew.memory.fact_reading import Reading, read, without_subject
from netnew.memory.fact_shares import ASKED, Asked, Change, content, covered
from netnew.memory.fact_words import EMPTY, NOW, NOW_PHRASE

VERSION: Final = "fact-relation/2"

Profile = Literal["004", "default"]
Kind = Literal["duplicate", "supersedes", "conflict", "coexist", "late"]
Cardinality = Literal["single", "multi"]
# Beyond this many characters a statement is a document; it is compared by its opening.
READ_CHARS = 2_000
# Rules that find another value, and no word for the change.
DIFFERING = frozenset(("changed-value", "changed-name", "changed-property"))


@dataclass(frozen=True, slots=True)
class Statement:
    """What is said of a subject, and when it was true."""

    subject: str | None
    content: str
    attribute: str | None = None
    observed_at: str | None = None
    """ISO 8601 in UTC, so that order of text is order of time."""
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """What the new statement is to the old one, by which rule, and how sure that is."""

    kind: Kind
    rule: str
    score: float | None
    threshold: float | None
    reason: str
    evidence: tuple[str, ...] = ()
    doubtful: bool = False
    """Both stay, and a person should look at the pair."""


def relate(
    old: Statement,
    new: Statement,
    *,
    profile: Profile = "default",
    cardinality: Cardinality | None = None,
    asked: Asked = ASKED,
) -> Relation:
    """What `new` is to `old`; neither is changed.

    `cardinality` says whether their attribute takes one value or several; None: one, unless
    the new statement says that it adds.

    >>> day, night = Statement("api", "The API allows 100 requests"), "The API allows 250 requests"
    >>> relate(day, Statement("api", night)).kind
    'supersedes'
    >>> relate(day, Statement("api", "The API is written in Go")).kind
    'coexist'
    """
    if not _same(old.subject, new.subject):
        return Relation("coexist", "other-subject", None, None, "they are about different subjects")
    return _timed(_relation(old, new, profile, cardinality, asked), old, new)


def _relation(
    old: Statement,
    new: Statement,
    profile: Profile,
    cardinality: Cardinality | None,
    asked: Asked,
) -> Relation:
    before, after = _read(old), _read(new)
    if (same := _duplicate(old, new, before, after)) is not None:
        return same
    if profile == "004":
        return Relation("supersedes", "same-subject", 1.0, 1.0, "newer, and on the same subject")
    if old.attribute and new.attribute:
        if not _same(old.attribute, new.attribute):
            reason = f"{new.attribute} is another property than {old.attribute}"
            return Relation("coexist", "other-attribute", None, None, reason)
        return _of_attribute(before, after, cardinality)
    return _of_subject(new.subject, before, after, asked)


def _read(statement: Statement) -> Reading:
    return read(without_subject(statement.content[:READ_CHARS], statement.subject))


_DENIES = re.compile(r"\b(?:never|not|cannot|neither)\b|n['’]t\b")


_NEVER = re.compile(r"\bnever\b")
_SINCE = re.compile(r"\b(?:now|no longer|any ?more|again|since)\b")


def _same(a: str | None, b: str | None) -> bool:
    return (
        a is not None
        and b is not None
        and bool(a.strip())
        and (a == b or normalize(a, "l0/1") == normalize(b, "l0/1"))
    )


def _duplicate(old: Statement, new: Statement, a: Reading, b: Reading) -> Relation | None:
    """The same statement again: the same words in the same order, and equal values."""
    if old.attribute and new.attribute and not _same(old.attribute, new.attribute):
        return None
    if normalize(old.content, "l0/1") == normalize(new.content, "l0/1"):
        return Relation("duplicate", "same-text", 1.0, 1.0, "the same words")
    mine = _telling(b)
    if not mine or mine != _telling(a):
        return None
    if _slot_values(a) != _slot_values(b):
        return None
    if differences(values(old.content), values(new.content)):
        return None
    return Relation("duplicate", "same-words", 1.0, 1.0, "the same words and values, said again")


def _telling(reading: Reading) -> list[str]:
    """Words that tell something, in order; the forms of a word are one."""
    return [w.stem for w in reading.words if w.stem and w.text not in EMPTY]


def _slot_values(reading: Reading) -> list[str]:
    return [slot.value for slot in reading.slots]


def _of_attribute(old: Reading, new: Reading, cardinality: Cardinality | None) -> Relation:
    if cardinality == "multi":
        return Relation("coexist", "multi-valued", None, None, "the property takes several values")
    if _opposed(old, new):
        return Relation("conflict", "contradiction", 1.0, 1.0,
                        "one denies what the other says of the property, and neither says "
                        "that it changed", _denied(old, new))  # fmt: skip
    if cardinality is None and not new.changes and new.adds:
        return Relation("coexist", "added-value", None, None, "it says that it adds a value")
    return Relation("supersedes", "same-attribute", 1.0, 1.0,
                    "another value of a property that takes one")  # fmt: skip


def _of_subject(subject: str | None, old: Reading, new: Reading, asked: Asked) -> Relation:
    tried = list(changes(old, new, asked))
    own = of_property(subject, old, new)
    tried += [] if own is None else [own]
    if own is not None and over(subject, old, new):
        return _of_the_past(own)
    held = next((change for change in tried if change.holds), None)
    if held is not None and held.rule in DIFFERING and is_over(old) and is_over(new):
        return _of_the_past(held)
    if held is not None and (held.rule in ("ended", "begun", "replaced") or not _opposed(old, new)):
        return _supersedes(held)
    if (conflict := _conflict(old, new, asked.contradiction)) is not None:
        return conflict
    return _coexist(tried)


def _of_the_past(change: Change) -> Relation:
    """What is over has one value for ever: another one contradicts it."""
    if change.holds:
        return Relation("conflict", "past-property", 1.0, 1.0,
                        "two values of something that is over", (change.reason,))  # fmt: skip
    return Relation("coexist", "past-property", float(change.score), float(change.threshold),
                    change.reason, (), doubtful=True)  # fmt: skip


def _supersedes(change: Change) -> Relation:
    return Relation("supersedes", change.rule, float(change.score), float(change.threshold),
                    change.reason, (change.reason,))  # fmt: skip


def _coexist(tried: list[Change]) -> Relation:
    near = max(tried, key=lambda change: change.score - change.threshold, default=None)
    if near is None or near.score == 0:
        return Relation("coexist", "no-change-found", None, None,
                        "no property of the old statement has another value")  # fmt: skip
    return Relation("coexist", near.rule, float(near.score), float(near.threshold),
                    f"too little in common to say that {near.reason}", (),
                    doubtful=near.score * 2 >= near.threshold)  # fmt: skip


def _opposed(old: Reading, new: Reading) -> bool:
    """One denies, the other does not, and the new one tells of no change in time."""
    if bool(old.negated) == bool(new.negated):
        return False
    denying, other = (old, new) if old.negated else (new, old)
    if not _DENIES.search(denying.lower) and not set(denying.negated) & other.stems:
        # "with no issues found" denies the issues, not what is told.
        return False
    lower = new.lower
    if new is denying and _NEVER.search(lower):
        # "has never moved to Oslo" tells of no move.
        return not _SINCE.search(lower)
    return not NOW_PHRASE.search(lower) and not any(w.text in NOW for w in new.words)


def _denied(old: Reading, new: Reading) -> tuple[str, ...]:
    return tuple(f"denied: {word}" for word in (*old.negated, *new.negated) if word)


def _conflict(old: Reading, new: Reading, least: Fraction) -> Relation | None:
    if bool(old.negated) == bool(new.negated):
        return None
    denying, other = (old, new) if old.negated else (new, old)
    share = covered(content(denying), other)
    if share is None or not _opposed(old, new):
        return None
    verbs = {word for word in denying.negated if word} & other.stems
    things = content(denying) - set(denying.negated)
    if verbs and things and not things & other.stems:
        # The same act of another thing: supporting v1 is not supporting pagination.
        return None
    if verbs:
        # The very act is denied, of a thing that both name: less need be common.
        least /= 2
    if share < least:
        return None
    return Relation("conflict", "contradiction", float(share), float(least),
                    "one denies what the other says, and neither says that it changed",
                    _denied(old, new))  # fmt: skip


def _timed(found: Relation, old: Statement, new: Statement) -> Relation:
    """An older observation never replaces a newer one."""
    if found.kind != "supersedes" or not old.observed_at or not new.observed_at:
        return found
    if new.observed_at >= old.observed_at:
        return found
    return Relation("late", found.rule, found.score, found.threshold,
                    "it was true before the statement that stands", found.evidence)  # fmt: skip
