"""What a benchmark is still good for: one verdict each, with the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from netnew.ratchet.ceiling import FEWEST_FLIPS, items_left
from netnew.ratchet.comparison import Comparison, compare
from netnew.ratchet.items import FEWEST_SYSTEMS, ItemReport, item_report
from netnew.ratchet.numbers import shown
from netnew.ratchet.power import (
    Interval,
    chance_of_all_failing,
    items_needed,
    minimum_detectable_effect,
    wilson,
)
from netnew.ratchet.profiles import CEILING
from netnew.ratchet.records import BenchmarkResult
from netnew.ratchet.trend import Plateau, plateau

VERDICTS_VERSION = "verdicts/1"
Word = Literal["discriminating", "solved", "stalled", "blind", "noisy ceiling", "unknown"]

# A benchmark that misses differences of ten points is no measure of progress.
DIFFERENCE_THAT_MATTERS = 0.10
# Share of the best system's failures that must be common to all good ones, before the
# items are suspected rather than the systems.
SUSPECT_SHARE = Fraction(80, 100)
SUSPECT_CHANCE = 0.01


class Run(NamedTuple):
    """One result of a benchmark, and the system that it was of."""

    cycle_id: str
    system: str | None
    result: BenchmarkResult


@dataclass(frozen=True, slots=True)
class BenchmarkVerdict:
    """What one benchmark is still good for, and why."""

    benchmark: str
    word: Word
    because: str
    score: Fraction | None
    n: int | None
    interval: Interval | None
    items_left: Fraction | None
    detectable_difference: float | None
    items_for_one_point: int | None
    plateau: Plateau | None
    last_change: Comparison | None
    items: ItemReport | None
    suspects: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The verdict as JSON values."""
        return {"version": VERDICTS_VERSION, **{k: _plain(v) for k, v in asdict(self).items()}}


def judge_benchmark(runs: Sequence[Run]) -> BenchmarkVerdict:
    """Judge one benchmark by its runs under one harness, oldest first.

    >>> runs = [Run(str(n), None, BenchmarkResult("b", Fraction(99, 100), n=200)) for n in range(3)]
    >>> judge_benchmark(runs).word
    'solved'
    """
    last = runs[-1].result
    report = item_report([(run.system, run.result) for run in runs])
    scores = [run.result.score for run in runs]
    flat = plateau([score for score in scores if score is not None])
    change = _last_change(runs)
    flips = None if change is None else Fraction(change.gained + change.lost, change.n)
    sized = last.score is not None and last.n is not None and last.n > 0
    score, n = last.score or Fraction(0), last.n or 0
    detectable = minimum_detectable_effect(score, n, flips) if sized else None
    suspects = _suspects(report, last)
    word, because = _word(last, detectable, flat, suspects)
    return BenchmarkVerdict(
        benchmark=last.id,
        word=word,
        because=because,
        score=last.score,
        n=last.n,
        interval=wilson(score, n) if sized else None,
        items_left=items_left(last),
        detectable_difference=detectable,
        items_for_one_point=items_needed(0.01, score, n, flips) if sized else None,
        plateau=flat,
        last_change=change,
        items=report,
        suspects=suspects,
    )


def _word(
    last: BenchmarkResult,
    detectable: float | None,
    flat: Plateau | None,
    suspects: Sequence[str],
) -> tuple[Word, str]:
    if last.score is None:
        return "unknown", "no score is known"
    if last.score > CEILING * last.attainable and not suspects:
        return "solved", f"{float(last.score):.1%} of {float(last.attainable):.1%} attainable"
    return _unsolved(last, detectable, flat, suspects)


def _unsolved(
    last: BenchmarkResult,
    detectable: float | None,
    flat: Plateau | None,
    suspects: Sequence[str],
) -> tuple[Word, str]:
    if suspects:
        return "noisy ceiling", (
            f"{len(suspects)} items fail for every good system and little else does: "
            "look at their labels"
        )
    left, score = items_left(last), float(last.score or 0)
    if left is not None and left < FEWEST_FLIPS:
        return "blind", f"{float(left):g} items left, and {FEWEST_FLIPS} must flip to show anything"
    if detectable is not None and detectable > DIFFERENCE_THAT_MATTERS:
        return "blind", f"with {last.n} items no difference under {detectable:.1%} is seen"
    if flat is not None and flat.holds:
        return "stalled", f"flat for ten cycles at {score:.1%}, with room above"
    seen = "" if detectable is None else f"; sees differences from {detectable:.1%}"
    return "discriminating", f"{score:.1%}{seen}"


def _last_change(runs: Sequence[Run]) -> Comparison | None:
    if len(runs) < 2:
        return None
    return compare(runs[-2].result, runs[-1].result)


def _suspects(report: ItemReport | None, last: BenchmarkResult) -> tuple[str, ...]:
    """The items that fail for every good system, where hardly anything else is left to fail."""
    if report is None or report.good_systems < FEWEST_SYSTEMS or not report.failed_by_all_good:
        return ()
    stuck, n = report.failed_by_all_good, len(last.items)
    failed = n - sum(last.items.values())
    rates = [Fraction(failed, n)] * report.good_systems
    by_chance = chance_of_all_failing(n, rates, len(stuck))
    others = failed - len(stuck)
    if len(stuck) < SUSPECT_SHARE * failed or by_chance >= SUSPECT_CHANCE or others >= FEWEST_FLIPS:
        return ()
    # Half of a benchmark failing for everyone is a hard benchmark, not a mislabelled one.
    return stuck if 2 * len(stuck) < n else ()


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return shown(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
