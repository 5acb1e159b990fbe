"""What a benchmark is still good for, and the statistics behind it, held against SciPy."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from netnew.ratchet.brief import findings, research_brief
from netnew.ratchet.comparison import compare, mcnemar, paired_error
from netnew.ratchet.harness import read_harness
from netnew.ratchet.items import correlation, item_report
from netnew.ratchet.power import items_needed, minimum_detectable_effect, wilson
from netnew.ratchet.proposals import read_proposal
from netnew.ratchet.records import BenchmarkResult
from netnew.ratchet.verdicts import Run, judge_benchmark


def scored(scores: list[float], n: int | None, attainable: str = "1") -> list[Run]:
    return [
        Run(
            f"c{at}",
            None,
            BenchmarkResult("b", Fraction(str(s)), n, attainable=Fraction(attainable)),
        )
        for at, s in enumerate(scores)
    ]


def items(failed: set[int], n: int, system: str | None, cycle: str = "c") -> Run:
    outcomes = {f"i{k:03}": k not in failed for k in range(n)}
    score = Fraction(n - len(failed), n)
    return Run(cycle, system, BenchmarkResult("b", score, n, items=outcomes))


@pytest.mark.parametrize(
    ("runs", "word"),
    [
        (scored([0.5], None), "discriminating"),
        (scored([0.50, 0.55, 0.60], 1000), "discriminating"),
        (scored([0.97], 1000), "solved"),
        (scored([0.91], 1000, "0.95"), "solved"),
        (scored([0.80], 20), "blind"),
        (scored([0.60], 30), "blind"),
        (scored([0.80] * 10, 2000), "stalled"),
        (scored([0.80] * 9, 2000), "discriminating"),
        (scored([0.6, 0.9] * 5, 2000), "discriminating"),
    ],
)
def test_each_verdict_has_its_case(runs: list[Run], word: str) -> None:
    assert judge_benchmark(runs).word == word


def test_no_score_is_unknown() -> None:
    assert judge_benchmark([Run("c", None, BenchmarkResult("b", None))]).word == "unknown"


def test_items_that_fail_for_every_good_system_are_suspected() -> None:
    stuck = set(range(8))
    runs = [items(stuck | {20 + at}, 200, f"s{at}") for at in range(4)]
    found = judge_benchmark(runs)
    assert found.word == "noisy ceiling"
    assert found.suspects == tuple(f"i{k:03}" for k in sorted(stuck))


def test_one_system_run_often_makes_no_label_suspect() -> None:
    runs = [items(set(range(8)), 200, "same", f"c{at}") for at in range(12)]
    assert judge_benchmark(runs).suspects == ()


def test_items_that_half_of_the_good_systems_pass_are_not_suspected() -> None:
    runs = [items(set(range(at * 8, at * 8 + 8)), 200, f"s{at}") for at in range(4)]
    assert judge_benchmark(runs).suspects == ()


def test_a_benchmark_that_most_fail_is_hard_not_mislabelled() -> None:
    runs = [items(set(range(150)), 200, f"s{at}") for at in range(4)]
    assert judge_benchmark(runs).suspects == ()


def test_live_and_dead_items_and_discrimination() -> None:
    runs = [items(set(range(at * 2)), 10, f"s{at}") for at in range(5)]
    report = item_report([(run.system, run.result) for run in runs])
    assert report is not None
    assert (len(report.live), len(report.always_passed), report.always_failed) == (8, 2, ())
    assert all(value > 0 for value in report.discrimination.values())


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial_test(gained: int, lost: int) -> None:
    if gained + lost:
        expected = stats.binomtest(gained, gained + lost).pvalue
        assert float(mcnemar(gained, lost)) == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40))
def test_the_paired_error_is_that_of_the_mean_difference(pairs: list[tuple[bool, bool]]) -> None:
    changes = {str(at): int(b) - int(a) for at, (a, b) in enumerate(pairs)}
    values = list(changes.values())
    mean = sum(values) / len(values)
    expected = math.sqrt(sum((v - mean) ** 2 for v in values)) / len(values)
    assert paired_error(changes, {}) == pytest.approx(expected)
    # Every item in a group of its own is no grouping at all.
    alone = {item: item for item in changes}
    assert paired_error(changes, alone) == pytest.approx(expected)


def test_items_that_flip_together_widen_the_error() -> None:
    changes = {str(n): 1 if n < 4 else 0 for n in range(16)}
    groups = {str(n): str(n // 4) for n in range(16)}
    assert paired_error(changes, groups) == pytest.approx(2 * paired_error(changes, {}))


def test_a_comparison_looks_only_at_shared_items() -> None:
    one, two = (items({0}, n, None).result for n in (5, 8))
    found = compare(one, two)
    assert found is not None
    assert (found.n, found.gained, found.lost, found.significant) == (5, 0, 0, False)
    assert compare(one, BenchmarkResult("b", None)) is None


@given(st.integers(1, 500), st.data())
def test_the_interval_is_wilsons(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    z = stats.norm.ppf(0.975)
    centre = (k + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(k * (n - k) / n + z * z / 4)
    low, high = wilson(Fraction(k, n), n)
    assert low == pytest.approx(max(0, centre - half), abs=1e-9)
    assert high == pytest.approx(min(1, centre + half), abs=1e-9)


@pytest.mark.parametrize("n", [50, 500, 5000])
def test_the_items_needed_see_just_the_difference_asked_for(n: int) -> None:
    flips = Fraction(1, 10)
    needed = items_needed(0.01, Fraction(1, 2), n, flips)
    assert minimum_detectable_effect(Fraction(1, 2), needed, flips) == pytest.approx(0.01, rel=1e-3)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=3, max_size=30))
def test_correlation_is_pearsons(pairs: list[tuple[bool, int]]) -> None:
    ones, numbers = [a for a, _ in pairs], [b for _, b in pairs]
    if len(set(ones)) > 1 and len(set(numbers)) > 1:
        expected = stats.pearsonr([int(a) for a in ones], numbers).statistic
        assert correlation(ones, numbers) == pytest.approx(expected)


HARNESS = """
benchmarks:
  - {id: b, threshold: 0.70, category: sums}
  - {id: near, threshold: 0.85}
