"""Going in circles against going back: what a trace of claims alone tells."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.meter.laps import MOST_SPANS, Span, circle, lengthened
from netnew.meter.policy import meter_policy
from tests.meter.transcripts import TOPICS, last, read, rounds

LOW = meter_policy().novelty.low
STEPS = [
    {"claims": [f"call {name}", f"obs:{name}", *TOPICS[i : i + 2]]}
    for i, name in enumerate(("list", "view", "grep", "edit", "test"))
]
CALL = {"claims": ["call test", "obs:failed"]}


def stop(steps: Sequence[dict[str, list[str]]]) -> int | None:
    """The round of the first signal to stop, by place."""
    found = (i for i, reading in enumerate(read(rounds(*steps)), 1) if reading.signal != "CONTINUE")
    return next(found, None)


def test_the_same_round_again_is_a_lap_each_time() -> None:
    assert stop([STEPS[0], STEPS[1], *[STEPS[2]] * 4]) == 5


def test_rounds_that_say_little_go_round_once_more() -> None:
    assert stop([STEPS[0], *[CALL] * 5]) == 5


def test_two_rounds_that_take_turns_are_a_circle_of_two() -> None:
    assert stop([*STEPS[:2] * 5]) == 6


def test_going_through_earlier_steps_again_is_no_circle_yet() -> None:
    assert stop([*STEPS, *STEPS]) is None
    assert stop([*STEPS, *STEPS, *STEPS]) == 15


def test_a_look_back_before_the_circle_does_not_hide_it() -> None:
    assert stop([*STEPS, STEPS[0], *[STEPS[4]] * 4]) == 9


def test_a_new_answer_starts_the_count_again() -> None:
    other = {"claims": ["call test", "obs:passed"]}

    assert stop([STEPS[0], CALL, CALL, CALL, other, CALL, CALL, CALL]) is None


def test_rounds_that_are_new_are_no_circle_however_long_the_first_was() -> None:
    opening = {
        "claims": [f"Point {letter} is a matter of its own" for letter in "abcdefghijklmnop"]
    }
    later = [{"claims": [f"obs:{n}"]} for n in range(6)]
    readings = read(rounds(opening, *later))

    assert [reading.recommendation.low_rounds for reading in readings[1:]] == [1, 2, 3, 4, 5, 6]
    assert {reading.signal for reading in readings} == {"CONTINUE"}


def test_rounds_are_counted_not_their_numbers() -> None:
    steps = [STEPS[0], STEPS[1], *[STEPS[2]] * 3]
    items = [{**item, "round": 100 * item["round"]} for item in rounds(*steps)]

    assert last(items).signal == "ESCALATE"


def test_a_claim_in_other_words_is_the_same_claim_again() -> None:
    words = [
        "Run the whole suite again now",
        "Now run the whole suite again",
        "The whole suite run again now",
    ]
    readings = read(rounds(STEPS[0], *({"claims": [each]} for each in words)))

    assert [reading.novelty.reach for reading in readings] == [0, 0, 1, 1]


def test_the_reading_says_how_far_back_it_goes_and_what_it_takes() -> None:
    reading = last(rounds(*STEPS, *STEPS[:2]))
    stop = reading.as_dict()["stop_recommendation"]

    assert (stop["laps"], stop["patience_rounds"]) == (0, 5)
    assert "going 5 rounds back" in stop["rationale"]
    assert stop["would_flip"].startswith("3 more rounds")
    assert stop["would_flip"].endswith("ESCALATE")


def test_the_letter_counts_rounds() -> None:
    readings = read(rounds(*STEPS, *STEPS[:2]), "0.2")

    assert [reading.signal for reading in readings][-2:] == ["CONTINUE", "SHIP"]


@given(st.lists(st.integers(1, 9), max_size=40), st.integers(1, 3))
def test_laps_are_those_of_some_number_of_rounds_at_the_end(reaches: list[int], laps: int) -> None:
    spans: tuple[Span, ...] = ()
    for reach in reaches:
        spans = lengthened(spans, reach, 10)

    found = circle(spans, laps, LOW)

    ends = [reaches[-n:] for n in range(1, len(reaches) + 1)]
    assert found.laps == max((len(end) // max(end) for end in ends), default=0)
    assert (found.missing <= 0) == (found.laps >= laps)


@pytest.mark.parametrize("claims", [1, 2, 6, 7, 20])
def test_a_stop_comes_when_the_reading_before_said_it_would(claims: int) -> None:
    same = {"claims": [f"obs:{n}" for n in range(claims)]}
    readings = read(rounds(*[same] * 6))
    first = next(i for i, each in enumerate(readings) if each.signal != "CONTINUE")

    before = readings[first - 1].as_dict()["stop_recommendation"]

    assert before["would_flip"].startswith("1 more round")


def test_a_streak_is_held_in_few_spans_however_its_reaches_shrink() -> None:
    spans: tuple[Span, ...] = ()
    for reach in range(1000, 0, -1):
        spans = lengthened(spans, reach, 10)

    assert len(spans) == MOST_SPANS
    assert sum(span.rounds for span in spans) == 1000
    assert spans[0].reach == 1000
    for _ in range(2):
        spans = lengthened(spans, 1, 10)
    assert circle(spans, 2, LOW).laps >= 2
