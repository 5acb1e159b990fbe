"""The gate over layers and scorer: outcomes, reasons, profiles, bad input."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew import InputError
from netnew.foundation.errors import RecordError
from netnew.memory import DecisionCandidate, judge_decision
from netnew.memory.scoring import weights
from netnew.memory.scoring.scorer import probability
from netnew.memory.turn import FRAMES, ToolResult
from tests.conftest import Golden

DECISION = "We will use Postgres rather than SQLite because several writers share it."
CASES = Path(__file__).parents[1] / "golden" / "memory" / "decision-texts.txt"


def outcome(text: str, profile: Any = "default", **turn: Any) -> str:
    return judge_decision(DecisionCandidate(text, **turn), profile=profile).outcome


def test_a_decision_with_its_reason_is_kept_and_says_why() -> None:
    candidate = DecisionCandidate(
        DECISION, frame="decision", tool_results=(), confidence=0.8, stakes="low"
    )

    verdict = judge_decision(candidate)

    assert verdict.outcome == "keep"
    assert verdict.score > 0.9
    assert 'for it: commits the speakers ("we will use")' in verdict.reasons
    assert json.loads(json.dumps(verdict.as_dict()))["outcome"] == "keep"


@pytest.mark.parametrize(
    "text",
    [
        "Done! ✅",
        "On it! 🚀",
        "Here's my full live status!",
        "Sorry, I encountered an error processing your request.",
        "Let me check the logs of the worker.",
        "All 45 tests pass now.",
        "Could you share the stack trace?",
        "Updated the README and pushed the branch.",
    ],
)
def test_what_the_problem_statement_calls_noise_is_rejected(text: str) -> None:
    assert outcome(text) == "reject"


def test_a_hit_that_the_scorer_would_keep_waits_by_default_and_is_rejected_by_the_letter() -> None:
    text = f"{DECISION} PR #12 has the numbers."
    assert (outcome(text), outcome(text, "003")) == ("quarantine", "reject")


def test_by_the_letter_what_no_rule_hits_is_kept() -> None:
    text = "The server listens on port 8080 of the host."
    assert (outcome(text, "003"), outcome(text)) == ("keep", "quarantine")


@pytest.mark.parametrize("text", ["", " \n", "\t"])
def test_an_empty_text_is_rejected_by_both(text: str) -> None:
    recorded = (ToolResult("record_decision"),)
    assert {outcome(text), outcome(text, "003"), outcome(text, tool_results=recorded)} == {"reject"}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("profile", ["default", "003"])
def test_record_decision_passes_every_gate_and_carries_the_advice(frame: Any, profile: Any) -> None:
    candidate = DecisionCandidate("Okay.", frame=frame, tool_results=["record_decision"])

    verdict = judge_decision(candidate, profile=profile)

    assert (verdict.outcome, verdict.advice) == ("keep", "reject")
    assert verdict.reasons[0] == "recorded on purpose; the gates would reject it"


@pytest.mark.parametrize("frame", ["conversation", "question", "creative", "task"])
def test_outside_of_the_deliberation_frames_nothing_is_kept(frame: Any) -> None:
    assert outcome(DECISION, frame=frame) == "quarantine"
    assert outcome(DECISION, "003", frame=frame) == "reject"


def test_a_bare_phrase_waits_for_a_person_rather_than_being_rejected() -> None:
    assert outcome("Postgres for the session store") == "quarantine"
    assert outcome("Rename the product to Harbor") == "quarantine"


def test_nothing_that_nothing_speaks_for_is_kept() -> None:
    shipped = weights.shipped()
    assert shipped.keep_at > shipped.bias


def test_a_failed_tool_and_a_failed_turn_speak_against_it() -> None:
    plain = judge_decision(DecisionCandidate(DECISION))
    failed = judge_decision(
        DecisionCandidate(DECISION, tool_results=[{"tool_name": "sh", "error": "1"}], error="x")
    )
    assert failed.points < plain.points
    assert {"tool_failed", "turn_failed"} <= {sign.name for sign in failed.signs}


def test_layer_1_reads_the_whole_response_where_the_decision_stands_apart() -> None:
    verdict = judge_decision(DecisionCandidate(DECISION, response=f"Done! {DECISION}"))
    assert (verdict.outcome, verdict.rule) == ("quarantine", "completion")


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ({"frame": "musing"}, "frame 'musing' is not known"),
        ({"stakes": "huge"}, "stakes 'huge' is not known"),
        ({"confidence": 1.5}, "confidence 1.5 lies outside 0 to 1"),
        ({"confidence": float("nan")}, "confidence nan lies outside"),
        ({"text": None}, "a decision is a text, not None"),
        ({"tool_results": [3]}, "3 is no tool result"),
        ({"tool_results": [{"name": "x"}]}, "is no tool result"),
    ],
)
def test_bad_input_is_one_readable_line(bad: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError, match=named):
        DecisionCandidate(**{"text": DECISION, **bad})


def test_an_unknown_profile_is_named() -> None:
    with pytest.raises(InputError, match="profile '004' is not known"):
        outcome(DECISION, "004")


@given(st.text(max_size=300))
def test_any_text_gets_a_verdict_and_the_same_one_again(text: str) -> None:
    first, again = (judge_decision(DecisionCandidate(text)) for _ in range(2))
    assert first == again
    assert 0.0 <= first.score <= 1.0
    assert first.points == weights.shipped().bias + sum(sign.points for sign in first.signs)


@given(st.lists(st.integers(-3000, 3000), min_size=2, max_size=2).map(sorted))
def test_more_points_are_never_a_lower_score(points: list[int]) -> None:
    assert probability(points[0]) <= probability(points[1])


def test_a_long_hostile_text_is_judged_at_once() -> None:
    draw = random.Random(7)
    words = ["we", "will", "let's", "1.", "-", ",", "(", "not", "over", "`", "the", ":", "to"]
    for size in (10, 1_000, 200_000):
        assert outcome(" ".join(draw.choices(words, k=size))) in {"keep", "quarantine", "reject"}


def test_the_verdicts_are_the_golden_ones(golden: Golden) -> None:
    lines = []
    for text in CASES.read_text(encoding="utf-8").splitlines():
        verdict = judge_decision(DecisionCandidate(text))
        signs = " ".join(f"{sign.name}{sign.points:+d}" for sign in verdict.signs)
        rules = " ".join(finding.rule for finding in verdict.findings)
        lines.append(f"{text}\n  {verdict.outcome} {verdict.points} [{rules}] {signs}\n")
    golden("memory/decision-verdicts.txt", f"{verdict.version}\n\n{''.join(lines)}")


def test_weights_that_do_not_fit_the_scorer_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    shipped = weights.shipped().as_dict()
    for broken in ({}, {**shipped, "weights": {}}, {**shipped, "bias": 0.5}, []):
        file.write_text(json.dumps(broken), encoding="utf-8")
        with pytest.raises(RecordError, match="make it with `python -m audits"):
            weights.read(file)
