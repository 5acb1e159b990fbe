"""Layer 3 of spec 003: the four rules at finalize, and their edges."""

from __future__ import annotations

import pytest

from netnew.memory import DecisionCandidate, judge_decision
from netnew.memory.layers import CHAT_OPENINGS, Profile, at_finalize
from netnew.memory.records import STAKES, Stakes
from netnew.memory.turn import ToolResult

LONG = "We will use Postgres for storage."


def rules(
    text: str = LONG,
    *,
    confidence: float | None = 0.9,
    stakes: Stakes = "low",
    tool_failed: bool = False,
    profile: Profile = "003",
) -> list[str]:
    found = at_finalize(
        text, confidence=confidence, stakes=stakes, tool_failed=tool_failed, profile=profile
    )
    return [finding.rule for finding in found]


def test_3_1_nineteen_characters_are_too_short_and_twenty_are_not() -> None:
    assert rules(f"  {'x' * 19}\n") == ["too_short"]
    assert rules("x" * 20) == []


@pytest.mark.parametrize("profile", ["003", "default"])
@pytest.mark.parametrize("stakes", STAKES)
def test_3_2_no_confidence_at_high_stakes_was_never_deliberated(
    profile: Profile, stakes: Stakes
) -> None:
    hit = stakes in {"high", "critical"}
    assert rules(confidence=None, stakes=stakes, profile=profile) == ["never_deliberated"] * hit


def test_3_2_the_placeholder_of_the_letter_is_a_half() -> None:
    assert rules(confidence=0.5, stakes="high") == ["never_deliberated"]
    assert rules(confidence=0.51, stakes="high") == []


def test_3_2_a_half_that_was_said_is_a_confidence_by_default() -> None:
    assert rules(confidence=0.5, stakes="high", profile="default") == []


def test_3_2_a_failed_tool_does_not_count_as_never_deliberated() -> None:
    assert rules(confidence=None, stakes="critical", tool_failed=True) == []
    failed = (ToolResult("shell", error="exit 1"),)
    candidate = DecisionCandidate(LONG, tool_results=failed, stakes="high")
    assert judge_decision(candidate, profile="003").outcome == "keep"


@pytest.mark.parametrize("opening", CHAT_OPENINGS)
def test_3_3_a_chat_opening_is_rejected(opening: str) -> None:
    assert rules(f"  {opening.title()}, it is all in place") == ["chat_opening"]


@pytest.mark.parametrize("text", ["Surely the cache stays where it is", "Donegal hosts the backup"])
def test_3_3_a_longer_word_is_no_chat_opening(text: str) -> None:
    assert rules(text) == []


def test_3_3_it_counts_at_the_start_alone() -> None:
    assert rules("The migration will be done by hand, okay?") == []


def test_3_4_the_error_template_is_rejected_wherever_it_stands() -> None:
    text = "x" * 600 + " Sorry, I ENCOUNTERED an error  processing your request."
    assert rules(text) == ["error_template"]


def test_3_5_every_rule_is_told_not_the_first_alone() -> None:
    assert rules("Okay.", confidence=None, stakes="high") == [
        "too_short", "never_deliberated", "chat_opening",
    ]  # fmt: skip
