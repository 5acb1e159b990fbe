"""Chooses where keeping starts and where rejecting starts, on scores of held-out texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audits.decisions.examples import Example
from audits.decisions.fitting import BASE_RATE, Numbers
from netnew.memory.decision_gate import findings_of, surroundings_of
from netnew.memory.scoring.scorer import SIGNS, WEAK_GROUPS, signs_of

# Thresholds are tried in hundredths of a logit.
STEP = 10
WIDEST = 400


class Bounds(NamedTuple):
    """From `keep_at` on a text is kept, below `reject_below` rejected; hundredths of a logit."""

    keep_at: int
    reject_below: int


class Rates(NamedTuple):
    """What becomes of decisions and noise at the base rate."""

    noise_kept: float
    """Share of noise among what is kept."""
    lost: float
    """Share of decisions that is rejected."""
    quarantined: float
    """Share of everything that waits for a person."""


# What the specification and the design ask for at the most.
GOALS = Rates(noise_kept=0.05, lost=0.05, quarantined=0.15)


def hits(examples: Sequence[Example]) -> NDArray[np.bool_]:
    """Whether the layers speak against each text."""
    return np.array([bool(findings_of(example.candidate, "default")) for example in examples])


def bare(examples: Sequence[Example]) -> NDArray[np.bool_]:
    """Whether too little speaks against each text to reject it: its shape, or being an order."""
    found = []
    for example in examples:
        names = dict(signs_of(example.candidate.text, surroundings_of(example.candidate)))
        against = [SIGNS[name].group for name in names if SIGNS[name].side == "against"]
        found.append(WEAK_GROUPS.issuperset(against))
    return np.array(found)


def rates(kept: NDArray[np.bool_], rejected: NDArray[np.bool_], labels: NDArray[np.bool_]) -> Rates:
    """Rates of an outcome, weighed to the base rate."""
    held = ~kept & ~rejected
    decisions_kept, noise_kept = kept[labels].mean(), kept[~labels].mean()
    all_kept = (1 - BASE_RATE) * decisions_kept + BASE_RATE * noise_kept
    return Rates(
        float(BASE_RATE * noise_kept / all_kept) if all_kept else 0.0,
        float(rejected[labels].mean()),
        float((1 - BASE_RATE) * held[labels].mean() + BASE_RATE * held[~labels].mean()),
    )


class Facts(NamedTuple):
    """What the gate knows of each text besides its score."""

    hit: NDArray[np.bool_]
    bare: NDArray[np.bool_]

    def of(self, some: NDArray[np.bool_]) -> Facts:
        """The same of some texts."""
        return Facts(self.hit[some], self.bare[some])


def facts(examples: Sequence[Example]) -> Facts:
    """Hits and bare texts."""
    return Facts(hits(examples), bare(examples))


def outcome(
    points: Numbers, known: Facts, bounds: Bounds
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which texts the whole gate keeps, and which it rejects."""
    sure, noise = points >= bounds.keep_at, points < bounds.reject_below
    return sure & ~known.hit, ~sure & (known.hit | (noise & ~known.bare))


def choose(scores: Numbers, known: Facts, labels: NDArray[np.bool_], bias: float) -> Bounds:
    """The bounds under which the rate that comes nearest to its goal stays farthest from it.

    A text for which nothing speaks scores the bias at most, and is never kept.
    """
    least = (round(bias * 100) // STEP + 1) * STEP
    grid = np.arange(-WIDEST, WIDEST, STEP)
    points = np.rint(scores * 100)

    hit = known.hit
    never_rejected = np.where(known.bare & ~hit, WIDEST, points)

    def reaching(at_least: Numbers, among: NDArray[np.bool_], whole: NDArray[np.bool_]) -> Numbers:
        """Share of `whole` that is in `among` and reaches each step of the grid."""
        there = at_least[among & whole]
        return np.array([(there >= at).sum() for at in grid]) / whole.sum()

    decisions, noise = reaching(points, ~hit, labels), reaching(points, ~hit, ~labels)
    hit_decisions, hit_noise = reaching(points, hit, labels), reaching(points, hit, ~labels)
    stay = reaching(never_rejected, ~hit, labels)
    stay_noise = reaching(never_rejected, ~hit, ~labels)
    found: list[tuple[float, float, Bounds]] = []
    for low, reject_below in enumerate(grid):
        # Every `keep_at` from `reject_below` on that is above the bias.
        keep = np.flatnonzero((grid >= reject_below) & (grid >= least))
        lost = (
            (hit & labels).sum() / labels.sum()
            - hit_decisions[keep]
            + ((~hit & labels).sum() / labels.sum() - stay[low])
        )
        held = stay[low] - decisions[keep] + hit_decisions[keep]
        held_noise = stay_noise[low] - noise[keep] + hit_noise[keep]
        kept = (1 - BASE_RATE) * decisions[keep] + BASE_RATE * noise[keep]
        noise_kept = np.divide(
            BASE_RATE * noise[keep], kept, where=kept > 0, out=np.ones(len(keep))
        )
        quarantined = (1 - BASE_RATE) * held + BASE_RATE * held_noise
        shares = np.stack([noise_kept, lost, quarantined]) / np.array(GOALS)[:, None]
        worst, total = shares.max(axis=0).round(9), shares.sum(axis=0).round(9)
        found += [
            (float(worst[at]), float(total[at]), Bounds(int(grid[k]), int(reject_below)))
            for at, k in enumerate(keep)
        ]
    return min(found)[2]
