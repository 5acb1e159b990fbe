"""Fits the weights: a logistic regression that knows on which side each sign stands.

Each weight starts from the prior of its sign and stays on its side; L2 pulls it back to the
prior. Few texts can then sharpen the weights, and signs that they lack keep a sensible one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from audits.decisions.examples import Example
from netnew.memory.decision_gate import surroundings_of
from netnew.memory.scoring.scorer import ALL_SIGNS, signs_of

Numbers = NDArray[np.float64]

# How strongly weights are held to their priors; the bias is free.
HOLD = 4.0
HOLD_BIAS = 0.01
# Share of noise among what auto-deliberation logs, as the specification measured it.
BASE_RATE = 0.43
# Texts of one repository are alike: its weight grows with the root of their number.
TEMPER = 0.5

NAMES = [sign.name for sign in ALL_SIGNS]
GROUPS = [sign.group for sign in ALL_SIGNS]
SIDES = np.array([1.0 if sign.side == "for" else -1.0 for sign in ALL_SIGNS])
PRIORS = np.array([sign.prior / 100 for sign in ALL_SIGNS])


class Model(NamedTuple):
    """Weights in logits."""

    bias: float
    weights: Numbers

    def scores(self, signs: Numbers) -> Numbers:
        """The score of each row of signs."""
        return signs @ self.weights + self.bias


def sign_matrix(examples: Sequence[Example]) -> Numbers:
    """A row a text, a column a sign: 1 where it is found."""
    place = {name: at for at, name in enumerate(NAMES)}
    matrix = np.zeros((len(examples), len(NAMES)))
    for row, example in enumerate(examples):
        for name, _ in signs_of(example.candidate.text, surroundings_of(example.candidate)):
            matrix[row, place[name]] = 1.0
    return matrix


def importance(examples: Sequence[Example]) -> Numbers:
    """What each text counts: decisions and noise at the base rate, repositories tempered."""
    sizes = Counter((example.repository, example.decision) for example in examples)
    counts = np.array([sizes[e.repository, e.decision] ** -TEMPER for e in examples])
    labels = np.array([e.decision for e in examples])
    for label, share in ((True, 1 - BASE_RATE), (False, BASE_RATE)):
        if (labels == label).any():
            counts[labels == label] *= share / counts[labels == label].sum()
    return counts * len(examples)


def fit(examples: Sequence[Example], signs: Numbers, priors: Numbers = PRIORS) -> Model:
    """The weights for some texts and their signs; the same ones every time."""
    counts = importance(examples)
    target = np.array([1.0 if example.decision else -1.0 for example in examples])
    design = np.hstack([signs, np.ones((len(examples), 1))])
    start = np.append(SIDES * priors, 0.0)
    hold = np.append(np.full(len(priors), HOLD), HOLD_BIAS)

    def loss(at: Numbers) -> tuple[float, Numbers]:
        margin = target * (design @ at)
        pull = -counts * target / (1 + np.exp(margin))
        value = counts @ np.logaddexp(0, -margin) + hold @ (at - start) ** 2 / 2
        return float(value), pull @ design + hold * (at - start)

    bounds = [(0, None) if side > 0 else (None, 0) for side in SIDES]
    options = {"maxiter": 10_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-9}
    found = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)], options=options
    )
    return Model(float(found.x[-1]), found.x[:-1])


def held_out_scores(
    examples: Sequence[Example], signs: Numbers, priors: Numbers = PRIORS
) -> Numbers:
    """The score of each text from a model that saw nothing of its repository."""
    scores = np.zeros(len(examples))
    of = np.array([example.repository for example in examples])
    for repository in sorted(set(of)):
        rest = [example for example in examples if example.repository != repository]
        scores[of == repository] = fit(rest, signs[of != repository], priors).scores(
            signs[of == repository]
        )
    return scores
