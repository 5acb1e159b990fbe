"""`python -m audits.decisions.training [--verdicts FILE] [-o FILE]`: makes the weights anew.

Reads the labelled data, the half of the written texts that may be learned from, and verdicts of
people where they are given, fits the weights on all of it, chooses the thresholds on held-out
scores, and writes integers. The same input gives the same file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from audits.decisions import fitting, thresholds
from audits.decisions.examples import DATA, Example, read_examples, read_written
from netnew.foundation.errors import InputError, NetnewError
from netnew.memory.scoring.weights import FILE, NAME, Weights


def trained(examples: Sequence[Example], version: str = NAME) -> Weights:
    """Weights and thresholds from labelled texts."""
    labels = np.array([example.decision for example in examples])
    if labels.all() or not labels.any():
        raise InputError("all texts have the same label", "give decisions and noise")
    signs = fitting.sign_matrix(examples)
    model = fitting.fit(examples, signs)
    held_out = fitting.held_out_scores(examples, signs)
    bounds = thresholds.choose(held_out, thresholds.facts(examples), labels, model.bias)
    weights = {
        name: round(float(weight) * 100)
        for name, weight in zip(fitting.NAMES, model.weights, strict=True)
    }
    return Weights(version, round(model.bias * 100), *bounds, weights)


def as_file(weights: Weights) -> str:
    """The text of a file of weights."""
    return json.dumps(weights.as_dict(), indent=1) + "\n"


def train(arguments: Sequence[str] | None = None) -> int:
    """Read, train, write; 0 when the file is written, 2 where the input is at fault."""
    parser = argparse.ArgumentParser(prog="python -m audits.decisions.training")
    parser.add_argument("--data", type=Path, default=DATA, help="labelled texts, JSON Lines")
    parser.add_argument("--verdicts", type=Path, action="append", default=[], help="more of them")
    parser.add_argument("--version", default=NAME, help="what the weights are called")
    parser.add_argument("-o", "--out", type=Path, default=FILE, help="where they go")
    given = parser.parse_args(arguments)
    try:
        examples = read_examples(given.data) + read_written("choose")
        examples += [row for file in given.verdicts for row in read_examples(file)]
        weights = trained(examples, given.version)
        given.out.write_text(as_file(weights), encoding="utf-8")
    except (NetnewError, OSError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    print(f"{given.out}: {len(weights.weights)} signs from {len(examples)} texts")
    return 0


if __name__ == "__main__":
    sys.exit(train())
