"""How much of a round is new: exact repeats (L0), reworded repeats (L1), like meanings (L2).

Every level looks at all *earlier* rounds and, from L1 on, at the claims before it in its own
round. Each round costs in proportion to what it adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from netnew.kernel.polarity import negations
from netnew.kernel.spans import Masked
from netnew.kernel.values import amounts, differences, values
from netnew.meter.claims import Claim, distinct, normal_form
from netnew.meter.laps import Sayings
from netnew.meter.records import Match, Round, RoundNovelty

# What makes a claim new whatever it resembles. Mood and quantity words do not: people
# reword those freely ("should", "needs to").
CHANGES = frozenset({"number", "unit", "comparator", "date", "negation", "reversal"})
# A claim that resembles very many earlier ones is compared with the nearest of them only.
NEAREST = 32
_SAME = Fraction(1)


@dataclass(frozen=True, slots=True)
class Similar:
    """An earlier claim over the threshold of some level."""

    position: int
    similarity: Fraction


class Resemblance(Protocol):
    """A level above L0: which earlier claims does this one resemble?"""

    name: str

    def prepare(self, claims: Sequence[Claim]) -> None:
        """Read the claims of one round, before any of them is compared or added."""

    def compare(self, claims: Sequence[Claim]) -> Sequence[Sequence[Similar]]:
        """For each claim the `NEAREST` before it over the threshold: nearest first, then oldest.

        Each is remembered before the next is compared; the first of all has position 0.
        """

    def add(self, claims: Sequence[Claim]) -> None:
        """Remember claims without comparing them."""


class Novelty:
    """All claims seen so far, and what of each new round is new against them."""

    def __init__(self, levels: Sequence[Resemblance], *, changed_values_are_new: bool) -> None:
        self._levels = levels
        self._changes_count = changed_values_are_new
        self._positions: dict[str, int] = {}
        self._claims: list[Claim] = []
        self._rounds: list[int] = []
        self._sayings = Sayings()
        self._peaks = dict.fromkeys(("L0", *(level.name for level in levels)), 0)

    @property
    def seen(self) -> Sequence[tuple[int, str]]:
        """Every distinct claim in the order of arrival, with its round."""
        return [(n, c.text) for n, c in zip(self._rounds, self._claims, strict=True)]

    @property
    def sayings(self) -> Sequence[Sequence[int]]:
        """When each of them was last made, as JSON values."""
        return self._sayings.state()

    def restore(
        self,
        seen: Sequence[tuple[int, str]],
        sayings: Sequence[Sequence[int]],
        peaks: Mapping[str, int],
    ) -> None:
        """Take back what `seen` and `sayings` gave, and the running peaks."""
        self._sayings.restore(sayings)
        claims = [Claim(text, normal_form(text)) for _, text in seen]
        for level in self._levels:
            level.prepare(claims)
            level.add(claims)
        for (number, _), claim in zip(seen, claims, strict=True):
            self._remember(claim, number)
        self._peaks.update(peaks)

    def observe(self, round_: Round) -> RoundNovelty:
        """Count what `round_` adds, and remember it."""
        claims = distinct(round_.claims)
        places = [self._positions.get(claim.normal) for claim in claims]
        fresh = [claim for claim, place in zip(claims, places, strict=True) if place is None]
        first = len(self._claims)
        for claim in fresh:
            self._remember(claim, round_.number)
        self._sayings.begin_round(len(fresh))
        matches: list[Match] = []
        reach = 0
        for claim, place in zip(claims, places, strict=True):
            if place is not None:
                matches.append(self._match(claim, Similar(place, _SAME), "L0", None))
                reach = max(reach, self._sayings.again(place))
        new = {"L0": len(fresh)}
        compared: list[Sequence[Sequence[Similar]]] = []
        for level in self._levels:
            level.prepare(claims)
            new[level.name] = len(fresh)
            compared.append(level.compare(fresh))
        known = 0
        for i, claim in enumerate(fresh):
            repeated: int | None = None
            for level, similar in zip(self._levels, compared, strict=True):
                if not similar[i]:
                    continue
                nearest, change = self._nearest(claim, similar[i])
                matches.append(self._match(claim, nearest, level.name, change))
                if change is None:
                    repeated = nearest.position if repeated is None else repeated
                    new[level.name] -= 1
            if repeated is not None:
                known += 1
                reach = max(reach, self._sayings.repeats(first + i, repeated))
        return RoundNovelty(
            round=round_.number,
            claims=len(round_.claims),
            distinct_claims=len(claims),
            new_by_level=new,
            rate_by_level=self._rates(new),
            new_claims=len(fresh) - known,
            matches=tuple(matches),
            reach=reach,
        )

    def _nearest(self, claim: Claim, found: Sequence[Similar]) -> tuple[Similar, str | None]:
        """The nearest earlier claim that says the same, else the nearest and what is changed."""
        change = None
        for similar in found:
            earlier = self._claims[similar.position]
            # Without one of its numbers an earlier claim says another thing: a look at the keys
            # tells it, and what exactly differs is told for the nearest alone.
            if change and not amounts(claim.text) <= amounts(earlier.text):
                continue
            difference = self._change(claim, earlier)
            if difference is None:
                return similar, None
            change = change or difference
        return found[0], change

    def _match(self, claim: Claim, similar: Similar, level: str, change: str | None) -> Match:
        place = similar.position
        return Match(
            claim.text, self._claims[place].text, self._rounds[place], level,
            similar.similarity, change,
        )  # fmt: skip

    def _change(self, claim: Claim, earlier: Claim) -> str | None:
        """Name what `claim` changes in `earlier`; leaving a value out is no change."""
        if not self._changes_count:
            return None
        now = values(claim.text)
        # A claim without any value changes none, unless it drops a negation.
        states = now.numbers or now.dates or now.negations or now.reversals
        if not states and not negations(Masked(earlier.text).text):
            return None
        for difference in differences(values(earlier.text), now):
            says_something = difference.right is not None or difference.kind == "negation"
            if difference.kind in CHANGES and says_something:
                return str(difference)
        return None

    def _remember(self, claim: Claim, number: int) -> None:
        self._positions[claim.normal] = len(self._claims)
        self._claims.append(claim)
        self._rounds.append(number)

    def _rates(self, new: dict[str, int]) -> dict[str, Fraction]:
        """Return the rates against the running peak, so that a reading never changes later."""
        for name, count in new.items():
            self._peaks[name] = max(self._peaks[name], count)
        return {name: Fraction(count, max(self._peaks[name], 1)) for name, count in new.items()}
