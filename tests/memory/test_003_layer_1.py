"""Layer 1 of spec 003 and part C2 of 004: each pattern, marker and frame, and its edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.memory.layers import (
    COMPLETION,
    DELIBERATION_FRAMES,
    INFORMATIONAL_FRAMES,
    REPORT_MARKERS,
    REPORTS,
    STATUS,
    TRANSITION,
    action_report,
    informational,
)
from netnew.memory.turn import FRAMES, ToolResult

SHELL = (ToolResult("shell"),)
RECORDING = (ToolResult("record_decision"),)


def rules(text: str, frame: str = "decision", tools: tuple[ToolResult, ...] = ()) -> list[str]:
    return [finding.rule for finding in informational(text, frame, tools)]


def test_the_lists_are_those_of_the_specs() -> None:
    assert (len(COMPLETION), len(TRANSITION), len(REPORTS), len(STATUS)) == (9, 7, 5, 7)
    assert len(REPORT_MARKERS) == 14


@pytest.mark.parametrize("phrase", COMPLETION)
def test_1_1_a_completion_is_informational(phrase: str) -> None:
    assert "completion" in rules(f"So, {phrase.upper()} 7")


@pytest.mark.parametrize("phrase", TRANSITION)
def test_1_2_a_transition_is_informational(phrase: str) -> None:
    assert "transition" in rules(f"Well {phrase.title()} that")


@pytest.mark.parametrize("phrase", REPORTS)
def test_1_3_a_report_is_informational(phrase: str) -> None:
    assert "report" in rules(f"{phrase}12 and more" if phrase == "pr #" else f"{phrase} of it")


@pytest.mark.parametrize("phrase", STATUS)
def test_1_4_a_status_dump_is_informational(phrase: str) -> None:
    assert "status" in rules(f"{phrase.capitalize()} of everything")


def test_1_5_curly_apostrophes_and_any_white_space_match() -> None:
    assert rules("Here’s\u00a0the \n result") == ["report", "status"]


def test_1_6_a_phrase_is_found_up_to_500_characters_and_not_beyond() -> None:
    assert rules("x" * 494 + " done!") == ["completion"]
    assert rules("x" * 495 + " done!") == []


@pytest.mark.parametrize(
    "text",
    ["Let metrics flow.", "Undone. Redone!", "A spr #1 run", "There is a plan", "Unpushed to it"],
)
def test_1_7_a_part_of_a_word_is_no_hit(text: str) -> None:
    assert rules(text) == []


@given(
    st.sampled_from(sorted({*COMPLETION, *TRANSITION, *REPORTS, *STATUS})),
    st.sampled_from("abzéß09_"),
)
def test_1_8_no_phrase_is_found_inside_of_words(phrase: str, letter: str) -> None:
    other = {p for p in (*COMPLETION, *TRANSITION, *REPORTS, *STATUS) if p != phrase}
    glued = letter + phrase

    found = informational(glued, "decision", ())

    assert all(any(other_one in finding.because for other_one in other) for finding in found)


@given(st.sampled_from(sorted({*TRANSITION, *STATUS})), st.sampled_from("abzéß09_"))
def test_1_9_a_phrase_that_ends_in_a_letter_ends_a_word(phrase: str, letter: str) -> None:
    shorter = [p for p in (*TRANSITION, *STATUS, *REPORTS) if p != phrase and p in phrase]

    found = informational(phrase + letter, "decision", ())

    assert bool(found) <= bool(shorter)


@pytest.mark.parametrize("frame", sorted(INFORMATIONAL_FRAMES))
def test_1_10_a_frame_that_is_not_for_deciding_is_informational(frame: str) -> None:
    assert rules("We will use Postgres for storage.", frame) == ["informational_frame"]


def test_1_11_decision_and_debug_deliberate_and_task_does_not() -> None:
    assert {"decision", "debug"} == DELIBERATION_FRAMES
    assert rules("We will use Postgres for storage.", "task") == ["frame_not_deliberated"]
    assert {*INFORMATIONAL_FRAMES, *DELIBERATION_FRAMES, "task"} == set(FRAMES)


@pytest.mark.parametrize("phrase", ["Here's my live status", "Done! Pushed to main", "I remember"])
def test_1_12_the_record_decision_tool_passes_the_phrases_by(phrase: str) -> None:
    assert rules(phrase, tools=RECORDING) == []
    assert rules(phrase) != []


def test_1_13_two_markers_after_a_tool_are_an_action_report() -> None:
    assert rules("Updated the schema and merged it", tools=SHELL) == ["action_report"]


@pytest.mark.parametrize("marker", REPORT_MARKERS)
def test_1_14_each_marker_counts(marker: str) -> None:
    other = "saved" if marker != "saved" else "sent"
    assert action_report(f"It is {marker.upper()} and {other}", SHELL)


def test_1_15_one_marker_said_twice_is_one_marker() -> None:
    assert action_report("Fixed the parser, fixed the lexer", SHELL) is None


def test_1_16_without_tool_results_nothing_is_an_action_report() -> None:
    assert action_report("Updated the schema and merged it", ()) is None


def test_1_17_markers_count_in_the_first_300_characters() -> None:
    assert action_report("updated " + "x" * 286 + " fixed", SHELL)
    assert action_report("updated " + "x" * 287 + " fixed", SHELL) is None


def test_1_18_a_marker_inside_of_a_word_is_none() -> None:
    assert action_report("Unresolved and outdated, prefixed and presented", SHELL) is None
