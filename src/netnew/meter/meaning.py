"""L2, off unless asked for: claims of like meaning, by an embedder with a calibrated threshold.

Vectors are quantised to int8 and compared as whole numbers (cosine = dot / 127²), so the
same vectors give the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from netnew.embed.protocol import Embedder
from netnew.foundation.errors import SettingError
from netnew.meter.claims import Claim
from netnew.meter.novelty import NEAREST, Similar
from netnew.meter.policy import MeterPolicy

Row: TypeAlias = NDArray[np.floating]
SCALE = 127
EXACT_DIMENSIONS = 2**24 // SCALE**2
# Cosine at which a model calls two claims alike. `0.2` keeps the specification's value for its
# model. The others were measured at 5 % false positives on steps that people had labelled, in a
# study before this code; audits/meter measures wordllama anew on three sets (0.64 to 0.99).
CALIBRATED: Mapping[str, Mapping[str, Fraction]] = {
    "0.2": {"all-MiniLM-L6-v2": Fraction("0.82"), "wordllama-256": Fraction("0.9")},
    "0.3": {"all-MiniLM-L6-v2": Fraction("0.96"), "wordllama-256": Fraction("0.9")},
}


def l2_threshold(model_id: str, policy: MeterPolicy) -> Fraction:
    """Return the calibrated cosine of a model; one without is an error that says what to do.

    >>> from netnew.meter.policy import meter_policy
    >>> l2_threshold("all-MiniLM-L6-v2", meter_policy("0.2"))
    Fraction(41, 50)
    """
    known = {**CALIBRATED.get(policy.profile, {}), **policy.l2_thresholds}
    if model_id not in known:
        raise SettingError(
            f"the embedder {model_id!r} has no calibrated threshold in profile {policy.profile}",
            f"measure one with `netnew meter calibrate DIR --embedder …` and set it under "
            f'[meter.l2_thresholds] as "{model_id}" = 0.…',
        )
    return known[model_id]


class Semantic:
    """All claims seen as rows of whole numbers, and how near each new claim comes to them."""

    name = "L2"

    def __init__(self, embedder: Embedder, policy: MeterPolicy) -> None:
        self._embedder = embedder
        threshold = l2_threshold(embedder.model_id, policy)
        # dot / 127² >= threshold, in whole numbers.
        self._least_dot = -(-threshold.numerator * SCALE**2 // threshold.denominator)
        self._rows: Row = np.zeros((0, 0))
        self._used = 0
        self._prepared: dict[str, Row] = {}
        self._said: dict[str, Row] = {}
        self._before: Row | None = None
        self._now: Row | None = None

    @property
    def embedder_id(self) -> str:
        """The model and the version of its code, as a saved state names them."""
        return f"{self._embedder.model_id} {self._embedder.implementation_version}"

    def prepare(self, claims: Sequence[Claim]) -> None:
        """Embed the claims of one round in one batch."""
        texts = [claim.text for claim in claims]
        rows = quantised(self._embedder.embed(texts)) if texts else None
        self._prepared = {} if rows is None else dict(zip(texts, rows, strict=True))
        self._said = {
            claim.text: self._prepared[claim.text] for claim in claims if not claim.is_observation
        }
        self._before, self._now = self._now, rows

    @property
    def rows(self) -> Mapping[str, Row]:
        """The claims of this round, observations apart, with their rows."""
        return self._said

    def compare(self, claims: Sequence[Claim]) -> Sequence[Sequence[Similar]]:
        """For each claim those before it at or over the threshold, nearest first."""
        found = []
        for claim in claims:
            found.append(self._similar(claim))
            self._add(claim)
        return found

    def add(self, claims: Sequence[Claim]) -> None:
        """Remember claims."""
        for claim in claims:
            self._add(claim)

    def _similar(self, claim: Claim) -> Sequence[Similar]:
        if claim.is_observation or not self._used:
            return []
        dots = self._rows[: self._used] @ self._prepared[claim.text]
        near = np.flatnonzero(dots >= self._least_dot)
        ranked = sorted((-int(dots[i]), int(i)) for i in near)
        return [Similar(position, _cosine(-dot)) for dot, position in ranked[:NEAREST]]

    def _add(self, claim: Claim) -> None:
        """Store the row of `claim`; an observation gets zeros, which resemble nothing."""
        row = self._prepared[claim.text]
        if self._used == len(self._rows):
            larger = np.zeros((max(256, 2 * self._used), len(row)), dtype=row.dtype)
            larger[: self._used] = self._rows[: self._used] if self._used else 0
            self._rows = larger
        if not claim.is_observation:
            self._rows[self._used] = row
        self._used += 1

    def convergence(self) -> float:
        """How near the claims of this round come to those of the round before: 1 is the same.

        The mean over this round's claims of the nearest cosine; 0 where either round is empty.
        """
        if self._before is None or self._now is None:
            return 0.0
        nearest = (self._now @ self._before.T).max(axis=1)
        return float(sum((_cosine(int(dot)) for dot in nearest), Fraction(0)) / len(nearest))


def quantised(vectors: NDArray[np.float32]) -> Row:
    """Return unit rows as whole numbers from -127 to 127, held in floats that stay exact.

    A float32 adds whole numbers exactly up to 2^24, which 1,000 products of int8 stay under.
    """
    wide = np.float32 if vectors.shape[1] <= EXACT_DIMENSIONS else np.float64
    rows: Row = np.rint(np.clip(vectors, -1, 1) * np.float32(SCALE)).astype(wide)
    return rows


def _cosine(dot: int) -> Fraction:
    return min(Fraction(dot, SCALE**2), Fraction(1))
