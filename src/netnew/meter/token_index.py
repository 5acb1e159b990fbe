"""Exact Jaccard search over token sets that grow: no loop over all that was seen."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


class TokenIndex:
    """Finds every stored set whose Jaccard with a query reaches the threshold.

    Two sets of at least `t` overlap share a token among the first `n - ceil(t * n) + 1` of each,
    in any order that both follow. The order here is newest token first: words that came late
    are rare, so the lists that a query walks are short. The order decides the cost alone.

    >>> index = TokenIndex(Fraction(3, 5))
    >>> index.add({"ship", "it", "now"})
    >>> index.similar({"ship", "it", "today"}), index.similar({"now", "it", "ship", "please"})
    ([], [(0, 3, 4)])
    """

    def __init__(self, threshold: Fraction) -> None:
        self._numerator, self._denominator = threshold.as_integer_ratio()
        self._ids: dict[str, int] = {}
        self._postings: dict[int, list[int]] = {}
        self._sets: list[frozenset[int]] = []

    def add(self, tokens: Iterable[str]) -> None:
        """Store one set; its position is the number of sets stored before it."""
        ids = self._read(tokens)
        position = len(self._sets)
        for token in self._prefix(ids):
            self._postings.setdefault(token, []).append(position)
        self._sets.append(frozenset(ids))

    def similar(self, tokens: Iterable[str]) -> list[tuple[int, int, int]]:
        """(position, shared, union) of each set over the threshold: nearest first, then oldest."""
        ids = self._read(tokens)
        candidates: set[int] = set()
        for token in self._prefix(ids):
            candidates.update(self._postings.get(token, ()))
        wanted, size = frozenset(ids), len(ids)
        found = []
        for position in candidates:
            other = self._sets[position]
            shared = len(wanted & other)
            union = size + len(other) - shared
            if shared * self._denominator >= self._numerator * union:
                found.append((position, shared, union))
        if len(found) > 1:
            found.sort(key=lambda hit: (-Fraction(hit[1], hit[2]), hit[0]))
        return found

    def _read(self, tokens: Iterable[str]) -> list[int]:
        ids = self._ids
        return sorted((ids.setdefault(token, len(ids)) for token in tokens), reverse=True)

    def _prefix(self, ids: list[int]) -> list[int]:
        needed = -(-self._numerator * len(ids) // self._denominator)
        return ids[: len(ids) - needed + 1]
