"""How many low rounds a stop takes, and what differs between the profiles."""

from __future__ import annotations

import pytest

from tests.meter.transcripts import TOPICS, last, read, rounds

SAID = TOPICS[:2]
READY = {"claims": SAID, "next_actions": ["Run the pump"]}
BLOCKED = {"claims": SAID, "next_actions": ["Waiting on the vendor"]}
ASKING = {"claims": SAID, "open_questions": ["Who pays?"], "next_actions": ["Run the pump"]}
BARE = {"claims": SAID}


def signals(*outputs: dict[str, object], profile: str = "0.3", **settings: object) -> list[str]:
    return [reading.signal for reading in read(rounds(*outputs), profile, **settings)]  # type: ignore[arg-type]


def test_one_empty_round_suffices_where_nothing_is_left_to_wait_for() -> None:
    assert signals(READY, READY) == ["CONTINUE", "SHIP"]


def test_one_empty_round_suffices_where_the_work_is_blocked() -> None:
    assert signals(BLOCKED, BLOCKED) == ["CONTINUE", "ESCALATE"]


def test_an_open_question_earns_a_second_round() -> None:
    assert signals(ASKING, ASKING, ASKING) == ["CONTINUE", "CONTINUE", "SHIP"]


def test_the_letter_always_waits_for_the_second_round() -> None:
    assert signals(READY, READY, READY, profile="0.2") == ["CONTINUE", "CONTINUE", "SHIP"]
    assert signals(BLOCKED, BLOCKED, BLOCKED, profile="0.2") == ["CONTINUE", "CONTINUE", "ESCALATE"]


def test_a_low_round_that_has_not_lasted_is_medium_and_keeps_its_rate() -> None:
    reading = last(rounds(ASKING, ASKING))

    assert reading.recommendation.novelty == "MEDIUM"
    assert reading.novelty.rate == 0
    assert reading.recommendation.low_rounds == 1


def test_a_rate_that_is_low_and_not_zero_takes_full_patience() -> None:
    first = {"claims": TOPICS, "next_actions": ["Run the pump"]}
    one_new = {"claims": ["A heron nests on the roof."], "next_actions": ["Run the pump"]}

    readings = read(rounds(first, one_new, {"claims": ["Moss grows on the stairs."], **one_new}))

    assert [float(reading.novelty.rate) for reading in readings] == [1.0, 0.125, 0.0]
    assert [reading.signal for reading in readings][1] == "CONTINUE"


def test_before_the_first_claim_the_meter_says_go_on() -> None:
    empty: dict[str, object] = {"claims": [], "open_questions": ["Who is here?"]}

    assert signals(empty, empty, empty, empty) == ["CONTINUE"] * 4


def test_a_round_without_claims_has_rate_zero() -> None:
    assert last(rounds(READY, {"claims": []})).novelty.rate == 0


@pytest.mark.parametrize(("profile", "signal"), [("0.2", "SHIP"), ("0.3", "ESCALATE")])
def test_what_never_carried_anything_to_do_is_not_shipped(profile: str, signal: str) -> None:
    # Under the letter rule 3 turns it into ESCALATE a round later.
    found = [each for each in signals(*[BARE] * 6, profile=profile) if each != "CONTINUE"]

    assert found[0] == signal


def test_claims_only_traces_have_a_patience_of_their_own() -> None:
    settings = {"policy": {"patience": {"claims_only": 5}}}

    assert signals(*[BARE] * 7, **settings) == ["CONTINUE"] * 5 + ["ESCALATE"] * 2


def test_a_conversation_left_running_after_ship_was_due_stays_ship() -> None:
    vague = {"claims": SAID, "next_actions": ["Think about it"]}

    assert signals(*[vague] * 6)[1:] == ["SHIP"] * 5
    assert signals(*[vague] * 6, profile="0.2")[2:] == ["SHIP"] + ["ESCALATE"] * 3


def test_a_blocker_still_escalates_after_ship_was_due() -> None:
    assert signals(READY, READY, READY, BLOCKED)[-1] == "ESCALATE"


def test_new_claims_end_the_streak() -> None:
    fresh = {"claims": TOPICS[2:4], "next_actions": ["Run the pump"]}

    assert signals(READY, READY, fresh, fresh) == ["CONTINUE", "SHIP", "CONTINUE", "SHIP"]


def test_patience_may_differ_for_ship_and_escalate() -> None:
    policy = {"patience": {"ship": 2, "escalate": 4, "adaptive": False}}
    stuck = {"claims": SAID, "open_questions": ["Who?"]}

    assert signals(*[READY] * 3, policy=policy)[-1] == "SHIP"
    assert signals(*[stuck] * 5, policy=policy) == ["CONTINUE"] * 4 + ["ESCALATE"]


def test_stop_may_be_a_signal_of_its_own() -> None:
    done = {"claims": SAID, "decisions": ["The pump stays."]}
    policy = {"decision": {"stop_signal": True}}

    assert signals(done, done, done, policy=policy)[-1] == "STOP"
    assert signals(done, done, done)[-1] == "SHIP"


def test_decisions_may_count_towards_readiness() -> None:
    weights = {"next_actions": 0.3, "open_questions": 0.3, "blockers": 0.2, "decisions": 0.2}
    decided = rounds({"claims": SAID, "decisions": ["The pump stays."]})

    assert float(last(decided).readiness.score) == 0.5
    assert float(last(decided, policy={"readiness": weights}).readiness.score) == 0.7


def test_a_reading_never_changes_afterwards() -> None:
    items = rounds(READY, READY, {"claims": TOPICS}, READY)
    readings = read(items)

    before = [reading.as_dict() for reading in readings]

    assert before == [last(items[:n]).as_dict() for n in range(1, 5)]
    assert before[-1]["novelty_by_round"][1] == before[1]["novelty_by_round"][1]
