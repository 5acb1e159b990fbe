"""Blockers and open questions that no listed word gives away: found by meaning, at what cost?

Cases are written by topic, ordinary claims among them. Two bodies of real claims stand beside
them, taken as ordinary throughout: sentences of coding agents, and arguments of debates. Each is
halved by source; thresholds are chosen on the first halves and read on the second.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from audits.meter.agents import DATA, read_runs
from audits.meter.runs import reports
from netnew.embed.protocol import Embedder
from netnew.embed.wordllama import WordLlamaEmbedder
from netnew.meter.blockers import find_blocker
from netnew.meter.kinds import CALIBRATED, Kind
from netnew.meter.lexicons import BLOCKERS, EVASIONS
from netnew.meter.meaning import quantised
from netnew.meter.prototypes import BLOCKED, OPEN

CASES = Path(__file__).resolve().parent / "meaning.tsv"
RESULTS = Path(__file__).resolve().parent / "results"
KINDS = {"blockers": BLOCKED, "questions": OPEN}
FALSE_POSITIVES = Fraction(1, 20)
STEP = Fraction(1, 1000)
MOST_TEXTS = 1500
LONGEST = 300


class Case(NamedTuple):
    """A claim that someone wrote, and what it is."""

    kind: str
    topic: str
    text: str


class Half(NamedTuple):
    """What thresholds are chosen on, or what they are read on."""

    cases: Sequence[Case]
    agents: Sequence[str]
    arguments: Sequence[str]

    def ordinary(self) -> dict[str, Sequence[str]]:
        written = [case.text for case in self.cases if case.kind == "ordinary"]
        return {"written": written, "agents": self.agents, "arguments": self.arguments}

    def of(self, kind: str) -> list[str]:
        return [case.text for case in self.cases if case.kind == kind.removesuffix("s")]


def read_cases() -> list[Case]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [Case(*line.split("\t")) for line in lines]


def found_by_words(text: str) -> bool:
    """Whether the lexicons or a question mark find it without any embedder."""
    said = find_blocker([text], (), BLOCKERS) or EVASIONS.pattern.search(text.lower())
    return bool(said) or text.endswith("?")


def halves() -> tuple[Half, Half]:
    cases = read_cases()
    topics = list(dict.fromkeys(case.topic for case in cases))[::2]
    runs = read_runs()
    with gzip.open(DATA / "argkp_pairs.jsonl.gz", "rt", encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    debates = sorted({pair["topic"] for pair in pairs})[::2]
    first, second = (
        Half(
            [case for case in cases if (case.topic in topics) is chosen],
            _some(
                claim
                for run in runs
                if reports(run) is not chosen
                for each in run.without_observations
                for claim in each["outputs"]["claims"]
                if not claim.startswith(("<function", "Function:"))
            ),
            _some(pair["argument"] for pair in pairs if (pair["topic"] in debates) is chosen),
        )
        for chosen in (True, False)
    )
    return first, second


def _some(texts: Iterable[str]) -> list[str]:
    """Some of them, spread over all."""
    distinct = sorted({text for text in texts if len(text) <= LONGEST})
    return distinct[:: max(1, len(distinct) // MOST_TEXTS)]


class Likeness:
    """How like a kind texts are, by one embedder."""

    def __init__(self, embedder: Embedder, kind: str) -> None:
        self._embedder, self._kind = embedder, Kind(embedder, KINDS[kind])

    def __call__(self, texts: Sequence[str]) -> list[Fraction]:
        return self._kind.likeness(quantised(self._embedder.embed(texts)))


def share(likeness: Sequence[Fraction], threshold: Fraction) -> float:
    return float(np.mean([each >= threshold for each in likeness]))


def least_threshold(bodies: Iterable[Sequence[Fraction]]) -> Fraction:
    """The lowest, in steps of a thousandth, at which no body has too many false positives."""
    kept = [list(body) for body in bodies]
    threshold = Fraction(0)
    while any(share(body, threshold) > FALSE_POSITIVES for body in kept):
        threshold += STEP
    return threshold


def table(kind: str, embedder: Embedder, first: Half, second: Half) -> list[str]:
    like = Likeness(embedder, kind)
    threshold = least_threshold(like(texts) for texts in first.ordinary().values())
    built_in = CALIBRATED[kind][embedder.model_id]
    lines = [
        f"## {kind.capitalize()}, `{embedder.model_id}`",
        "",
        f"Chosen: {float(threshold):.3f}; built in: {float(built_in):.3f}.",
        "",
        "| half | found by words | found by meaning | false: written | agents | arguments |",
        "|---|---|---|---|---|---|",
    ]
    for name, half in (("chosen on", first), ("reported on", second)):
        texts = half.of(kind)
        worded = sum(map(found_by_words, texts))
        hits = sum(each >= built_in for each in like(texts))
        false = [f"{share(like(each), built_in):.3f}" for each in half.ordinary().values()]
        lines.append(
            f"| {name} | {worded}/{len(texts)} | {hits}/{len(texts)} "
            f"({hits / len(texts):.2f}) | {' | '.join(false)} |"
        )
    return [*lines, ""]


def main() -> None:
    first, second = halves()
    counts = {name: [len(half) for half in (a, b)] for name, a, b in _sizes(first, second)}
    embedder = WordLlamaEmbedder()
    lines = [
        "# Blockers and open questions found by meaning",
        "",
        "Written by `make audit` (audits/meter/meaning.py). Claims that tell of a blocker or leave "
        "something open without any listed word, written by topic, among ordinary ones. A false "
        "positive is an ordinary claim that is found; sentences of coding agents and arguments of "
        "debates are all taken as ordinary, though some do leave something open. Claims: "
        + "; ".join(f"{name} {a} to choose on, {b} to report" for name, (a, b) in counts.items())
        + ".",
        "",
        *table("blockers", embedder, first, second),
        *table("questions", embedder, first, second),
        "The threshold keeps false positives at 5 % or less in each of the three bodies, as a "
        "round makes many claims and each may raise a false warning. At that price a mean of "
        "word vectors finds a part of what is hidden, and no more; so these are warnings and "
        "never change a signal. Chosen on the written claims alone it would find two thirds of "
        "the blockers, and take one argument in six for one.",
        "",
        "The mean was taken before the nearest prototypes, and their best three, because it has "
        "nothing to choose; the others found as many at more false positives. The neutral "
        "prototypes were completed after false positives among real claims of both halves had "
        "been looked at once, so the real bodies are no untouched test.",
        "",
    ]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "meaning.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


def _sizes(first: Half, second: Half) -> Iterable[tuple[str, Sequence[str], Sequence[str]]]:
    for kind in KINDS:
        yield kind, first.of(kind), second.of(kind)
    for (name, a), b in zip(first.ordinary().items(), second.ordinary().values(), strict=True):
        yield f"{name} (ordinary)", a, b