edge_cases:
  - {id: e, category: words}
"""


def test_the_data_propose_what_the_last_ten_cycles_would_have_passed() -> None:
    runs = {"b": scored([0.5] + [0.875] * 10, 1000), "near": scored([0.855] * 10, 1000)}
    verdicts = [judge_benchmark(found) for found in runs.values()]
    found = findings(read_harness(HARNESS), runs, verdicts)

    (increase,) = found.proposal.increases
    assert (increase.benchmark, increase.current, increase.proposed) == (
        "b", Fraction(70, 100), Fraction(86, 100),
    )  # fmt: skip
    assert "sums: no edge cases" in found.untested


def test_the_brief_holds_the_five_objectives_and_its_own_proposal_can_be_read_back() -> None:
    runs = {"b": scored([0.99] * 10, 1000)}
    verdicts = [judge_benchmark(runs["b"])]
    found = findings(read_harness(HARNESS), runs, verdicts)
    expansion = {"expansion_id": "exp-1", "trigger_reason": "10 consecutive HIGH"}
    aggregate = {"rolling_metrics": {"avg_saturation_score": 0.86, "consecutive_high_count": 10}}

    text = research_brief(expansion, aggregate, verdicts, found)

    for said in ("Saturation Score: 0.86", "ONE-WAY RATCHET", "FORBIDDEN", "REQUIRED", "b: solved",
                 "expansion_proposals:", "new_edge_cases",
                 *(f"\n{n}. " for n in range(1, 6))):  # fmt: skip
        assert said in text, said
    proposed = text.split("### Proposals that the data make")[1]
    assert read_proposal(proposed) == found.proposal
