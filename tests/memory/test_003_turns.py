"""The flow of spec 003 over a turn, and each of its edge cases, under both profiles."""

from __future__ import annotations

from typing import Any

import pytest

from netnew import (
    DecisionInput,
    InputError,
    Netnew,
    ToolResult,
    TurnContext,
    TurnInput,
    TurnReport,
    TurnResult,
)
from netnew.memory.memory import Memory
from tests.memory.times import Hand

ASKED = "Should we use Postgres or SQLite for the session store?"
DECIDED = "We will use Postgres rather than SQLite because several writers share the store."
SHELL = (ToolResult("shell", "ok"),)


@pytest.fixture(params=["004", "default"])
def memory(nn: Netnew, request: pytest.FixtureRequest) -> Memory:
    return nn.memory(agent_id="a1", profile=request.param)


def begin(memory: Memory, text: str = ASKED, **turn: Any) -> TurnContext:
    return memory.pre_turn(TurnInput(text, **turn))


def finish(memory: Memory, turn: TurnContext, text: str = DECIDED, **result: Any) -> TurnReport:
    return memory.post_turn(turn, TurnResult(text, **{"confidence": 0.8, **result}))


def kept(memory: Memory) -> list[str]:
    return [decision.text for decision in memory.decisions.all()]


def test_flow_a_decision_in_the_decision_frame_is_kept(memory: Memory) -> None:
    turn = begin(memory)
    report = finish(memory, turn)

    assert (turn.frame.frame_id, turn.deliberating) == ("decision", True)
    assert report.recorded is not None
    assert report.recorded.outcome == "kept"
    assert kept(memory) == [DECIDED]


def test_flow_nothing_is_visible_before_the_turn_is_final(memory: Memory) -> None:
    begin(memory)
    assert memory.decisions.all(inactive=True) == []


@pytest.mark.parametrize("frame", ["task", "conversation", "question", "creative"])
def test_flow_other_frames_do_not_deliberate(memory: Memory, frame: Any) -> None:
    turn = begin(memory, frame=frame)
    report = finish(memory, turn)

    assert (turn.deliberating, report.recorded) == (False, None)
    assert report.skipped == f"the {frame} frame does not deliberate"
    assert memory.decisions.all(inactive=True) == []


def test_flow_layer_1_stops_an_informational_response(memory: Memory) -> None:
    report = finish(memory, begin(memory), "Here's the result of the comparison of both stores.")
    assert report.recorded is not None
    assert report.recorded.outcome == "rejected"
    assert report.recorded.reasons[0].startswith("layer 1, report")
    assert kept(memory) == []


def test_flow_layer_1_stops_a_report_of_actions(memory: Memory) -> None:
    report = finish(memory, begin(memory), "Updated the schema and merged it.", tool_results=SHELL)
    assert report.recorded is not None
    assert report.recorded.reasons[0].startswith("layer 1, action_report")
    assert kept(memory) == []


def test_flow_layer_3_keeps_its_rejection_with_the_reason(memory: Memory) -> None:
    report = finish(memory, begin(memory), "Okay, sounds reasonable to me.")

    (row,) = memory.decisions.all(inactive=True)

    assert report.recorded is not None
    assert (report.recorded.outcome, row.active, row.state) == ("rejected", False, "rejected")
    assert row.verdict["rule"] == "chat_opening"
    assert "chat_opening" in str(memory.why(row.id))


def test_flow_a_rejection_can_be_undone(memory: Memory) -> None:
    report = finish(memory, begin(memory), "Okay, sounds reasonable to me.")
    assert report.recorded is not None
    assert report.recorded.id is not None
    memory.undo(report.recorded.id)
    assert [row.state for row in memory.decisions.all(inactive=True)] == ["undone"]


def test_flow_layer_2_a_repetition_within_five_minutes_is_stored_once(
    memory: Memory, clock: Hand
) -> None:
    finish(memory, begin(memory))
    clock.move(minutes=4)

    again = finish(memory, begin(memory))

    assert again.recorded is not None
    assert again.recorded.outcome == "duplicate"
    assert kept(memory) == [DECIDED]


def test_edge_dedup_at_the_start_leaves_post_turn_nothing_to_do(memory: Memory) -> None:
    finish(memory, begin(memory))

    turn = begin(memory, DECIDED, frame="decision")
    report = finish(memory, turn)

    assert (turn.deliberating, report.recorded) == (False, None)
    assert turn.duplicate_of == memory.decisions.all()[0].id
    assert report.skipped == f"this session has just decided the same (`{turn.duplicate_of}`)"
    assert kept(memory) == [DECIDED]


def test_edge_after_five_minutes_the_same_is_decided_again(memory: Memory, clock: Hand) -> None:
    finish(memory, begin(memory))
    clock.move(minutes=5, seconds=1)
    finish(memory, begin(memory, DECIDED, frame="decision"))
    assert kept(memory) == [DECIDED, DECIDED]


def test_edge_another_session_is_not_suppressed(memory: Memory) -> None:
    finish(memory, begin(memory, session_id="s1"))
    turn = begin(memory, DECIDED, frame="decision", session_id="s2")
    finish(memory, turn)
    assert turn.deliberating
    assert kept(memory) == [DECIDED, DECIDED]


def test_edge_a_repetition_with_another_value_is_no_repetition(memory: Memory) -> None:
    said = "We will keep the session store for {} days because auditors ask for it."
    finish(memory, begin(memory), said.format(30))
    finish(memory, begin(memory), said.format(90))
    assert kept(memory) == [said.format(30), said.format(90)]


