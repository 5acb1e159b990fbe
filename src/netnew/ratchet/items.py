"""Items over several systems: which still tell them apart, and which only look hard."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from netnew.ratchet.records import BenchmarkResult

# Systems within this distance of the best are good enough that an item which fails for all
# of them is suspect.
GOOD_WITHIN = Fraction(5, 100)
FEWEST_SYSTEMS = 3
FEWEST_FOR_DISCRIMINATION = 4


@dataclass(frozen=True, slots=True)
class ItemReport:
    """What the items of one benchmark did over distinct systems."""

    systems: int
    live: tuple[str, ...]
    always_passed: tuple[str, ...]
    always_failed: tuple[str, ...]
    # Item → correlation of passing it with passing the rest; only live items have one.
    discrimination: Mapping[str, float]
    good_systems: int
    failed_by_all_good: tuple[str, ...]


def item_report(runs: Sequence[tuple[str | None, BenchmarkResult]]) -> ItemReport | None:
    """Look at the latest run of each system; None where no items are known.

    Runs of one system repeat themselves, so only distinct systems count; runs without a
    system count as one.
    """
    latest = {system: result for system, result in runs if result.items}
    if not latest:
        return None
    results = list(latest.values())
    shared = sorted(set.intersection(*(set(result.items) for result in results)))
    columns = {item: [result.items[item] for result in results] for item in shared}
    live = tuple(item for item in shared if len(set(columns[item])) > 1)
    best = max(_rate(result) for result in results)
    good = [result for result in results if best - _rate(result) <= GOOD_WITHIN]
    stuck = tuple(item for item in shared if not any(result.items[item] for result in good))
    return ItemReport(
        systems=len(results),
        live=live,
        always_passed=tuple(item for item in shared if all(columns[item])),
        always_failed=tuple(item for item in shared if not any(columns[item])),
        discrimination=_discriminations(columns, live)
        if len(results) >= FEWEST_FOR_DISCRIMINATION
        else {},
        good_systems=len(good),
        failed_by_all_good=stuck,
    )


def _rate(result: BenchmarkResult) -> Fraction:
    return Fraction(sum(result.items.values()), len(result.items))


def _discriminations(
    columns: Mapping[str, Sequence[bool]], live: Sequence[str]
) -> dict[str, float]:
    totals = [sum(column) for column in zip(*columns.values(), strict=True)]
    found = {}
    for item in live:
        column = columns[item]
        rest = [total - passed for total, passed in zip(totals, column, strict=True)]
        found[item] = correlation(column, rest)
    return found


def correlation(ones: Sequence[bool], numbers: Sequence[int]) -> float:
    """Pearson's correlation; 0.0 where either never varies.

    >>> correlation([False, True], [1, 5])
    1.0
    """
    n = len(ones)
    together = n * sum(a * b for a, b in zip(ones, numbers, strict=True)) - sum(ones) * sum(numbers)
    spread_ones = n * sum(ones) - sum(ones) ** 2
    spread_numbers = n * sum(b * b for b in numbers) - sum(numbers) ** 2
    if not spread_ones or not spread_numbers:
        return 0.0
    return together / math.sqrt(spread_ones * spread_numbers)
