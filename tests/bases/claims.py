"""Generated claims with repeats and near-repeats, and the search by definition."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction

from netnew import Item, Snapshot
from netnew.kernel.primitives import normalize, shingles

WORDS = [f"{first}{last}" for first in "bdfgklmnprst" for last in ("a", "elo", "in", "or", "u")]


def claim(chance: random.Random) -> str:
    return " ".join(
        WORDS[int(len(WORDS) * chance.random() ** 2)] for _ in range(chance.randint(1, 12))
    )


def some_items(count: int, seed: int) -> list[Item]:
    """Items of which a third repeat or edit another one; ids are not in the order of texts."""
    chance = random.Random(seed)
    texts: list[str] = []
    for _ in range(count):
        text = claim(chance)
        if texts and chance.random() < 0.33:
            text = chance.choice(texts)
            if chance.random() < 0.5:
                text += " " + chance.choice(WORDS)
        texts.append(text)
    names = [f"k{number:05d}" for number in range(count)]
    chance.shuffle(names)
    return [
        Item(id=name, text=text, source="here" if number % 5 == 0 else None)
        for number, (name, text) in enumerate(zip(names, texts, strict=True))
    ]


def some_questions(items: Sequence[Item], count: int, seed: int) -> list[str]:
    """Texts that repeat an item, edit one, or are new."""
    chance = random.Random(seed)
    return [
        claim(chance)
        if kind == 2 or not items
        else chance.choice(items).text + (f" {chance.choice(WORDS)}" if kind else "")
        for kind in (number % 3 for number in range(count))
    ]


Hits = list[tuple[str, int, int]]


def found(snapshot: Snapshot, text: str, k: int) -> Hits:
    return [(hit.id, hit.intersection, hit.union) for hit in snapshot.top_k(text, k)]


def brute_force(items: Iterable[Item], text: str, lex: str = "char5/1") -> Hits:
    """Every item that shares an n-gram, best first, ties by the smaller id."""

    def grams(of: str) -> set[int]:
        return set(shingles(normalize(of, "claim/1"), lex).tolist())

    asked = grams(text)
    sets = [(item.id, grams(item.text)) for item in items]
    hits = [(name, len(asked & own), len(asked | own)) for name, own in sets if asked & own]
    return sorted(hits, key=lambda hit: (-Fraction(hit[1], hit[2]), hit[0]))
