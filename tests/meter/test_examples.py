"""The calibration examples read as they say, in both profiles, and `calibrate` agrees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from netnew.foundation.errors import InputError
from netnew.meter.calibrate import calibrate_meter, wilson
from tests.meter.transcripts import last

FOLDER = Path(__file__).resolve().parents[2] / "examples/calibration"
# Section 7 of the specification.
SIGNALS = {
    "paraphrase-rounds": "SHIP",
    "exact-repeat": "SHIP",
    "low-novelty-high-readiness": "SHIP",
    "low-novelty-low-readiness": "ESCALATE",
    "high-novelty-low-readiness": "CONTINUE",
    "high-novelty-high-readiness": "CONTINUE",
    "blocker-present": "ESCALATE",
    "question-accumulation": "CONTINUE",
}


@pytest.mark.parametrize("profile", ["0.2", "0.3"])
@pytest.mark.parametrize("name", SIGNALS)
def test_a_calibration_example_reads_as_it_says(name: str, profile: str) -> None:
    document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    expected = document["_expected"]

    found = last(document["rounds"], profile)

    assert expected["signal"] == SIGNALS[name]
    assert found.signal == expected["signal"]
    assert found.recommendation.novelty == expected["novelty"]
    assert found.readiness.level == expected["readiness"]


def test_calibrate_finds_full_agreement_and_thresholds_that_hold_it() -> None:
    found = calibrate_meter(FOLDER)

    assert (found.total, found.agreeing) == (8, 8)
    assert found.confusion == {
        ("SHIP", "SHIP"): 3, ("ESCALATE", "ESCALATE"): 2, ("CONTINUE", "CONTINUE"): 3,
    }  # fmt: skip
    by_name = {suggestion.threshold: suggestion for suggestion in found.suggestions}
    assert by_name["novelty.low"].lowest <= 0.15 <= by_name["novelty.low"].highest
    assert by_name["novelty.l1_threshold"].lowest <= 0.6 <= by_name["novelty.l1_threshold"].highest


def test_calibrate_keeps_what_fits_as_well_as_any() -> None:
    rules = {"novelty": {"low": "0.123"}}
    found = calibrate_meter(FOLDER, policy=rules)

    values = {suggestion.threshold: suggestion.value for suggestion in found.suggestions}
    assert values == {
        "novelty.low": 0.123, "novelty.high": 0.5, "novelty.l1_threshold": 0.6,
        "readiness.high": 0.7, "readiness.medium": 0.4,
    }  # fmt: skip


def test_calibrate_names_what_differs(tmp_path: Path) -> None:
    document = json.loads((FOLDER / "exact-repeat.json").read_text(encoding="utf-8"))
    document["_expected"] = {"signal": "CONTINUE"}
    (tmp_path / "mine.json").write_text(json.dumps(document), encoding="utf-8")

    found = calibrate_meter(tmp_path)

    assert found.agreeing == 0
    assert found.confusion == {("CONTINUE", "SHIP"): 1}
    assert found.differing[0]["name"] == "mine"


@pytest.mark.needs("embedder")
def test_calibrate_suggests_a_threshold_for_an_embedder() -> None:
    from netnew.embed.choice import load_embedder

    found = calibrate_meter(FOLDER, embedder=load_embedder("wordllama"))

    assert found.suggestions[-1].threshold == "l2_thresholds.wordllama-256"


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (None, "no .json"),
        ("{}", "rounds"),
        ('{"rounds": []}', "_expected"),
        ('{"rounds": [], "_expected": {"signal": "GO"}}', "GO"),
        ('{"rounds": [], "_expected": {"mood": "good"}}', "_expected"),
        ("{", ":1"),
    ],
)
def test_a_folder_that_cannot_be_used_is_one_line(
    content: str | None, named: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "mine.json").write_text(content, encoding="utf-8")

    with pytest.raises(InputError) as caught:
        calibrate_meter(tmp_path)

    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_interval_of_a_share_holds_the_share() -> None:
    for hits, total in ((0, 5), (3, 5), (5, 5), (40, 100)):
        low, high = wilson(hits, total)
        assert 0 <= low <= hits / total <= high <= 1
