"""How well each novelty level finds repeats: agent steps and arguments that people have labelled.

Steps are split by agent and arguments by topic: thresholds are chosen on the first half and
every number that counts is read on the second.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from audits.meter.agents import DATA
from netnew.embed.wordllama import WordLlamaEmbedder
from netnew.meter.claims import Claim, normal_form
from netnew.meter.content import content_words
from netnew.meter.meaning import SCALE, quantised
from netnew.meter.meter import Meter

RESULTS = Path(__file__).resolve().parent / "results"
# At most this share of new steps may be called a repeat when a threshold is chosen.
REPEATS = ("Redundancy", "Repetition")
FALSE_POSITIVES = Fraction(1, 20)


@dataclass(frozen=True)
class Pair:
    """A statement, one before it, and whether people call it a repeat."""

    earlier: str
    later: str
    repeats: bool
    source: str


def read(name: str) -> Iterable[dict[str, Any]]:
    with gzip.open(DATA / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def steps(field: str) -> list[Pair]:
    label = f"{field}_rel"
    return [
        Pair(before[field], after[field], after[label] in REPEATS, row["agent"])
        for row in read("sola_steps.jsonl.gz")
        for before, after in zip(row["rounds"], row["rounds"][1:], strict=False)
        if after[label] and before[field] and after[field]
    ]


def arguments() -> list[Pair]:
    return [
        Pair(row["key_point"], row["argument"], bool(row["match"]), row["topic"])
        for row in read("argkp_pairs.jsonl.gz")
    ]


def jaccard(left: Iterable[str], right: Iterable[str]) -> float:
    a, b = set(left), set(right)
    return len(a & b) / len(a | b) if a | b else 0.0


def word_overlap(version: str) -> Callable[[Pair], float]:
    def overlap(pair: Pair) -> float:
        a, b = (Claim(text, normal_form(text)) for text in (pair.earlier, pair.later))
        return jaccard(a.tokens(version), b.tokens(version))

    return overlap


def words_or_content(pair: Pair) -> float:
    """Profile 0.3: words at 0.6 or content words at 0.65, on one scale."""
    overlap = word_overlap("words/1")(pair)
    words = [content_words(normal_form(text)) for text in (pair.earlier, pair.later)]
    return max(overlap, jaccard(*words) * 0.6 / 0.65) if all(words) else overlap


class Cosine:
    """Cosine of the offline embedder, in the whole numbers that the meter compares."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        texts = sorted({text for pair in pairs for text in (pair.earlier, pair.later)})
        rows = quantised(WordLlamaEmbedder().embed(texts))
        self._rows = dict(zip(texts, rows, strict=True))

    def __call__(self, pair: Pair) -> float:
        return float(self._rows[pair.earlier] @ self._rows[pair.later]) / SCALE**2


def judged(profile: str) -> Callable[[Pair], bool]:
    """Whether the whole meter calls the later statement a repeat of the earlier."""

    def repeats(pair: Pair) -> bool:
        meter = Meter(profile)
        meter.observe({"round": 1, "outputs": {"claims": [pair.earlier]}})
        return (
            meter.observe({"round": 2, "outputs": {"claims": [pair.later]}}).novelty.new_claims == 0
        )

    return repeats


def auc(pairs: Sequence[Pair], similarity: Callable[[Pair], float]) -> float:
    """Chance that a repeat is more similar than a new statement; ties count half."""
    ranked = sorted((similarity(pair), pair.repeats) for pair in pairs)
    ranks, start = 0.0, 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end][0] == ranked[start][0]:
            end += 1
        ranks += (start + end + 1) / 2 * sum(repeats for _, repeats in ranked[start:end])
        start = end
    positive = sum(pair.repeats for pair in pairs)
    negative = len(pairs) - positive
    return (ranks - positive * (positive + 1) / 2) / (positive * negative)


def rates(pairs: Sequence[Pair], repeats: Callable[[Pair], bool]) -> tuple[float, float]:
    """Recall among the repeats, and the share of new statements called one."""
    found = [(pair.repeats, repeats(pair)) for pair in pairs]
    hits = [said for is_repeat, said in found if is_repeat]
    false = [said for is_repeat, said in found if not is_repeat]
    return sum(hits) / len(hits), sum(false) / len(false)


def least_threshold(pairs: Sequence[Pair], similarity: Callable[[Pair], float]) -> float:
    """The lowest threshold, in steps of 0.01, within the false positives allowed."""
    scored = [(similarity(pair), pair.repeats) for pair in pairs]
    new = [value for value, repeats in scored if not repeats]
    fitting = (
        step / 100
        for step in range(30, 101)
        if sum(value >= step / 100 for value in new) <= FALSE_POSITIVES * len(new)
    )
    return next(fitting, 1.0)


def halves(pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    sources = sorted({pair.source for pair in pairs})
    first = set(sources[::2])
    chosen = [pair for pair in pairs if pair.source in first]
    return chosen, [pair for pair in pairs if pair.source not in first]


def table(name: str, pairs: Sequence[Pair]) -> list[str]:
    choose, report = halves(pairs)
    cosine = Cosine(pairs)
    measures: list[tuple[str, Callable[[Pair], float], float | None]] = [
        ("L1 words as the specification splits them, 0.6", word_overlap("split/1"), 0.6),
        ("L1 words without punctuation and counters, 0.6", word_overlap("words/1"), 0.6),
        ("L1 of profile 0.3: those, or content words of prose at 0.65", words_or_content, 0.6),
        ("L2 wordllama, 0.82", cosine, 0.82),
        ("L2 wordllama, chosen at 5 % false positives", cosine, None),
    ]
    lines = [
        f"## {name}",
        "",
        f"{len(choose)} pairs to choose on ({sum(p.repeats for p in choose)} repeats), "
        f"{len(report)} to report on ({sum(p.repeats for p in report)} repeats).",
        "",
        "| level and threshold | AUC | recall | false positives |",
        "|---|---|---|---|",
    ]
    exact = rates(report, lambda pair: normal_form(pair.earlier) == normal_form(pair.later))
    lines.append(f"| L0 equal after normalisation | | {exact[0]:.3f} | {exact[1]:.4f} |")
    for label, similarity, fixed in measures:
        threshold = least_threshold(choose, similarity) if fixed is None else fixed
        shown = label if fixed is not None else f"{label}: {threshold:.2f}"
        recall, false = rates(report, lambda p, s=similarity, t=threshold: s(p) >= t)
        lines.append(f"| {shown} | {auc(report, similarity):.3f} | {recall:.3f} | {false:.4f} |")
    for profile in ("0.2", "0.3"):
        recall, false = rates(report, judged(profile))
        lines.append(
            f"| whole meter, profile {profile} (changed values are new) | | "
            f"{recall:.3f} | {false:.4f} |"
        )
    return [*lines, ""]


def main() -> None:
    lines = [
        "# Novelty levels against people's labels",
        "",
        "Written by `make audit` (audits/meter/steps.py). Agent steps against the step before "
        "(split by agent), arguments against key points (split by topic). Thresholds that are "
        "chosen are chosen on one half; every row is read on the other.",
        "",
        *table("Thoughts of coding agents: redundant or not", steps("thought")),
        *table("Actions of coding agents: repeated or not", steps("action")),
        *table("Arguments and key points: the same point in other words", arguments()),
    ]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "steps.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))
