"""Two runs of one benchmark, item by item: which flipped, and whether that can be chance."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from netnew.ratchet.records import BenchmarkResult


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed between two runs, on the items that both scored."""

    n: int
    gained: int
    lost: int
    # McNemar's exact test, two-sided, as a fraction: comparisons with 5 % are exact.
    p_value: Fraction
    difference: Fraction
    standard_error: float
    # Allowing for items of one group that flip together; None where no groups are known.
    clustered_error: float | None

    @property
    def significant(self) -> bool:
        """Whether chance alone would flip so unevenly less than once in twenty times."""
        return self.p_value < Fraction(1, 20)


def compare(before: BenchmarkResult, after: BenchmarkResult) -> Comparison | None:
    """Compare item by item; None where they share no scored item.

    >>> one = BenchmarkResult("b", None, items={str(n): n < 4 for n in range(10)})
    >>> two = BenchmarkResult("b", None, items={str(n): n < 10 for n in range(10)})
    >>> found = compare(one, two)
    >>> found.gained, found.lost, found.p_value
    (6, 0, Fraction(1, 32))
    """
    shared = sorted(before.items.keys() & after.items.keys())
    if not shared:
        return None
    changes = {item: int(after.items[item]) - int(before.items[item]) for item in shared}
    gained = sum(change == 1 for change in changes.values())
    lost = sum(change == -1 for change in changes.values())
    groups = {**before.groups, **after.groups}
    return Comparison(
        n=len(shared),
        gained=gained,
        lost=lost,
        p_value=mcnemar(gained, lost),
        difference=Fraction(gained - lost, len(shared)),
        standard_error=paired_error(changes, {}),
        clustered_error=paired_error(changes, groups) if groups else None,
    )


def mcnemar(gained: int, lost: int) -> Fraction:
    """Two-sided exact probability of flips at least this uneven, were both ways equally likely.

    >>> mcnemar(6, 0), mcnemar(5, 0), mcnemar(0, 0)
    (Fraction(1, 32), Fraction(1, 16), Fraction(1, 1))
    """
    flips = gained + lost
    tail = sum(math.comb(flips, k) for k in range(min(gained, lost) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**flips))


def paired_error(changes: Mapping[str, int], groups: Mapping[str, str]) -> float:
    """Standard error of the mean change; items of one group count together, others alone.

    >>> paired_error({"a": 1, "b": 0, "c": 1, "d": 0}, {})
    0.25
    """
    n = len(changes)
    mean = Fraction(sum(changes.values()), n)
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for item, change in changes.items():
        # A lone item must not meet a group of the same name.
        key = f"group {groups[item]}" if item in groups else f"item {item}"
        sums[key] += change - mean
    squares = sum((total * total for total in sums.values()), Fraction(0))
    return math.sqrt(float(squares)) / n
