"""Which earlier token sets resemble this one: words become numbers, numbers are searched."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from netnew.kernel.growing import Hit, Ordered, growing_sets


class TokenIndex:
    """Finds every stored set whose Jaccard with a query reaches the threshold.

    Tokens are put in the order of their first coming, newest first: words that come late are
    rare, so what the search has to walk is short. The order decides the cost, never the answer.

    >>> index = TokenIndex(Fraction(3, 5))
    >>> index.add(index.ordered({"ship", "it", "now"}))
    >>> index.similar(index.ordered({"ship", "it", "today"}))
    []
    >>> index.similar(index.ordered({"now", "it", "ship", "please"}))
    [(0, 3, 4)]
    """

    def __init__(self, threshold: Fraction) -> None:
        self._numbers = _Numbers()
        self._sets = growing_sets(threshold)

    def ordered(self, tokens: Iterable[str]) -> Ordered:
        """Put distinct tokens into the order of this index."""
        return tuple(sorted(map(self._numbers.__getitem__, tokens), reverse=True))

    def add(self, tokens: Ordered) -> None:
        """Store one set; its position is the number of sets stored before it."""
        self._sets.add(tokens)

    def similar(self, tokens: Ordered) -> list[Hit]:
        """Every stored set over the threshold: nearest first, then oldest first."""
        return self._sets.similar(tokens)


class _Numbers(dict[str, int]):
    """Numbers tokens in the order of their first coming."""

    def __missing__(self, token: str) -> int:
        number = self[token] = len(self)
        return number
