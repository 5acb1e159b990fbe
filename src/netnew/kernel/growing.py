"""Sets of tokens that grow one by one, searched exactly by Jaccard without a loop over all."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter
from typing import Protocol, cast

from netnew.kernel.implementation import crate

# Numbers of distinct tokens in falling order.
Ordered = tuple[int, ...]
# Which stored set, how many tokens it shares with the query, how many both have together.
Hit = tuple[int, int, int]


class GrowingSets(Protocol):
    """What the definition and its Rust twin both offer."""

    def add(self, tokens: Ordered) -> None:
        """Store one set; its position is the number of sets stored before it."""

    def similar(self, tokens: Ordered, most: int | None = None) -> list[Hit]:
        """Every stored set over the threshold: nearest first, then oldest first.

        With `most`, at least 1, the first so many of them.
        """


def growing_sets(threshold: Fraction) -> GrowingSets:
    """An empty index for one threshold, above 0 and at most 1.

    >>> sets = growing_sets(Fraction(3, 5))
    >>> sets.add((3, 2, 1))
    >>> sets.similar((4, 3, 2)), sets.similar((4, 3, 2, 1), most=1)
    ([], [(0, 3, 4)])
    """
    module = crate()
    if module is None:
        return GrowingSetsDefinition(*threshold.as_integer_ratio())
    return cast(GrowingSets, module.GrowingSets(*threshold.as_integer_ratio()))


class GrowingSetsDefinition:
    """Looks only where a first shared token can stand.

    Sets of n and m tokens reach a Jaccard of `t` when they share at least
    `need = ceil(t / (1 + t) * (n + m))`. Where all tokens follow one order and the first shared
    one stands at place i of the one set and at place j of the other, at most `n - i` and `m - j`
    can be shared; so only places with `n - i >= need` and `m - j >= need` have to be looked at.

    The same bound says how near the sets of one place can come at most. Where only the nearest
    are asked for, the most promising places come first, and each is left as soon as what is
    found cannot be bettered there: lines of one template all resemble each other, and a look at
    every pair would take the square of their number.
    """

    def __init__(self, numerator: int, denominator: int) -> None:
        self._numerator, self._denominator = numerator, denominator
        # token -> (size of the set, place of the token in it) -> positions of such sets
        self._postings: dict[int, dict[tuple[int, int], list[int]]] = {}
        self._sets: list[frozenset[int]] = []
        self._needed: dict[int, _Needs] = {}

    def add(self, tokens: Ordered) -> None:
        """Store one set."""
        size, position, postings = len(tokens), len(self._sets), self._postings
        for place, token in enumerate(tokens[: self._prefix(size)]):
            shapes = postings.get(token)
            if shapes is None:
                shapes = postings[token] = {}
            shapes.setdefault((size, place), []).append(position)
        self._sets.append(frozenset(tokens))

    def similar(self, tokens: Ordered, most: int | None = None) -> list[Hit]:
        """The stored sets over the threshold, or the first `most` of them."""
        wanted, sets, needs = frozenset(tokens), self._sets, self._needs(len(tokens))
        most = len(sets) if most is None else most
        looked: set[int] = set()
        # Quotients of such small whole numbers are equal as doubles only where they are equal.
        best: list[tuple[float, int, int, int]] = []
        for nearest, positions in sorted(self._places(tokens), key=itemgetter(0)):
            for position in positions:
                if len(best) == most and (nearest, position) > best[-1][:2]:
                    break
                if position in looked:
                    continue
                looked.add(position)
                other = sets[position]
                shared = len(wanted & other)
                if shared >= needs[len(other)]:
                    union = len(tokens) + len(other) - shared
                    insort(best, (-shared / union, position, shared, union))
                    del best[most:]
        return [hit[1:] for hit in best]

    def _places(self, tokens: Ordered) -> Iterator[tuple[float, list[int]]]:
        """Where sets over the threshold can stand: how near they can come, negated, and which."""
        size, postings, needs = len(tokens), self._postings, self._needs(len(tokens))
        for place, token in enumerate(tokens[: self._prefix(size)]):
            shapes = postings.get(token)
            if shapes is None:
                continue
            for (other_size, other_place), positions in shapes.items():
                shared = min(size - place, other_size - other_place)
                if needs[other_size] <= shared:
                    yield -shared / (size + other_size - shared), positions

    def _needs(self, size: int) -> dict[int, int]:
        """How many tokens a set of each known size has to share with one of `size`."""
        needs = self._needed.get(size)
        if needs is None:
            needs = self._needed[size] = _Needs(self._numerator, self._denominator, size)
        return needs

    def _prefix(self, size: int) -> int:
        """How many places a first shared token can have."""
        return size + (-self._numerator * size // self._denominator) + 1


class _Needs(dict[int, int]):
    """Size of another set -> how many tokens it has to share; worked out when first asked."""

    def __init__(self, numerator: int, denominator: int, size: int) -> None:
        super().__init__()
        self._numerator, self._total, self._size = numerator, numerator + denominator, size

    def __missing__(self, other: int) -> int:
        need = self[other] = -(-self._numerator * (self._size + other) // self._total)
        return need
