"""What kind a claim is by its meaning: does it tell of a blocker, or leave something open?

A claim is held against the mean of sentences of that kind less the mean of neutral ones. What
most claims share falls out of the difference, so their topic counts little. All sums are of
whole numbers, as in `netnew.meter.meaning`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from netnew.embed.protocol import Embedder
from netnew.meter.meaning import SCALE, Row, quantised
from netnew.meter.policy import MeterPolicy
from netnew.meter.prototypes import BLOCKED, NEUTRAL, OPEN
from netnew.meter.records import Meant

# Chosen by audits/meter/meaning.py, at 5 % false positives in each of three bodies of claims.
CALIBRATED: Mapping[str, Mapping[str, Fraction]] = {
    "blockers": {"wordllama-256": Fraction("0.076")},
    "questions": {"wordllama-256": Fraction("0.035")},
}


class Kind:
    """How near claims come to some prototypes, from -1 to 1 and mostly about 0."""

    def __init__(self, embedder: Embedder, prototypes: Sequence[str]) -> None:
        ours, neutral = (_total(embedder, texts) for texts in (prototypes, NEUTRAL))
        # One mean less the other, over the product of their counts.
        self._direction = ours * len(NEUTRAL) - neutral * len(prototypes)
        self._under = len(NEUTRAL) * len(prototypes) * SCALE**2

    def likeness(self, rows: Row) -> list[Fraction]:
        """Of each row, exactly: doubles hold whole numbers far beyond these sums."""
        return [
            Fraction(int(dot), self._under) for dot in rows.astype(np.float64) @ self._direction
        ]


class Kinds:
    """Finds blockers and open questions among claims, where the model has a threshold for it."""

    def __init__(self, embedder: Embedder, policy: MeterPolicy) -> None:
        self._found: dict[str, tuple[Kind, Fraction]] = {}
        for name, prototypes in (("blockers", BLOCKED), ("questions", OPEN)):
            threshold = kind_thresholds(name, policy).get(embedder.model_id)
            if threshold is not None:
                self._found[name] = Kind(embedder, prototypes), threshold

    def meant(self, rows: Mapping[str, Row]) -> Meant:
        """Sort the claims of one round, given with their rows."""
        if not rows:
            return Meant()
        texts, stacked = list(rows), np.stack(list(rows.values()))
        return Meant(**{name: self._like(name, texts, stacked) for name in self._found})

    def _like(self, name: str, texts: Sequence[str], rows: Row) -> tuple[str, ...]:
        kind, threshold = self._found[name]
        scored = zip(kind.likeness(rows), texts, strict=True)
        # Equally like ones stay in the order of the round.
        ranked = sorted(scored, key=lambda each: -each[0])
        return tuple(text for likeness, text in ranked if likeness >= threshold)


def kind_thresholds(name: str, policy: MeterPolicy) -> Mapping[str, Fraction]:
    """By model, from the built-in ones and the policy's own."""
    own = {"blockers": policy.blocker_thresholds, "questions": policy.question_thresholds}
    return {**CALIBRATED[name], **own[name]}


def _total(embedder: Embedder, texts: Sequence[str]) -> Row:
    total: Row = quantised(embedder.embed(texts)).astype(np.float64).sum(axis=0)
    return total
