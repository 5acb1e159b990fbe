"""Which n-gram function tells most: chosen on one half of the sources, reported on the other.

`python -m audits.gate.ngrams` writes results/ngrams.md beside this file.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audits.gate.wording import HALVES, Half, Pair, argument_pairs, edits, fact_pairs, sentences
from netnew.kernel.implementation import use
from netnew.kernel.normalizers import normalize_many
from netnew.kernel.setsearch import SetIndex
from netnew.kernel.shingles import shingles_many

NORMALIZERS = ("claim/1", "claim-lower/1")
FUNCTIONS = ("word1/1", "word2/1", "word3/1", "char3/1", "char4/1", "char5/1", "char6/1")
# A stranger may be called a duplicate once in a hundred times.
FALSE_SHARE = 0.01
RESULT = Path(__file__).parent / "results" / "ngrams.md"


class Score(NamedTuple):
    """How one function does on one half; all but the bytes lie between 0 and 1."""

    duplicates: float
    """Edited sentences found, at the threshold that 1 % of strangers reach."""
    threshold: float
    points: float
    """AUC: the same point in other words against another point of the same topic."""
    matters: float
    """AUC: statements on one matter against statements from elsewhere."""
    bytes_an_item: int
    by_edit: dict[str, float]

    @property
    def total(self) -> float:
        return (self.duplicates + self.points + self.matters) / 3


def jaccards(pairs: list[tuple[str, str]], normalizer: str, function: str) -> NDArray[np.float64]:
    sides = [sets(list(side), normalizer, function) for side in zip(*pairs, strict=True)]
    return np.array(
        [len(a & b) / max(1, len(a | b)) for a, b in zip(*sides, strict=True)], np.float64
    )


def sets(texts: list[str], normalizer: str, function: str) -> list[set[int]]:
    flat, offsets = shingles_many(normalize_many(texts, normalizer), function)
    return [set(row.tolist()) for row in np.split(flat, offsets[1:-1].astype(np.int64))]


def auc(scores: NDArray[np.float64], related: NDArray[np.bool_]) -> float:
    """The chance that a related pair scores above an unrelated one; ties count half."""
    levels, place = np.unique(scores, return_inverse=True)
    positive = np.bincount(place[related], minlength=len(levels))
    negative = np.bincount(place[~related], minlength=len(levels))
    below = np.concatenate([[0], np.cumsum(negative)[:-1]])
    return float((positive * (below + negative / 2)).sum() / (positive.sum() * negative.sum()))


def score(half: Half, normalizer: str, function: str) -> Score:
    texts = sentences(half)
    flat, offsets = shingles_many(normalize_many(texts, normalizer), function)
    index = SetIndex.build(offsets, flat, np.arange(len(texts), dtype=np.uint32))
    # The nearest of all others: a gate asks about the nearest, not about a pair at random.
    answers = index.top_k_batch(offsets, flat, 2)
    nearest = [
        next((hit for hit in answers.of(at) if hit.item != at), None) for at in range(len(texts))
    ]
    strangers = np.array([hit.intersection / hit.union if hit else 0.0 for hit in nearest])
    threshold = float(np.quantile(strangers, 1 - FALSE_SHARE))
    found: dict[str, list[bool]] = defaultdict(list)
    edited = [(text, kind, other) for text in texts for kind, other in edits(text)]
    alike = jaccards([(text, other) for text, _, other in edited], normalizer, function)
    for (_, kind, _), value in zip(edited, alike, strict=True):
        found[kind].append(value > threshold)
    shares = {kind: float(np.mean(hits)) for kind, hits in sorted(found.items())}
    size = sum(array.nbytes for array in index.arrays().values()) // len(texts)
    return Score(
        float(np.mean([hit for hits in found.values() for hit in hits])),
        threshold,
        _pairs_auc(argument_pairs(half), normalizer, function),
        _pairs_auc(fact_pairs(half), normalizer, function),
        size,
        shares,
    )


def _pairs_auc(pairs: list[Pair], normalizer: str, function: str) -> float:
    values = jaccards([(pair.left, pair.right) for pair in pairs], normalizer, function)
    return auc(values, np.array([pair.related for pair in pairs]))


def table(half: Half, scores: dict[tuple[str, str], Score]) -> str:
    rows = "".join(
        f"| {function} | {normalizer} | {one.duplicates:.3f} | {one.threshold:.2f} | "
        f"{one.points:.3f} | {one.matters:.3f} | {one.total:.3f} | {one.bytes_an_item} |\n"
        for (normalizer, function), one in sorted(scores.items(), key=lambda entry: -entry[1].total)
    )
    return (
        f"## The half to {half} on\n\n"
        "| n-grams | normaliser | duplicates found | threshold | points AUC | matters AUC | mean | "
        f"bytes an item |\n|---|---|---|---|---|---|---|---|\n{rows}\n"
    )


def edit_table(scores: dict[tuple[str, str], Score]) -> str:
    kinds = sorted(next(iter(scores.values())).by_edit)
    head = f"| n-grams | normaliser | {' | '.join(kinds)} |\n|---|---|{'---|' * len(kinds)}\n"
    rows = "".join(
        f"| {function} | {normalizer} | "
        f"{' | '.join(f'{one.by_edit[kind]:.3f}' for kind in kinds)} |\n"
        for (normalizer, function), one in scores.items()
    )
    return f"## Duplicates found, by kind of edit (the half to report on)\n\n{head}{rows}"


def main() -> None:
    use("auto")
    measured = {
        half: {
            (normalizer, function): score(half, normalizer, function)
            for normalizer in NORMALIZERS
            for function in FUNCTIONS
        }
        for half in HALVES
    }
    counts = {half: len(sentences(half)) for half in HALVES}
    text = (
        "# N-gram functions\n\n"
        "Sources are split in two halves by the hash of their name: "
        f"{counts['choose']:,} and {counts['report']:,} sentences. *Duplicates found*: share of "
        "edited real sentences (typo, case, lead-in, small word left out, clauses swapped) whose "
        "overlap with the original exceeds the threshold that 1 % of all sentences reach with "
        "their nearest stranger. *Points AUC*: an argument and a key point that say the same "
        "in other words, against another key point of the topic. *Matters AUC*: an update or a "
        "conflict and what it is about, against statements from elsewhere. *Mean* of the three "
        "orders the table.\n\n"
        + table("choose", measured["choose"])
        + table("report", measured["report"])
        + edit_table(measured["report"])
    )
    RESULT.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
