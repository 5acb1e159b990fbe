"""Going in circles: how often a streak of low rounds has been through what it repeats.

A round that says what the round before it said is a circle of one round, two rounds that take
turns are a circle of two. Work goes back too: to a file seen before, to the tests after an edit,
to the first steps after a restart. The farther back a round reaches, the longer it takes until
it can be told from work: all that lies between has to come again.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

# Only reaches that shrink round after round make more; then the farthest two are taken as one,
# so that a round costs the same however long the streak is.
MOST_SPANS = 32


class Span(NamedTuple):
    """Low rounds in a row, by how far back they reach."""

    reach: int
    """So many rounds back at most; one at least."""
    rounds: int
    repeats: int
    """Claims of these rounds that were made before."""


class Circle(NamedTuple):
    """How far a streak of low rounds has come."""

    laps: int
    """So many times through what it repeats."""
    missing: int
    """So many more rounds like the last until it has gone through often enough."""


def lengthened(spans: Sequence[Span], reach: int, repeats: int) -> tuple[Span, ...]:
    """Return the spans of a streak, farthest reach first, with one more low round.

    >>> lengthened([Span(4, 2, 9), Span(1, 1, 3)], 2, 5)
    (Span(reach=4, rounds=2, repeats=9), Span(reach=2, rounds=2, repeats=8))
    """
    rounds, kept = 1, len(spans)
    while kept and spans[kept - 1].reach <= reach:
        kept -= 1
        rounds += spans[kept].rounds
        repeats += spans[kept].repeats
    longer = (*spans[:kept], Span(reach, rounds, repeats))
    if len(longer) <= MOST_SPANS:
        return longer
    far, near, *rest = longer
    return (Span(far.reach, far.rounds + near.rounds, far.repeats + near.repeats), *rest)


def circle(spans: Sequence[Span], laps: int, low: Fraction) -> Circle:
    """Where a streak stands that counts as stuck after `laps`, or after one more on weak evidence.

    Evidence is weak where one new claim among those that such laps repeat would not be low.

    >>> low = Fraction("0.15")
    >>> circle([Span(1, 2, 8)], 2, low), circle([Span(1, 2, 6)], 2, low)
    (Circle(laps=2, missing=0), Circle(laps=2, missing=1))
    >>> circle([Span(30, 3, 12), Span(2, 3, 9)], 2, low)
    Circle(laps=1, missing=1)
    """
    most = rounds = repeats = 0
    missing = laps + 1
    for span in reversed(spans):
        rounds += span.rounds
        repeats += span.repeats
        most = max(most, rounds // span.reach)
        is_weak = repeats * laps * span.reach * low < rounds
        missing = min(missing, (laps + is_weak) * span.reach - rounds)
    return Circle(most, missing)


class Sayings:
    """When each claim, or one that says the same, was last made; counted in rounds.

    >>> said = Sayings()
    >>> said.begin_round(2)
    >>> said.begin_round(1)
    >>> said.repeats(2, 0), said.again(2), said.again(1)
    (1, 0, 1)
    """

    def __init__(self) -> None:
        self._round = 0
        # The claim that a claim repeats; itself where it repeats none.
        self._origins = array("q")
        self._last = array("q")

    def begin_round(self, fresh: int) -> None:
        """Count one more round, which makes so many claims that were never worded so before."""
        self._round += 1
        first = len(self._origins)
        self._origins.extend(range(first, first + fresh))
        self._last.extend([self._round] * fresh)

    def repeats(self, place: int, earlier: int) -> int:
        """Note that a new wording says what an earlier claim said; rounds since that was made."""
        self._origins[place] = self._origins[earlier]
        return self.again(place)

    def again(self, place: int) -> int:
        """Note that a claim is made again; rounds since it was last made."""
        origin = self._origins[place]
        since = self._round - self._last[origin]
        self._last[origin] = self._round
        return since

    def state(self) -> list[list[int]]:
        """Return what was noted, as JSON values."""
        return [[self._round], list(self._origins), list(self._last)]

    def restore(self, state: Sequence[Sequence[int]]) -> None:
        """Take back what `state` gave."""
        (self._round,), origins, last = state
        self._origins, self._last = array("q", origins), array("q", last)
