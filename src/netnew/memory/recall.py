"""What to bring back for a query, in which order, and why the rest stays out.

Version `recall/2`. Candidates come from a store, live ones alone; here they are ranked, rid of
near-copies, spread over topics and fitted into a budget. The share of the query's words counts
as it is; ranks by meaning and by time are joined to it by their reciprocals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from netnew.kernel.overlap import text_overlap_square
from netnew.memory.near_copies import Profile, Text, near_copies, smaller_of
from netnew.memory.recall_lines import (
    Line,
    Room,
    decision_line,
    episode_line,
    estimated_tokens,
    fact_line,
    rendered,
)
from netnew.memory.recall_words import asked_words, recall_words
from netnew.memory.records import Kind

VERSION: Final = "recall/2"
# The usual constant of rank fusion: the first ranks differ little, so two channels that agree
# beat one that is sure.
_RANK_OFFSET: Final = 60
_SCALE: Final = 1_000_000
# Time counts an eighth of what the words count: a newer text is better, not more to the point.
_TIME_SHARE: Final = Fraction(1, 8)
# Beyond so many nobody reads on; spreading costs the square.
_SPREAD_OVER: Final = 64
_TAKEN: Final = -1


@dataclass(frozen=True, slots=True)
class Candidate:
    """One live thing that might be brought back."""

    id: str
    kind: Kind
    text: str
    at: str
    """When it was learned or made: ISO 8601 in UTC."""
    subject: str | None = None
    outcome: str = ""
    confidence: float | None = None
    likeness: int | None = None
    """Product of the quantised vectors of query and text, where there are vectors."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate that comes back, and what put it where it is."""

    candidate: Candidate
    score: int
    word_share: float
    """Share of the query's words that it has, rare words counting more."""
    line: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A candidate that does not, and the reason."""

    id: str
    rule: str
    reason: str
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Recall:
    """What comes back: the text for a prompt, and the account of it."""

    kept: tuple[Ranked, ...]
    left_out: tuple[LeftOut, ...]
    text: str
    tokens: int

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of what came back, best first."""
        return tuple(ranked.candidate.id for ranked in self.kept)


def recall(
    query: str,
    candidates: Sequence[Candidate],
    *,
    budget_tokens: int | None = None,
    limit: int | None = None,
    profile: Profile = "default",
) -> Recall:
    """The best of `candidates` for `query`; without words in it, the newest.

    >>> found = recall("deploy target", [
    ...     Candidate("d1", "decision", "Deploy to Fly", "2026-05-01", outcome="pending"),
    ...     Candidate("f1", "fact", "Tests run on every push", "2026-05-02")])
    >>> found.ids, found.left_out[0].rule
    (('d1',), 'off-topic')
    """
    weights, total = _weights(query, [f"{c.subject or ''} {c.text}" for c in candidates])
    by_id = {c.id: weight for c, weight in zip(candidates, weights, strict=True)}
    asked = bool(recall_words(query))
    meant = [c for c in candidates if not asked or by_id[c.id] or c.likeness is not None]
    there = {c.id for c in meant}
    reason = "it shares no word with the query"
    left = [LeftOut(c.id, "off-topic", reason) for c in candidates if c.id not in there]
    copies = near_copies([Text(c.text, c.at) for c in meant], profile=profile)
    for copy in copies:
        newer = meant[copy.kept].id
        reason = f"{copy.overlap.part} of {copy.overlap.whole} words stand in a newer one"
        left.append(LeftOut(meant[copy.dropped].id, "near-copy", reason, newer))
    dropped = {copy.dropped for copy in copies}
    single = [c for i, c in enumerate(meant) if i not in dropped]
    ordered = _spread(single, _fused(single, by_id, total))
    shares = {one: weight / total if total else 0.0 for one, weight in by_id.items()}
    kept, over = _fitted(ordered, shares, budget_tokens, limit)
    text = rendered([Line(r.candidate.kind, r.line) for r in kept])
    return Recall(tuple(kept), tuple(left + over), text, estimated_tokens(text))


