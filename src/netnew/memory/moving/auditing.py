"""How much of a memory is duplicate, out of date, noise or contradictory (`memory-audit/1`). Pure.

What is held is taken in the order of time and asked what the gates would have said: facts go
through the rules of `learn`, decisions through the decision gate. What looks alike and is no
duplicate by those rules is told apart as a near copy, and is for people to judge.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args

from netnew.kernel.normalizers import normalize
from netnew.memory.decision_gate import VERSION as GATE_VERSION
from netnew.memory.decision_gate import DecisionCandidate, DecisionVerdict, judge_decision
from netnew.memory.fact_relation import Cardinality, Profile, Statement, relate
from netnew.memory.layers import VERSION as LAYERS_VERSION
from netnew.memory.layers import Finding as Hit
from netnew.memory.layers import at_finalize, informational
from netnew.memory.learning import Candidate, plan
from netnew.memory.near_copies import LIMIT, Text, near_copies
from netnew.memory.near_copies import VERSION as COPIES_VERSION
from netnew.memory.records import Stakes
from netnew.memory.word_index import WordIndex

VERSION: Final = "memory-audit/1"
What = Literal["duplicate", "near copy", "superseded", "contradictory", "doubtful", "noise"]
WHATS: Final[tuple[What, ...]] = get_args(What)
# As many neighbours as `learn` looks at.
MOST: Final = 64
# What of layer 3 tells noise in a fact: a short one may be a fine value.
_OF_A_TURN: Final = ("too_short", "never_deliberated")
_TALK: Final = ("chat_opening", "error_template")


class _By(NamedTuple):
    rule: str
    score: float | None
    threshold: float | None
    reason: str


class Held(NamedTuple):
    """A live thing of a memory, or of a file, as it is audited."""

    id: str
    kind: Literal["fact", "decision"]
    text: str
    at: str
    subject: str | None = None
    attribute: str | None = None
    cardinality: Cardinality | None = None
    confidence: float | None = None
    stakes: Stakes = "low"


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One thing that need not be live, or one pair to look at, by which rule and how surely."""

    what: What
    kind: str
    id: str
    other_id: str | None
    rule: str
    score: float | None
    threshold: float | None
    reason: str
    text: str
    other_text: str | None

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class MemoryAudit:
    """What an audit found; nothing was changed."""

    held: Mapping[str, int]
    """How many live facts and decisions were looked at."""
    findings: tuple[AuditFinding, ...]

    def count(self, what: What, kind: str | None = None) -> int:
        """How many things of a kind were found to be so."""
        return len({
            one.id for one in self.findings if one.what == what and kind in {None, one.kind}
        })  # fmt: skip

    @property
    def touched(self) -> int:
        """How many things have any finding."""
        return len({one.id for one in self.findings})

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it: counts, shares, rules, then every finding."""
        total = sum(self.held.values())
        rules = Counter((one.what, one.rule) for one in self.findings)
        return {
            "version": VERSION,
            "held": dict(self.held),
            "counts": {what: self.count(what) for what in WHATS},
            "shares": {what: self.count(what) / total if total else 0.0 for what in WHATS},
            "rules": [
                {"what": what, "rule": rule, "count": count}
                for (what, rule), count in sorted(rules.items())
            ],
            "findings": [one.as_dict() for one in self.findings],
        }


def audit(held: Sequence[Held], profile: Profile = "default") -> MemoryAudit:
    """Look through what is held; nothing is changed.

    >>> old = Held("a", "fact", "The API allows 100 requests", "2026-05-01", "api")
    >>> new = Held("b", "fact", "The API allows 250 requests", "2026-05-02", "api")
    >>> [(one.what, one.id, one.other_id) for one in audit([old, new]).findings]
    [('superseded', 'a', 'b')]
    """
    ordered = sorted(enumerate(held), key=lambda pair: (pair[1].at, pair[0]))
    facts = [one for _, one in ordered if one.kind == "fact"]
    decisions = [one for _, one in ordered if one.kind == "decision"]
    findings = [*_facts(facts, profile), *_decisions(decisions)]
    return MemoryAudit({"fact": len(facts), "decision": len(decisions)}, tuple(findings))


def _facts(facts: Sequence[Held], profile: Profile) -> Iterator[AuditFinding]:
    groups: dict[str, list[Held]] = defaultdict(list)
    for one in facts:
        hits = _fact_noise(one)
        if hits:
            rule = f"{LAYERS_VERSION} {hits[0].rule}"
            yield _finding("noise", one, None, _By(rule, None, None, hits[0].because))
            continue
        # Without a subject only the very same words are a duplicate, as for `learn`.
        name = normalize(one.subject or "", "l0/1")
        key = f"subject {name}" if name else f"text {normalize(one.text, 'l0/1')}"
        groups[key].append(one)
    for group in groups.values():
        yield from _group(group, profile)


def _fact_noise(one: Held) -> Sequence[Hit]:
    found = at_finalize(one.text, confidence=1.0, stakes="low", tool_failed=False)
    talk = tuple(hit for hit in found if hit.rule in _TALK)
    return (*informational(one.text, "decision", ()), *talk)


def _group(group: Sequence[Held], profile: Profile) -> Iterator[AuditFinding]:
    standing = _Standing(profile == "004")
    for new in group:
        near = standing.near(new)
        candidates = [Candidate(one.id, _said(one), not one.subject) for one in near]
        chosen = plan(_said(new), candidates, profile, new.cardinality)
        by_id = {one.id: one for one in near}
        for one in chosen.compared:
            other = by_id[one.other_id]
            numbers = _By(one.rule, one.score, one.threshold, one.reason)
            if one.other_id == chosen.confirms:
                yield _finding("duplicate", new, other, numbers)
            elif one.other_id == chosen.replaced_by:
                yield _finding("superseded", new, other, numbers)
            elif one.other_id in chosen.replaces:
                yield _finding("superseded", other, new, numbers)
                standing.drop(other)
            elif one.other_id in chosen.conflicts:
                what: What = "contradictory" if one.kind == "conflict" else "doubtful"
                yield _finding(what, new, other, numbers)
        if chosen.confirms or chosen.replaced_by:
            continue
        if chosen.outcome == "kept" and (copy := _near_copy(new, near)) is not None:
            yield copy
        standing.put(new)


def _said(one: Held) -> Statement:
    return Statement(one.subject, one.text, one.attribute, one.at, one.confidence)


def _near_copy(new: Held, near: Sequence[Held]) -> AuditFinding | None:
    for other in reversed(near):
        if other.attribute and new.attribute and other.attribute != new.attribute:
            continue
        found = near_copies([Text(other.text, "1"), Text(new.text, "2")])
        if found:
            overlap, limit = float(found[0].overlap), LIMIT.part / LIMIT.whole
            said = "most words in common, and the same values"
            return _finding("near copy", other, new, _By(COPIES_VERSION, overlap, limit, said))
    return None


def _decisions(decisions: Sequence[Held]) -> Iterator[AuditFinding]:
    standing = _Standing(False)
    for new in decisions:
        judged = judge_decision(_candidate(new))
        if _is_noise(judged):
            rule = f"{GATE_VERSION} {_telling_rule(judged)}"
            by = _By(rule, judged.score, judged.threshold, judged.reasons[0])
            yield _finding("noise", new, None, by)
            continue
        near = standing.near(new)
        found = _pair(new, near)
        if found is not None:
            yield found
        if found is None or found.what != "duplicate":
            standing.put(new)


def _telling_rule(judged: DecisionVerdict) -> str:
    told = [found.rule for found in judged.findings if found.rule not in _OF_A_TURN]
    return told[0] if told else "scorer"


def _is_noise(judged: DecisionVerdict) -> bool:
    # A log has short titles, and seldom says how sure somebody was: that alone is no noise.
    told = [found for found in judged.findings if found.rule not in _OF_A_TURN]
    return judged.outcome == "reject" and (bool(told) or not judged.findings)


def _candidate(one: Held) -> DecisionCandidate:
    # It was kept as a decision, so it is judged as one; in what frame is of its turn, not of it.
    return DecisionCandidate(one.text, confidence=one.confidence, stakes=one.stakes)


def _pair(new: Held, near: Sequence[Held]) -> AuditFinding | None:
    text = normalize(new.text, "l0/1")
    for other in near:
        if normalize(other.text, "l0/1") == text:
            return _finding("duplicate", new, other, _By("same-text", 1.0, 1.0, "the same words"))
    copy = _near_copy(new, near)
    if copy is not None:
        return copy
    for other in near:
        # What is decided is taken as said of one subject: only a plain denial counts.
        found = relate(Statement("it", other.text), Statement("it", new.text))
        if found.kind == "conflict":
            by = _By(found.rule, found.score, found.threshold, found.reason)
            return _finding("contradictory", new, other, by)
    return None


class _Standing:
    """What stands of a group so far, and what of it is nearest to a new one."""

    def __init__(self, every: bool) -> None:
        self._every = every
        self._live: dict[str, Held] = {}
        self._index: WordIndex | None = None

    def near(self, new: Held) -> list[Held]:
        if self._every or len(self._live) <= MOST:
            return list(self._live.values())
        if self._index is None:
            self._index = WordIndex()
            for one in self._live.values():
                self._index.put(one.id, one.text, live=True)
        ids = {hit.item_id for hit in self._index.top(new.text, MOST)}
        if new.attribute:
            ids |= {one.id for one in self._live.values() if one.attribute == new.attribute}
        return [one for one in self._live.values() if one.id in ids]

    def put(self, one: Held) -> None:
        self._live[one.id] = one
        if self._index is not None:
            self._index.put(one.id, one.text, live=True)

    def drop(self, one: Held) -> None:
        self._live.pop(one.id, None)
        if self._index is not None:
            self._index.put(one.id, one.text, live=False)


def _finding(what: What, one: Held, other: Held | None, by: _By) -> AuditFinding:
    return AuditFinding(
        what, one.kind, one.id, None if other is None else other.id, *by,
        one.text, None if other is None else other.text,
    )  # fmt: skip
