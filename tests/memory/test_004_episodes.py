"""Tests 8 to 13 of spec 004, by their numbers, and how sessions share an episode."""

from __future__ import annotations

import pytest

from netnew import InputError, Netnew
from netnew.memory.memory import Memory
from tests.memory.times import Hand


@pytest.fixture(params=["004", "default"])
def memory(nn: Netnew, request: pytest.FixtureRequest) -> Memory:
    return nn.memory(agent_id="a1", profile=request.param)


def test_08_an_identical_summary_within_30_minutes_gives_the_same_episode(
    memory: Memory, clock: Hand
) -> None:
    first = memory.start_episode("Show me your current status", session_id="s1")
    clock.move(minutes=29)
    again = memory.start_episode("Show me your current status", session_id="s2")
    assert (again.id, again.reused, first.reused) == (first.id, True, False)
    assert len(memory.episodes.all()) == 1


def test_09_a_similar_summary_gives_the_same_episode(memory: Memory) -> None:
    first = memory.start_episode("Show me your status", session_id="s1")
    assert memory.start_episode("show me your current status", session_id="s2").id == first.id


def test_10_a_different_summary_starts_a_new_episode(memory: Memory) -> None:
    first = memory.start_episode("Show me your status")
    assert memory.start_episode("Write the release notes").id != first.id


def test_10_exactly_seventy_percent_is_not_enough(memory: Memory) -> None:
    first = memory.start_episode("a b c d e f g h i j")
    assert memory.start_episode("a b c d e f g x y z").id != first.id


def test_11_the_same_summary_after_30_minutes_starts_a_new_episode(
    memory: Memory, clock: Hand
) -> None:
    first = memory.start_episode("Show me your status")
    clock.move(minutes=31)
    assert memory.start_episode("Show me your status").id != first.id


def test_12_a_completed_episode_is_not_reused(memory: Memory) -> None:
    first = memory.start_episode("Show me your status")
    assert memory.end_episode(first.id).state == "completed"
    assert memory.start_episode("Show me your status").id != first.id


@pytest.mark.parametrize("summary", [None, "", "  "])
def test_13_empty_summaries_never_match(memory: Memory, summary: str | None) -> None:
    first = memory.start_episode(summary)
    assert memory.start_episode(summary).id != first.id


def test_an_episode_ends_once_each_session_has_ended(memory: Memory) -> None:
    first = memory.start_episode("Show me your status", session_id="s1")
    memory.start_episode("Show me your status", session_id="s2")
    with pytest.raises(InputError, match="2 sessions"):
        memory.end_episode(first.id)
    assert memory.end_episode(first.id, session_id="s1").state == "ongoing"
    assert memory.end_episode(first.id, session_id="s1").state == "ongoing"
    ended = memory.end_episode(first.id, session_id="s2")
    assert ended.state == "completed"
    assert ended.ended_at is not None
    assert memory.end_episode(first.id, session_id="s2") == ended
    with pytest.raises(InputError, match="never joined"):
        memory.end_episode(first.id, session_id="s3")


def test_other_numbers_are_another_episode_but_for_the_letter(nn: Netnew) -> None:
    one, two = "fix issue 12 in the parser", "fix issue 13 in the parser"
    for profile, same in (("004", True), ("default", False)):
        memory = nn.memory(agent_id=f"n{profile}", profile=profile)
        assert (memory.start_episode(one).id == memory.start_episode(two).id) is same


def test_a_reuse_is_recorded_with_its_score(nn: Netnew, memory: Memory) -> None:
    memory.start_episode("Show me your status", session_id="s1")
    memory.start_episode("Show me your status", session_id="s2")
    row = list(nn.ledger.rows("memory/a1"))[-1]
    assert row.kind == "memory.episode_reused"
    assert (row.body["rule"], row.body["score"], row.body["threshold"]) == ("same-summary", 1, 0.7)
