"""Labelled sequences of statements from ../shared/data, split by source, and pairs made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Literal, NamedTuple

from netnew.memory.fact_relation import Statement

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "facts" / "tune.jsonl"

# Written for this audit by an author who had not seen the rules: one half may shape them.
WRITTEN = Path(__file__).parent / "written.jsonl"
Half = Literal["choose", "report"]
Label = Literal["update", "coexist", "conflict"]


class Sequence(NamedTuple):
    """Statements on one subject in the order they were made, and what people say of them."""

    id: str
    source: str
    label: Label
    attribute: str | None
    texts: tuple[str, ...]
    subject: str
    times: tuple[str | None, ...]
    superseded: frozenset[int]

    def statements(self, *, with_attribute: bool) -> list[Statement]:
        """As they would be learned."""
        attribute = self.attribute if with_attribute else None
        return [
            Statement(self.subject, text, attribute, at)
            for text, at in zip(self.texts, self.times, strict=True)
        ]


def sequences() -> list[Sequence]:
    with DATA.open(encoding="utf-8") as lines:
        return [_sequence(json.loads(line)) for line in lines]


def written(half: Half) -> list[Sequence]:
    """The written sequences of one half; their subjects are what an agent would name."""
    with WRITTEN.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        _sequence({"source": "written", "attribute": None, **row})
        for row in rows
        if row["half"] == half
    ]


def _sequence(row: dict) -> Sequence:  # type: ignore[type-arg]
    said = row["statements"]
    return Sequence(
        row["id"],
        _source(row["source"]),
        row["relation"],
        row["attribute"],
        tuple(one["text"] for one in said),
        row["subject"],
        tuple(one.get("at") for one in said),
        frozenset(row["superseded"]),
    )


def _source(name: str) -> str:
    """The chat or the repository: all that comes from one of them stays together."""
    return (
        name.split("/probing_questions", maxsplit=1)[0]
        .split(" ADR", maxsplit=1)[0]
        .split(" docs/", maxsplit=1)[0]
        .split(".toml", maxsplit=1)[0]
    )


class Unlabelled(NamedTuple):
    """Two statements of different sequences: nobody said that one replaces the other."""

    old: str
    new: str
    one_source: bool


def strangers(rows: list[Sequence]) -> Iterator[Unlabelled]:
    """Every pair of chat statements that no update or conflict holds together, in both orders."""
    together: dict[str, set[str]] = {}
    where: dict[str, str] = {}
    for row in rows:
        if row.subject != "user":
            continue
        for text in row.texts:
            where.setdefault(text, row.source)
            if row.label != "coexist":
                together.setdefault(text, set()).update(row.texts)
    for old, new in permutations(sorted(where), 2):
        if new not in together.get(old, ()):
            yield Unlabelled(old, new, where[old] == where[new])


def repeats(text: str) -> Iterator[str]:
    """The same statement as somebody would say it again: case, ends, articles, short forms."""
    yield text.upper()
    yield "  " + text.rstrip(".") + " !"
    yield text.replace("I have ", "I've ").replace("The ", "the ").replace(" the ", " ")
    yield f"Also: {text[0].lower()}{text[1:]}" if not text.startswith("I") else f"Also: {text}"