def test_edge_record_decision_in_the_task_frame_passes_all_gates(memory: Memory) -> None:
    turn = begin(memory, "Okay", frame="task")
    report = finish(memory, turn, "Okay.", tool_results=(ToolResult("record_decision"),))

    assert report.recorded is not None
    assert (report.recorded.outcome, kept(memory)) == ("kept", ["Okay."])
    assert memory.decisions.all()[0].verdict["advice"] == "reject"


def test_edge_what_the_tool_recorded_itself_is_not_recorded_twice(memory: Memory) -> None:
    turn = begin(memory, frame="task")
    made = memory.record_decision(DecisionInput(DECIDED))

    report = finish(memory, turn, "Recorded.", tool_results=(ToolResult("record_decision"),))

    assert report.recorded is not None
    assert (report.recorded.id, kept(memory)) == (made.id, [DECIDED])


def test_edge_a_record_decision_that_failed_records_nothing(memory: Memory) -> None:
    tools = (ToolResult("record_decision", error="no such store"),)
    report = finish(memory, begin(memory), tool_results=tools)
    assert report.recorded is None
    assert report.skipped == "record_decision failed: no such store"
    assert kept(memory) == []


def test_edge_record_decision_carries_the_advice_of_the_gates(memory: Memory) -> None:
    memory.record_decision(DecisionInput("Okay."))
    (row,) = memory.decisions.all()
    assert (row.active, row.verdict["advice"]) == (True, "reject")


def test_edge_debug_deliberates(memory: Memory) -> None:
    turn = begin(memory, "The import crashes on empty files")
    finish(memory, turn)
    assert (turn.frame.frame_id, kept(memory)) == ("debug", [DECIDED])


def test_edge_a_failed_tool_does_not_count_as_never_deliberated(memory: Memory) -> None:
    failed = (ToolResult("shell", error="exit 1"),)
    report = finish(memory, begin(memory), confidence=None, stakes="high", tool_results=failed)
    assert report.recorded is not None
    assert report.recorded.outcome == "kept"
    assert report.monitor == ("shell failed: exit 1",)


def test_edge_a_high_stake_that_nobody_deliberated_on_is_not_kept(memory: Memory) -> None:
    finish(memory, begin(memory), confidence=None, stakes="critical")
    (row,) = memory.decisions.all(inactive=True)
    assert row.verdict["rule"] == "never_deliberated"
    assert row.state == ("rejected" if memory.profile == "004" else "quarantined")


def test_edge_a_turn_that_is_reported_twice_is_answered_as_before(memory: Memory) -> None:
    turn = begin(memory)
    first, again = finish(memory, turn), finish(memory, turn)
    assert first.recorded is not None
    assert again.recorded is not None
    assert (first.recorded.id, len(kept(memory))) == (again.recorded.id, 1)


def test_edge_an_empty_response_is_told_and_not_judged(memory: Memory) -> None:
    report = finish(memory, begin(memory), " ", error="out of tokens")
    assert (report.recorded, report.skipped) == (None, "the response is empty")
    assert report.monitor == ("the turn failed: out of tokens", "the response is empty")


def test_edge_a_response_that_no_database_holds_is_skipped_with_its_reason(memory: Memory) -> None:
    report = finish(memory, begin(memory), f"{DECIDED}\0")
    assert report.recorded is None
    assert report.skipped is not None
    assert report.skipped.startswith("the response ")


def test_a_decision_apart_is_stored_and_the_whole_response_read_by_layer_1(memory: Memory) -> None:
    report = finish(memory, begin(memory), f"Done! {DECIDED}", decision=DECIDED)
    (row,) = memory.decisions.all(inactive=True)
    assert report.recorded is not None
    assert (row.text, row.verdict["rule"]) == (DECIDED, "completion")
    assert row.state == ("rejected" if memory.profile == "004" else "quarantined")


def test_what_waits_lies_in_the_review_queue(nn: Netnew) -> None:
    memory = nn.memory(agent_id="a1")
    finish(memory, begin(memory), "Postgres for the session store")
    (row,) = memory.decisions.all(inactive=True)
    assert row.state == "quarantined"
    assert len(list(nn.review.list())) == 1


def test_a_session_stays_in_its_episode(memory: Memory) -> None:
    first = begin(memory)
    finish(memory, first)
    second = begin(memory, "And which port should we choose?")
    assert first.episode_id == second.episode_id
    assert len(memory.episodes.all()) == 1


def test_a_similar_session_joins_the_episode(memory: Memory) -> None:
    first = begin(memory, "Show me your status", session_id="s1")
    other = begin(memory, "Show me your current status", session_id="s2")
    assert first.episode_id == other.episode_id


def test_the_context_holds_what_was_decided(memory: Memory) -> None:
    finish(memory, begin(memory))
    later = begin(memory, "Where does the session store live, Postgres?")
    assert "We will use Postgres" in later.context
    assert begin(memory, "Postgres?", budget_tokens=0).context == ""


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ({"frame": "musing"}, "frame 'musing' is not known"),
        ({"budget_tokens": -1}, "budget_tokens is -1"),
        ({"session_id": ""}, "session"),
        ({"text": "a\0b"}, "the text of a turn"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    memory: Memory, bad: dict[str, Any], named: str
) -> None:
    with pytest.raises(InputError, match=named):
        memory.pre_turn(TurnInput(**{"text": ASKED, **bad}))
    assert memory.episodes.all() == []


def test_an_empty_message_is_a_turn_too(memory: Memory) -> None:
    turn = begin(memory, "")
    assert (turn.frame.frame_id, turn.deliberating) == ("conversation", False)
    assert turn.episode_id is not None
