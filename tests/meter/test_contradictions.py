"""A changed value is news, however alike the sentences look; a bare counter is not."""

from __future__ import annotations

import pytest

from tests.meter.transcripts import last, rounds

CHANGED = [
    ("p95 must stay under 200 ms at peak", "p95 must stay under 500 ms at peak", "number"),
    ("p95 must stay under 200 ms at peak", "p95 must stay above 200 ms at peak", "comparator"),
    ("The timeout of the gateway is 30 s", "The timeout of the gateway is 30 min", "unit"),
    ("Use the shared cache for sessions", "Do not use the shared cache for sessions", "negation"),
    ("We will ship the release on Monday", "We will ship the release on Friday", "date"),
    ("Enable the nightly export for all", "Disable the nightly export for all", "reversal"),
    ("Add the header to every request", "Remove the header to every request", "reversal"),
    ("The budget for the hall is 4,000 euros", "The budget for the hall is 4,500 euros", "number"),
    ("Run the tests before the merge lands", "Run the tests after the merge lands", "reversal"),
    ("The API returns 200 for unknown users", "The API returns 500 for unknown users", "number"),
    ("The meeting starts at 14:00 in room B", "The meeting starts at 15:00 in room B", "date"),
    ("We upgraded the worker to Python 3.11", "We upgraded the worker to Python 3.12", "number"),
    ("Three cooks and four waiters came", "Four cooks and three waiters came", "number"),
]  # fmt: skip


@pytest.mark.parametrize("profile", ["0.2", "0.3"])
@pytest.mark.parametrize(("earlier", "later", "kind"), CHANGED)
def test_a_changed_value_is_new(earlier: str, later: str, kind: str, profile: str) -> None:
    reading = last(rounds({"claims": [earlier]}, {"claims": [later]}), profile)

    assert reading.novelty.new_claims == 1
    difference = reading.novelty.matches[0].difference
    assert difference is not None
    assert difference.startswith(kind)


SAME = [
    ("Attempt 4 of 10 failed with the same error", "Attempt 5 of 10 failed with the same error"),
    ("Step 3: the disk is still full", "Step 4: the disk is still full"),
    ("2026-02-08T10:00:00Z the queue is empty now", "2026-02-08T10:05:00Z the queue is empty now"),
    ("Retry 7/20: the server gives no answer", "Retry 8/20: the server gives no answer"),
    ("Job #4411 was accepted by the scheduler", "Job #4412 was accepted by the scheduler"),
    ("The timeout is 200 ms for every call", "The timeout is 0.2 s for every call"),
    ("It's the 3rd time that the disk is full", "It's the 4th time that the disk is full"),
]


@pytest.mark.parametrize(("earlier", "later"), SAME)
def test_counters_ordinals_timestamps_and_ids_are_no_news(earlier: str, later: str) -> None:
    assert last(rounds({"claims": [earlier]}, {"claims": [later]})).novelty.new_claims == 0


def test_leaving_a_value_out_is_no_news() -> None:
    items = rounds(
        {"claims": ["The invoice of 4,000 euros was paid by the club"]},
        {"claims": ["The invoice was paid by the club"]},
    )

    assert last(items).novelty.new_claims == 0


def test_going_back_to_an_earlier_value_is_no_news() -> None:
    one, other = "The gateway waits 30 s for a reply", "The gateway waits 60 s for a reply"

    found = [
        last(rounds(*[{"claims": [c]} for c in seq])) for seq in ([one, other], [one, other, one])
    ]

    assert [reading.novelty.new_claims for reading in found] == [1, 0]


def test_of_several_alike_claims_the_one_that_says_the_same_decides() -> None:
    seen = ["The gateway waits 30 s for a reply", "The gateway waits 60 s for any reply"]

    reading = last(rounds({"claims": seen}, {"claims": ["The gateway waits 60 s for one reply"]}))

    assert reading.novelty.new_claims == 0
    assert reading.novelty.matches[0].earlier == seen[1]


def test_the_rule_can_be_switched_off() -> None:
    items = rounds(*[{"claims": [c]} for c in CHANGED[0][:2]])

    reading = last(items, policy={"novelty": {"changed_values_are_new": False}})

    assert reading.novelty.new_claims == 0


def test_inflating_a_round_with_variants_does_not_raise_its_count() -> None:
    variants = [
        f"The pump in hall three is far too loud{tail}"
        for tail in ("", " now", " again", " really")
    ]

    assert last(rounds({"claims": variants})).novelty.new_by_level == {"L0": 4, "L1": 1}


def test_observations_are_equal_or_different_never_alike() -> None:
    from netnew.meter.observations import observation_claim

    polls = [observation_claim(answer) for answer in ("queued", "queued", "done")]

    found = [
        last(rounds(*[{"claims": [p]} for p in polls[:n]])).novelty.new_claims for n in (1, 2, 3)
    ]

    assert found == [1, 0, 1]
