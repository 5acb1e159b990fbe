"""The arithmetic of the specification, in both profiles, to the last digit and at each edge."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.foundation.errors import InputError, RecordError
from netnew.ratchet.cycles import read_cycle
from netnew.ratchet.metrics import metrics_of
from netnew.ratchet.profiles import FULL_AT, LEVELS, PROFILES, WEIGHTS, level_of
from netnew.ratchet.records import Metrics
from netnew.ratchet.score import read_saturation
from netnew.ratchet.snapshot import snapshot_of
from netnew.ratchet.trend import direction
from tests.conftest import Golden

LETTER, REPAIRED = PROFILES["1.0"], PROFILES["1.1"]
F = Fraction


def metrics(**values: Any) -> Metrics:
    known = {
        "benchmark_ceiling_rate": F(0),
        "regression_pass_rate": F(0),
        "proposal_pass_rate": F(0),
        "auditor_unanimous_rate": F(0),
        "delta_history": (),
    }
    return replace(Metrics(**known), **values)


def test_the_weights_and_bounds_are_those_of_the_specification() -> None:
    assert [float(weight) for weight in WEIGHTS.values()] == [0.30, 0.25, 0.20, 0.15, 0.10]
    assert {name: float(rate) for name, rate in FULL_AT.items()} == {
        "benchmark_ceiling_rate": 0.80,
        "proposal_pass_rate": 0.85,
        "auditor_unanimous_rate": 0.90,
    }
    assert [(level, float(bound)) for level, bound in LEVELS] == [
        ("CRITICAL", 0.85),
        ("HIGH", 0.70),
        ("ELEVATED", 0.50),
        ("NORMAL", 0.0),
    ]


@pytest.mark.parametrize(
    ("score", "level"),
    [
        ("0", "NORMAL"),
        ("0.4999999999999999999", "NORMAL"),
        ("0.5", "ELEVATED"),
        ("0.6999999999999999999", "ELEVATED"),
        ("0.70", "HIGH"),
        ("0.8499999999999999999", "HIGH"),
        ("0.85", "CRITICAL"),
        ("1", "CRITICAL"),
    ],
)
def test_levels_include_their_lower_bound(score: str, level: str) -> None:
    assert level_of(F(score)) == level


def test_each_row_of_both_profiles_is_pinned(golden: Golden) -> None:
    rates = ["0", "0.4", "0.799", "0.8", "0.85", "0.9", "0.95", "1"]
    flat, falling, rising = (
        (F(0),) * 10,
        tuple(F(50 - 5 * n, 100) for n in range(10)),
        tuple(F(n, 20) for n in range(10)),
    )
    lines = []
    for profile in PROFILES.values():
        for name in (
            "benchmark_ceiling_rate",
            "regression_pass_rate",
            "proposal_pass_rate",
            "auditor_unanimous_rate",
        ):
            for rate in rates:
                reading = read_saturation(metrics(**{name: F(rate)}), profile)
                lines.append([profile.name, name, rate, str(reading.score), reading.level])
        for words, deltas in (("flat", flat), ("falling", falling), ("rising", rising)):
            scores = tuple(sum(deltas[: n + 1], F(0)) for n in range(10))
            given = metrics(delta_history=deltas, score_history=scores)
            reading = read_saturation(given, profile)
            lines.append(
                [profile.name, "improvement_delta_trend", words, str(reading.score), reading.level]
            )
    golden("ratchet/signals.txt", "".join(" ".join(line) + "\n" for line in lines))


def test_the_example_of_the_specification_does_not_add_up() -> None:
    # The example prints 0.78 for these numbers. By its own formula four signals alone give
    # 0.30 + 0.25 + 0.15 + 0.10 = 0.80, and the trend can only add to that.
    example = {
        "benchmark_ceiling_rate": 0.82,
        "regression_pass_rate": 1.0,
        "improvement_delta": 0.03,
        "proposal_pass_rate": 0.88,
        "auditor_unanimous_rate": 0.92,
    }
    cycle = read_cycle({"cycle_id": "cycle-1735600000000", "metrics": example})

    reading = read_saturation(metrics_of(cycle, [], "1.0"), LETTER)

    assert (reading.score, reading.level) == (F(80, 100), "HIGH")


def test_the_snapshot_of_the_example_is_pinned(golden: Golden) -> None:
    example = {
        "benchmark_ceiling_rate": 0.82,
        "regression_pass_rate": 1.0,
        "improvement_delta": 0.03,
        "proposal_pass_rate": 0.88,
        "auditor_unanimous_rate": 0.92,
    }
    cycle = read_cycle({"cycle_id": "cycle-1735600000000", "metrics": example})
    found = []
    for profile in PROFILES.values():
        known = metrics_of(cycle, [], profile.name)
        found.append(snapshot_of(cycle, known, read_saturation(known, profile)))
    assert set(found[0]) >= {
        "cycle_id",
        "metrics",
        "saturation_score",
        "saturation_level",
        "x-schema-version",
    }
    golden("ratchet/snapshot.json", json.dumps(found, indent=1, sort_keys=True) + "\n")


def test_a_perfect_plateau_is_critical_only_in_the_repaired_profile() -> None:
    still = metrics(
        benchmark_ceiling_rate=F(1),
        regression_pass_rate=F(1),
        proposal_pass_rate=F(1),
        auditor_unanimous_rate=F(1),
        delta_history=(F(0),) * 20,
        score_history=(F(97, 100),) * 20,
    )
    assert read_saturation(still, LETTER).level == "HIGH"
    assert read_saturation(still, LETTER).score == F(80, 100)
    assert read_saturation(still, REPAIRED).level == "CRITICAL"


def test_more_failing_tests_count_less_and_any_vetoes_critical() -> None:
    full = metrics(
        benchmark_ceiling_rate=F(1),
        proposal_pass_rate=F(1),
        auditor_unanimous_rate=F(1),
        score_history=(F(1),) * 10,
    )
    one = read_saturation(replace(full, regression_pass_rate=F(99, 100)), REPAIRED)
    many = read_saturation(replace(full, regression_pass_rate=F(1, 100)), REPAIRED)

    assert many.score < one.score
    assert one.score >= F(85, 100)
    assert (one.level, one.level_if_regressions_pass) == ("HIGH", "CRITICAL")
    assert one.veto is not None
    # The letter gives half for the first failure and for the last.
    letter = [
        read_saturation(replace(full, regression_pass_rate=r), LETTER).score
        for r in (F(99, 100), F(0))
    ]
    assert letter[0] == letter[1]


def test_unknown_is_neither_zero_nor_one() -> None:
    reading = read_saturation(
        Metrics(benchmark_ceiling_rate=F(1), regression_pass_rate=F(1)), REPAIRED
    )
    assert (reading.score, reading.lower, reading.upper) == (F(1), F(55, 100), F(1))
    assert [signal.normalized for signal in reading.signals[2:]] == [None, None, None]
    assert {"report", "level_between"} in [set(change) for change in reading.would_change]


def test_less_than_half_of_the_weights_does_not_speak_for_the_rest() -> None:
    reading = read_saturation(Metrics(regression_pass_rate=F(1)), REPAIRED)
    assert (reading.score, reading.upper) == (F(25, 100), F(1))
    assert reading.level == "NORMAL"


def test_nothing_known_is_nothing_claimed() -> None:
    reading = read_saturation(Metrics(), REPAIRED)
    assert (reading.score, reading.lower, reading.upper) == (0, 0, 1)


@pytest.mark.parametrize("missing", [*FULL_AT, "regression_pass_rate"])
def test_the_letter_refuses_a_missing_key_by_its_name(missing: str) -> None:
    with pytest.raises(RecordError, match=f"metrics.{missing}: is missing"):
        read_saturation(metrics(**{missing: None}), LETTER)


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), "NaN", True, [1], "0.5.1", 1e400, "1e999999999"]
)
def test_what_is_no_number_is_refused_by_its_key(value: Any) -> None:
    with pytest.raises(RecordError, match=r"metrics\.regression_pass_rate"):
        read_cycle({"cycle_id": "c", "metrics": {"regression_pass_rate": value}})


@pytest.mark.parametrize("value", [-0.01, 1.01, 82])
def test_a_rate_outside_0_to_1_is_refused(value: float) -> None:
    with pytest.raises(RecordError, match="outside 0 to 1"):
        read_cycle({"cycle_id": "c", "metrics": {"proposal_pass_rate": value}})


@pytest.mark.parametrize("bad", [None, "", " ", "a/b", "a b", "../x", "x" * 121, 5, "é\n"])
def test_a_cycle_id_that_cannot_be_a_key_is_refused(bad: Any) -> None:
    with pytest.raises(RecordError, match="cycle_id"):
        read_cycle({"cycle_id": bad})


def test_an_explicit_history_of_deltas_wins() -> None:
    deltas = [0.5 - 0.05 * n for n in range(10)]
    cycle = read_cycle(
        {"cycle_id": "c", "metrics": {"delta_history": deltas, "improvement_delta": 1}}
    )
    assert metrics_of(cycle, [], "1.0").delta_history == tuple(F(str(delta)) for delta in deltas)


def test_fewer_than_five_deltas_show_no_trend_in_the_letter() -> None:
    four = tuple(F(-n) for n in range(4))
    five = tuple(F(-n) for n in range(5))
    assert read_saturation(metrics(delta_history=four), LETTER).signals[2].normalized == 0
    assert read_saturation(metrics(delta_history=five), LETTER).signals[2].normalized == 1


def test_a_slope_of_exactly_a_hundredth_is_no_decline() -> None:
    edge = tuple(F(-n, 100) for n in range(5))
    beyond = tuple(F(-n * 101, 10000) for n in range(5))
    assert read_saturation(metrics(delta_history=edge), LETTER).signals[2].normalized == 0
    assert read_saturation(metrics(delta_history=beyond), LETTER).signals[2].normalized == F(
        101, 1000
    )
    assert direction(edge) == "stable"
    assert direction(beyond) == "decreasing"


def test_a_mean_of_twenty_seventy_hundredths_is_seventy_hundredths() -> None:
    assert sum([F("0.7")] * 20) / 20 == F(70, 100)
    assert sum([0.7] * 20) / 20 != 0.70  # which is why scores are no floats


RATES = st.one_of(st.none(), st.fractions(0, 1, max_denominator=100))


@given(RATES, RATES, RATES, RATES, st.lists(st.fractions(0, 1, max_denominator=100), max_size=12))
def test_the_score_lies_within_its_bounds(
    a: Fraction | None,
    b: Fraction | None,
    c: Fraction | None,
    d: Fraction | None,
    scores: list[Fraction],
) -> None:
    reading = read_saturation(Metrics(a, b, c, d, score_history=tuple(scores)), REPAIRED)
    assert 0 <= reading.lower <= reading.score <= reading.upper <= 1


@given(RATES, RATES, RATES, RATES, st.sampled_from(list(FULL_AT)))
def test_more_of_a_signal_never_lowers_the_score(
    a: Fraction | None, b: Fraction | None, c: Fraction | None, d: Fraction | None, name: str
) -> None:
    known = Metrics(a, b, c, d)
    if getattr(known, name) is not None:
        more = replace(known, **{name: F(1)})
        assert read_saturation(more, REPAIRED).score >= read_saturation(known, REPAIRED).score


def test_what_would_change_the_level_does() -> None:
    known = metrics(
        benchmark_ceiling_rate=F(80, 100),
        regression_pass_rate=F(1),
        proposal_pass_rate=F(85, 100),
        auditor_unanimous_rate=F(0),
    )
    reading = read_saturation(known, LETTER)
    down = next(c for c in reading.would_change if c["signal"] == "benchmark_ceiling_rate")
    assert (reading.level, down["to"]) == ("HIGH", "ELEVATED")
    bound = F(down["when"].rsplit(" ", 1)[1])
    below = replace(known, benchmark_ceiling_rate=bound - F(1, 1000))
    assert read_saturation(known, LETTER).drivers[0] == "benchmark_ceiling_rate"
    assert read_saturation(replace(known, benchmark_ceiling_rate=bound), LETTER).level == "HIGH"
    assert read_saturation(below, LETTER).level == "ELEVATED"


def test_an_unknown_profile_is_refused() -> None:
    from netnew.ratchet.profiles import profile_named

    with pytest.raises(InputError, match=r"no profile `2\.0`"):
        profile_named("2.0")
