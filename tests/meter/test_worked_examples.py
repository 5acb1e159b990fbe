"""Appendices A and B of the specification, to the printed digit, in both profiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from netnew.meter.meter import score_transcript
from tests.conftest import Golden
from tests.meter.transcripts import read, transcript

ROOT = Path(__file__).resolve().parents[2]
PROFILES = ("0.2", "0.3")


@pytest.fixture(scope="module")
def meeting() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(
        (ROOT / "examples/meeting-stop.json").read_text(encoding="utf-8")
    )
    return document


@pytest.mark.parametrize("profile", PROFILES)
def test_appendix_a_table(meeting: dict[str, Any], profile: str) -> None:
    rows = score_transcript(meeting, profile=profile)["novelty_by_round"]

    table = [(r["round"], r["claims"], r["new_claims_L0"], r["novelty_rate_L0"]) for r in rows]

    assert table == [
        (1, 4, 4, 1.0),
        (2, 3, 1, 0.25),
        (3, 3, 1, 0.25),
        (4, 3, 1, 0.25),
        (5, 1, 0, 0.0),
        (6, 2, 0, 0.0),
    ]


@pytest.mark.parametrize("profile", PROFILES)
def test_appendix_a_round_six_ships_with_a_caveat(meeting: dict[str, Any], profile: str) -> None:
    score = score_transcript(meeting, profile=profile)

    assert score["components"]["action_readiness"] == 0.65
    assert score["components"]["action_readiness_detail"] == {
        "next_actions_score": 0.3,
        "open_questions_score": 1.0,
        "blocker_score": 1.0,
    }
    stop = score["stop_recommendation"]
    assert stop["signal"] == "SHIP"
    assert stop["novelty_classification"] == "LOW"
    assert stop["readiness_classification"] == "MEDIUM"
    assert stop["k_consecutive_low_novelty"] == 2
    assert stop["caveat"]
    assert score["score"] == 1.0


@pytest.mark.parametrize("profile", PROFILES)
def test_appendix_b_round_four_goes_on_for_one_more_round(
    meeting: dict[str, Any], profile: str
) -> None:
    score = score_transcript(transcript(meeting["rounds"][:4]), profile=profile)

    assert score["components"]["novelty_rate_L0"] == 0.25
    assert score["components"]["action_readiness"] == 0.85
    assert score["components"]["action_readiness_detail"] == {
        "next_actions_score": 0.7,
        "open_questions_score": 1.0,
        "blocker_score": 1.0,
    }
    stop = score["stop_recommendation"]
    assert (stop["signal"], stop["novelty_classification"]) == ("CONTINUE", "MEDIUM")
    assert stop["readiness_classification"] == "HIGH"
    assert "one more round" in stop["caveat"].lower()


def test_appendix_b_flips_at_round_five_in_the_adaptive_profile(meeting: dict[str, Any]) -> None:
    signals = [reading.signal for reading in read(meeting["rounds"], "0.3")]

    assert signals == ["CONTINUE"] * 4 + ["SHIP", "SHIP"]


def test_the_letter_waits_for_the_second_low_round(meeting: dict[str, Any]) -> None:
    signals = [reading.signal for reading in read(meeting["rounds"], "0.2")]

    assert signals == ["CONTINUE"] * 5 + ["SHIP"]


@pytest.mark.parametrize("profile", PROFILES)
def test_the_whole_reading_is_the_golden_one(
    meeting: dict[str, Any], profile: str, golden: Golden
) -> None:
    score = score_transcript(meeting, profile=profile)

    golden(f"meter/meeting-stop.{profile}.json", json.dumps(score, indent=1) + "\n")
