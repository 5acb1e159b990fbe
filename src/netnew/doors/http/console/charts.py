"""Where the marks of a chart stand; the templates draw them.

Across in percent, so that a chart fits any page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

CLASS_ORDER = ("KNOWN", "NEAR_DUP", "NOVEL_CONNECTED", "NOVEL_ORPHAN")
# The bounds of the saturation levels, lowest first.
BANDS = (
    ("NORMAL", 0.0, 0.5), ("ELEVATED", 0.5, 0.7), ("HIGH", 0.7, 0.85), ("CRITICAL", 0.85, 1.0),
)  # fmt: skip
WIDEST_BAR_PERCENT = 9.0
FEWEST_CELLS = 40
LONGEST_TITLE = 140


class Place(NamedTuple):
    """Where a bar stands, in percent of the width."""

    left: float
    middle: float
    width: float


class Cell(NamedTuple):
    """One claim of the tape."""

    place: Place
    word: str
    told: str


class Bar(NamedTuple):
    """One round or cycle: its value in 0–1, and what is drawn beside it."""

    place: Place
    label: str
    word: str
    told: str
    value: float
    low: float
    high: float


class Share(NamedTuple):
    """A part of a whole."""

    word: str
    number: int
    left: float
    percent: float


def place(at: int, number: int, share: float = 0.64) -> Place:
    """Give the place of bar `at` of `number`; its bar takes `share` of its room.

    >>> place(1, 4, 0.5)
    Place(left=33.0, middle=37.5, width=9.0)
    """
    room = 100 / number
    width = min(room * share, WIDEST_BAR_PERCENT)
    middle = (at + 0.5) * room
    return Place(round(middle - width / 2, 4), round(middle, 4), round(width, 4))


def tape(recorded: Sequence[Mapping[str, Any]]) -> list[Cell]:
    """Give a cell a claim, oldest first; few claims leave room on the right."""
    room = max(len(recorded), FEWEST_CELLS)
    found = []
    for at, one in enumerate(recorded):
        word = one["judgement"]["kgr"]["class"]
        told = f"{word}: {one['claim'].get('raw_idea') or 'no text'}"[:LONGEST_TITLE]
        found.append(Cell(place(at, room, 0.86), word, told))
    return found


def shares(counts: Mapping[str, int]) -> list[Share]:
    """Give each class its part, in the order from known to new; other classes come last.

    >>> [(one.word, one.percent) for one in shares({"KNOWN": 3, "NEAR_DUP": 1})][:2]
    [('KNOWN', 75.0), ('NEAR_DUP', 25.0)]
    """
    whole = sum(counts.values()) or 1
    names = [*CLASS_ORDER, *sorted(set(counts) - set(CLASS_ORDER))]
    found, left = [], 0.0
    for name in names:
        percent = 100 * counts.get(name, 0) / whole
        found.append(Share(name, counts.get(name, 0), round(left, 3), round(percent, 3)))
        left += percent
    return found


def curve(score: Mapping[str, Any]) -> list[Bar]:
    """Place the rounds of a loop: the bar is novelty, `high` is readiness."""
    rows = list(zip(score["novelty_by_round"], score["readiness_by_round"], strict=True))
    found = []
    for at, (one, ready) in enumerate(rows):
        rate, readiness = float(one["novelty_rate"]), float(ready["action_readiness"])
        told = (
            f"round {one['round']}: {one['new_claims']} of {one['claims']} claims new, "
            f"readiness {readiness:.2f}, {one['signal']}"
        )
        where = place(at, len(rows))
        found.append(Bar(where, str(one["round"]), one["signal"], told, rate, rate, readiness))
    return found


def saturation(cycles: Sequence[Mapping[str, Any]]) -> list[Bar]:
    """Place the cycles of a harness, each with the bounds of its score."""
    found = []
    for at, one in enumerate(cycles):
        score, level = float(one["saturation_score"]), str(one["saturation_level"])
        low, high = (float(bound) for bound in one["score_bounds"])
        told = f"{one['cycle_id']}: {score:.2f}, {level}"
        where = place(at, len(cycles))
        found.append(Bar(where, str(one["cycle_id"]), level, told, score, low, high))
    return found


def every(bars: Sequence[Bar], most: int = 12) -> int:
    """Say which bars are labelled, so that labels do not run into each other."""
    return max(1, -(-len(bars) // most))
