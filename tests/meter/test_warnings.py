"""The checks against gaming speak up and change no signal."""

from __future__ import annotations

from tests.meter.transcripts import TOPICS, last, read, rounds


def codes(*outputs: dict[str, object]) -> list[str]:
    return [warning.code for warning in last(rounds(*outputs)).warnings]  # type: ignore[arg-type]


SAID = {"claims": TOPICS[:5], "open_questions": ["Who?", "When?"]}


def test_many_claims_with_little_content_are_inflation() -> None:
    claims = [f"{topic} Indeed." for topic in TOPICS[:5]] + list(TOPICS[:5])

    assert "claim_inflation" in codes(SAID, {"claims": claims, "open_questions": ["Who?"]})


def test_an_honest_round_is_no_inflation() -> None:
    assert "claim_inflation" not in codes(SAID, {"claims": TOPICS[5:], "open_questions": ["Who?"]})


def test_readiness_ahead_of_novelty_is_premature_while_it_lasts() -> None:
    eager = {"claims": TOPICS[:2], "next_actions": ["Run the pump"]}

    readings = read(rounds(eager, eager))

    assert [w.code for w in readings[0].warnings] == ["premature_readiness"]
    assert [w.code for w in readings[1].warnings] == []


def test_questions_that_vanish_beside_new_claims_are_suppressed() -> None:
    assert "question_suppression" in codes(SAID, {"claims": TOPICS[5:7]})
    assert "question_suppression" not in codes(SAID, {"claims": TOPICS[:2]})
    assert "question_suppression" not in codes(
        SAID, {"claims": TOPICS[5:7], "open_questions": ["Who?"]}
    )


def test_a_question_among_the_claims_is_suppressed() -> None:
    assert "question_suppression" in codes({"claims": ["Who will carry the boat?"]})


def test_new_wording_without_new_content_is_paraphrase_gaming() -> None:
    reworded = {"claims": [f"Well, {topic}" for topic in TOPICS[:5]], "open_questions": ["Who?"]}

    assert "paraphrase_gaming" in codes(SAID, reworded)


def test_work_put_off_to_no_set_time_is_evasion() -> None:
    assert "blocker_evasion" in codes(
        {"claims": ["We'll figure out auth later"], "next_actions": ["Run it"]}
    )
    assert "blocker_evasion" not in codes(
        {"claims": TOPICS[:1], "next_actions": ["Call Ann at 9:00"]}
    )


def test_a_blocker_that_is_no_longer_mentioned_is_evasion() -> None:
    blocked = {"claims": TOPICS[:2], "next_actions": ["Waiting on the vendor"]}
    quiet = {"claims": TOPICS[:2], "next_actions": ["Run the pump"]}
    explained = {"claims": ["The vendor sent the part."], "next_actions": ["Run the pump"]}

    assert "blocker_evasion" in codes(blocked, quiet)
    assert "blocker_evasion" not in codes(blocked, explained)


def test_a_blocker_among_the_claims_only_is_evasion() -> None:
    hidden = {"claims": ["We are blocked by the vendor."], "next_actions": ["Run the pump"]}

    assert "blocker_evasion" in codes(hidden)


def test_new_trivia_while_nothing_moves_is_a_plateau() -> None:
    agenda = {"open_questions": ["Is the name right?"], "next_actions": ["Run the pump"]}
    trivia = [{"claims": [topic], **agenda} for topic in TOPICS[:4]]

    assert "plateau" not in codes(*trivia[:2])
    assert "plateau" in codes(*trivia[:3])
    moved = {"claims": [TOPICS[4]], "open_questions": [], "next_actions": ["Run the pump"]}
    assert "plateau" not in codes(*trivia[:4], moved)


def test_claims_alone_never_make_a_plateau() -> None:
    assert "plateau" not in codes(*({"claims": [topic]} for topic in TOPICS))


def test_an_event_stays_on_record_with_its_round() -> None:
    readings = read(rounds(SAID, {"claims": TOPICS[5:7]}, {"claims": TOPICS[:1]}))

    assert [(w.code, w.round) for w in readings[-1].warnings] == [("question_suppression", 2)]
