"""Tests 14 to 20 of spec 004, by their numbers, under both profiles."""

from __future__ import annotations

from typing import Any

import pytest

from netnew import Netnew, ToolResult, TurnInput, TurnReport, TurnResult
from netnew.memory.memory import Memory

DECIDED = "We will use Postgres rather than SQLite because several writers share the store."


@pytest.fixture(params=["004", "default"])
def memory(nn: Netnew, request: pytest.FixtureRequest) -> Memory:
    return nn.memory(agent_id="a1", profile=request.param)


def turn(memory: Memory, frame: Any, response: str, **result: Any) -> TurnReport:
    begun = memory.pre_turn(TurnInput("What about the session store?", frame=frame))
    return memory.post_turn(begun, TurnResult(response, confidence=0.8, **result))


def recorded(memory: Memory) -> list[str]:
    return [decision.text for decision in memory.decisions.all()]


def test_14_a_response_in_the_conversation_frame_is_not_recorded(memory: Memory) -> None:
    turn(memory, "conversation", DECIDED)
    assert recorded(memory) == []


def test_15_a_response_in_the_question_frame_is_not_recorded(memory: Memory) -> None:
    turn(memory, "question", DECIDED)
    assert recorded(memory) == []


def test_16_the_task_frame_with_the_record_decision_tool_is_recorded(memory: Memory) -> None:
    turn(memory, "task", DECIDED, tool_results=(ToolResult("record_decision"),))
    assert recorded(memory) == [DECIDED]


def test_17_a_status_dump_in_the_task_frame_is_filtered(memory: Memory) -> None:
    turn(memory, "task", "Here's my current status: all services are up.")
    turn(memory, "decision", "Here's my current status: all services are up.")
    assert recorded(memory) == []


def test_18_an_actual_decision_in_the_decision_frame_is_recorded(memory: Memory) -> None:
    turn(memory, "decision", DECIDED)
    assert recorded(memory) == [DECIDED]


def test_19_a_response_in_the_creative_frame_is_not_recorded(memory: Memory) -> None:
    turn(memory, "creative", DECIDED)
    assert recorded(memory) == []


@pytest.mark.parametrize("frame", ["decision", "question"])
def test_20_monitor_and_episode_follow_even_when_the_decision_is_skipped(
    memory: Memory, frame: Any
) -> None:
    failed = (ToolResult("shell", error="exit 1"),)

    report = turn(memory, frame, "Here is what I know: nothing yet.", tool_results=failed)

    assert recorded(memory) == []
    assert report.monitor == ("shell failed: exit 1",)
    assert report.episode_id is not None
    acts = [told.act for told in memory.history(report.episode_id)]
    assert acts == ["episode_started", "episode_turn"]
