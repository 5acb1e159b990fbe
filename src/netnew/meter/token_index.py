"""Exact Jaccard search over token sets that grow: no loop over all that was seen."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

# Tokens of one set, rarest first as far as that is known. See `TokenIndex`.
Ordered = tuple[int, ...]


class Hit(NamedTuple):
    """A stored set over the threshold: which, and how much it shares with the query."""

    position: int
    shared: int
    union: int


class TokenIndex:
    """Finds every stored set whose Jaccard with a query reaches the threshold.

    Sets of n and m tokens reach a Jaccard of `t` when they share at least
    `need = ceil(t / (1 + t) * (n + m))`. Where all tokens follow one order and the first shared
    one stands at place i of the one set and at place j of the other, at most `n - i` and `m - j`
    can be shared; so only places with `n - i >= need` and `m - j >= need` have to be looked at.
    The order is newest token first: words that come late are rare, so what has to be walked is
    short. It decides the cost alone, never the answer.

    >>> index = TokenIndex(Fraction(3, 5))
    >>> index.add(index.ordered({"ship", "it", "now"}))
    >>> index.similar(index.ordered({"ship", "it", "today"}))
    []
    >>> index.similar(index.ordered({"now", "it", "ship", "please"}))
    [Hit(position=0, shared=3, union=4)]
    """

    def __init__(self, threshold: Fraction) -> None:
        self._numerator, self._denominator = threshold.as_integer_ratio()
        self._ids: dict[str, int] = {}
        # token -> (size of the set, place of the token in it) -> positions of such sets
        self._postings: dict[int, dict[tuple[int, int], list[int]]] = {}
        self._sets: list[frozenset[int]] = []
        self._needed: dict[int, _Needs] = {}

    def ordered(self, tokens: Iterable[str]) -> Ordered:
        """Put distinct tokens into the order of this index."""
        ids = self._ids
        return tuple(sorted([ids.setdefault(token, len(ids)) for token in tokens], reverse=True))

    def add(self, tokens: Ordered) -> None:
        """Store one set; its position is the number of sets stored before it."""
        size, position, postings = len(tokens), len(self._sets), self._postings
        for place, token in enumerate(tokens[: self._prefix(size)]):
            shapes = postings.get(token)
            if shapes is None:
                shapes = postings[token] = {}
            shapes.setdefault((size, place), []).append(position)
        self._sets.append(frozenset(tokens))

    def similar(self, tokens: Ordered) -> list[Hit]:
        """Every stored set over the threshold: nearest first, then oldest first."""
        candidates = self._candidates(tokens)
        if not candidates:
            return []
        wanted, sets, needs = frozenset(tokens), self._sets, self._needs(len(tokens))
        hits = []
        for position in candidates:
            other = sets[position]
            shared = len(wanted & other)
            if shared >= needs[len(other)]:
                hits.append(Hit(position, shared, len(tokens) + len(other) - shared))
        # Quotients of such small whole numbers are equal as doubles only where they are equal.
        hits.sort(key=lambda hit: (-hit.shared / hit.union, hit.position))
        return hits

    def _candidates(self, tokens: Ordered) -> set[int]:
        size, postings, needs = len(tokens), self._postings, self._needs(len(tokens))
        found: set[int] = set()
        for place, token in enumerate(tokens[: self._prefix(size)]):
            shapes = postings.get(token)
            if shapes is None:
                continue
            left = size - place
            for (other_size, other_place), positions in shapes.items():
                need = needs[other_size]
                if need <= left and need <= other_size - other_place:
                    found.update(positions)
        return found

    def _needs(self, size: int) -> dict[int, int]:
        """How many tokens a set of each known size has to share with one of `size`."""
        needs = self._needed.get(size)
        if needs is None:
            needs = self._needed[size] = _Needs(self._numerator, self._denominator, size)
        return needs

    def _prefix(self, size: int) -> int:
        """How many places a first shared token can have: a partner is as large as needed."""
        return size + (-self._numerator * size // self._denominator) + 1


class _Needs(dict[int, int]):
    """Size of another set -> how many tokens it has to share; worked out when first asked."""

    def __init__(self, numerator: int, denominator: int, size: int) -> None:
        super().__init__()
        self._numerator, self._total, self._size = numerator, numerator + denominator, size

    def __missing__(self, other: int) -> int:
        need = self[other] = -(-self._numerator * (self._size + other) // self._total)
        return need
