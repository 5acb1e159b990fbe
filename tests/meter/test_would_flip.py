"""What a reading says of the next round is what the next round does."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from netnew.meter.meter import Meter
from tests import soak
from tests.meter.transcripts import TOPICS, read, round_

outputs = st.fixed_dictionaries(
    {"claims": st.lists(st.sampled_from(TOPICS), min_size=1, max_size=4)},
    optional={
        "open_questions": st.just(["Who pays for the kiln?"]),
        "next_actions": st.sampled_from([["Run the pump by Friday"], ["Blocked by the harbour"]]),
        "decisions": st.just(["Use the small kiln"]),
    },
)


def test_one_round_without_anything_new_is_named_beside_two_of_little() -> None:
    reading = read([round_(1, TOPICS[:3], next_actions=["Ana runs the pump by Friday"])])[-1]

    told = reading.as_dict()["stop_recommendation"]["would_flip"]

    assert told == "1 more round without anything new, or 2 below 0.15 of the peak → SHIP"


def test_the_letter_knows_no_round_that_suffices_alone() -> None:
    reading = read([round_(1, TOPICS[:3], next_actions=["Ana runs the pump by Friday"])], "0.2")[-1]

    told = reading.as_dict()["stop_recommendation"]["would_flip"]

    assert told == "2 more rounds below 0.15 of the peak → SHIP"


@settings(max_examples=soak.amount(300, 10_000), deadline=None)
@given(st.lists(outputs, min_size=1, max_size=6), st.sampled_from(["0.2", "0.3"]))
def test_the_same_round_again_stops_it_where_one_more_was_said_to(
    items: list[dict[str, Any]], profile: str
) -> None:
    meter = Meter(profile)
    for number, each in enumerate(items, 1):
        reading = meter.observe(round_(number, **each))
    if reading.signal != "CONTINUE":
        return
    told = reading.as_dict()["stop_recommendation"]["would_flip"]

    following = meter.observe(round_(len(items) + 1, **items[-1]))

    assert told.startswith("1 more round") == (following.signal != "CONTINUE")


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    reading = read([round_(1, TOPICS[:1], next_actions=["Ana runs the pump by Friday"])])[-1]

    told = reading.as_dict()["stop_recommendation"]["rationale"]

    assert "1 of 1 claim new" in told
    assert "1 of 1 next action specific" in told
