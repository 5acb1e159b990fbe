"""Labelled pairs from ../shared/data in two halves, split by source; edits of real sentences."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Literal, NamedTuple

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

Half = Literal["choose", "report"]
HALVES: tuple[Half, Half] = ("choose", "report")


class Pair(NamedTuple):
    """Two texts of one source, and whether people say that they belong together."""

    left: str
    right: str
    related: bool


def half_of(source: str) -> Half:
    """One source is all in one half, so that nothing is chosen on what is reported."""
    # Not the bare hash of the name: the data itself was split by that.
    return HALVES[sha256(f"audits/gate {source}".encode()).digest()[0] % 2]


def argument_pairs(half: Half) -> list[Pair]:
    """An argument and a key point of the same topic: the same point in other words, or another."""
    with gzip.open(DATA / "loops" / "argkp_pairs.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Pair(row["argument"], row["key_point"], bool(row["match"]))
        for row in rows
        if half_of(row["topic"]) == half
    ]


def fact_pairs(half: Half) -> list[Pair]:
    """Statements about one matter (an update or a conflict), and about another one."""
    rows = [row for row in _jsonl(DATA / "facts" / "tune.jsonl") if half_of(row["source"]) == half]
    related = [
        Pair(one["text"], other["text"], related=True)
        for row in rows
        if row["relation"] in {"update", "conflict"}
        for one, other in combinations(row["statements"], 2)
    ]
    firsts = [(row["source"], row["statements"][0]["text"]) for row in rows]
    unrelated = [
        Pair(one, other, related=False)
        for (source, one), (other_source, other) in combinations(firsts, 2)
        if source != other_source
    ]
    return related + unrelated


def sentences(half: Half) -> list[str]:
    """Every distinct argument and statement of a half."""
    arguments = {pair.left for pair in argument_pairs(half)}
    statements = {text for pair in fact_pairs(half) for text in pair[:2]}
    return sorted(arguments | statements)


def _jsonl(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


LEAD_INS = ("Note that", "We found that", "As agreed,", "For the record:", "To sum up:")
SMALL_WORDS = frozenset("a an the of to in on for and that is are was be as at by it".split())


def edits(text: str) -> Iterator[tuple[str, str]]:
    """The same sentence as somebody else would have typed it: (kind of edit, text)."""
    draw = random.Random(text)
    words = text.split()
    yield "case and end", text.upper() if draw.random() < 0.2 else text.lower().rstrip(".!? ")
    small = [at for at, word in enumerate(words) if word.lower() in SMALL_WORDS]
    if small and len(words) > 4:
        gone = draw.choice(small)
        yield "small word left out", " ".join(words[:gone] + words[gone + 1 :])
    long = [at for at, word in enumerate(words) if len(word) > 5 and word.isalpha()]
    if long:
        at = draw.choice(long)
        place = draw.randrange(1, len(words[at]) - 2)
        word = words[at]
        typo = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        yield "typo", " ".join([*words[:at], typo, *words[at + 1 :]])
    yield "lead-in", f"{draw.choice(LEAD_INS)} {text[:1].lower()}{text[1:]}"
    head, comma, tail = text.rstrip(".!? ").partition(", ")
    if comma and len(head.split()) > 1 and len(tail.split()) > 1:
        yield "clauses swapped", f"{tail}, {head}"