def word_shares(query: str, texts: Sequence[str]) -> list[Fraction]:
    """Share of the query's words in each text; a word in few of the texts counts more.

    >>> word_shares("the api limit", ["the API limit", "its limit", "a dog"])
    [Fraction(1, 1), Fraction(1, 3), Fraction(0, 1)]
    """
    weights, total = _weights(query, texts)
    return [Fraction(weight, total) if total else Fraction(0) for weight in weights]


def _weights(query: str, texts: Sequence[str]) -> tuple[list[int], int]:
    """The weight of the query's words that each text has, and of all of them."""
    asked = frozenset(recall_words(" ".join(asked_words(query))))
    found = [asked.intersection(recall_words(text)) for text in texts]
    frequency = Counter(word for words in found for word in words)
    # The length in bits stands in for a logarithm: it is a whole number everywhere.
    weight = {word: (len(texts) // max(1, frequency[word])).bit_length() for word in asked}
    return [sum(weight[word] for word in words) for words in found], sum(weight.values())


def _fused(
    candidates: Sequence[Candidate], weights: Mapping[str, int], total: int
) -> dict[str, int]:
    """One score for each: its share of the query's words, and its places by meaning and time."""
    # By share and not by place: among many texts that differ in little, the one with the
    # query's one rare word must not be one place better only.
    score = {c.id: _SCALE * weights[c.id] // max(1, total * _RANK_OFFSET) for c in candidates}
    orders: tuple[tuple[Fraction, dict[str, Any]], ...] = (
        (Fraction(1), {c.id: c.likeness for c in candidates if c.likeness is not None}),
        (_TIME_SHARE, {c.id: c.at for c in candidates}),
    )
    for share, values in orders:
        part, whole = _SCALE * share.numerator, share.denominator
        # Equal values share a place, so that no order of the candidates counts.
        place = {value: i for i, value in enumerate(sorted(set(values.values()), reverse=True))}
        for item, value in values.items():
            score[item] += part // (whole * (_RANK_OFFSET + place[value]))
    return score


def _spread(
    candidates: Sequence[Candidate], score: Mapping[str, int]
) -> list[tuple[Candidate, int]]:
    """Best first; what repeats words of those before it moves back by up to a half."""
    ranked = sorted(candidates, key=lambda c: (-score[c.id], c.id))
    first, rest = ranked[:_SPREAD_OVER], ranked[_SPREAD_OVER:]
    shared = text_overlap_square([c.text for c in first])
    twice = 2 * smaller_of(shared).astype(np.int64)
    scores = np.array([score[c.id] for c in first], np.int64)
    # One number holds a score and, for equal ones, which id is the smaller: the greatest is next.
    ids = sorted((c.id for c in first), reverse=True)
    of_id = np.array([ids.index(c.id) for c in first], np.int64)
    waiting = scores * len(first) + of_id
    # What each would still be worth behind each of the others: half of itself at full overlap.
    behind = scores * (twice - shared) // twice * len(first) + of_id
    ordered: list[tuple[Candidate, int]] = []
    for _ in first:
        best = int(waiting.argmax())
        ordered.append((first[best], int(waiting[best]) // len(first)))
        np.minimum(waiting, behind[best], out=waiting)
        waiting[best] = _TAKEN
    return ordered + [(c, score[c.id] // 2) for c in rest]


def _fitted(
    ordered: Sequence[tuple[Candidate, int]],
    shares: Mapping[str, float],
    budget: int | None,
    limit: int | None,
) -> tuple[list[Ranked], list[LeftOut]]:
    """As many as the budget holds, best first; one that is too long makes room for a shorter."""
    kept: list[Ranked] = []
    left: list[LeftOut] = []
    room = Room(budget)
    for candidate, score in ordered:
        if limit is not None and len(kept) >= limit:
            left.append(LeftOut(candidate.id, "limit", f"{limit} are enough"))
            continue
        line = _line(candidate)
        if not room.take(Line(candidate.kind, line)):
            left.append(LeftOut(candidate.id, "budget", f"it does not fit into {budget} tokens"))
        else:
            kept.append(Ranked(candidate, score, shares[candidate.id], line))
    return kept, left


def _line(candidate: Candidate) -> str:
    if candidate.kind == "decision":
        return decision_line(candidate.text, candidate.outcome, candidate.confidence)
    if candidate.kind == "episode":
        return episode_line(candidate.text, candidate.outcome)
    return fact_line(candidate.text, candidate.subject)
