"""L2 and the two components that need an embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from netnew.embed.choice import load_embedder
from netnew.foundation.errors import SettingError
from netnew.meter.meter import Meter
from netnew.meter.prototypes import BLOCKED, NEUTRAL, OPEN
from tests.meter.transcripts import TOPICS, last, read, rounds


class Topics:
    """An embedder whose rows are written by hand: one axis a topic, a little of the length."""

    model_id = "topics"
    implementation_version = "topics/1"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), 3), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0 if "pump" in text else 1 if "ferry" in text else 2] = 1
        return rows


CALIBRATED = {"l2_thresholds": {"topics": "0.9"}}


def test_like_meanings_are_no_news() -> None:
    items = rounds({"claims": ["The pump is loud."]}, {"claims": ["A noisy pump disturbs us all."]})

    assert last(items).novelty.new_claims == 1
    found = last(items, embedder=Topics(), policy=CALIBRATED).novelty
    assert (found.new_claims, found.new_by_level) == (0, {"L0": 1, "L1": 1, "L2": 0})


def test_a_changed_value_is_new_at_this_level_too() -> None:
    items = rounds(
        {"claims": ["The pump makes 40 rounds a minute."]},
        {"claims": ["Sixty rounds a minute does the pump make."]},
    )

    found = last(items, embedder=Topics(), policy=CALIBRATED)

    assert found.novelty.new_claims == 1
    assert found.structural_agreement == 1.0


def test_the_components_are_null_without_an_embedder_and_numbers_with_one() -> None:
    items = rounds(
        {"claims": ["The pump is loud.", "The ferry is late."]},
        {"claims": ["A noisy pump disturbs us all.", TOPICS[2]]},
    )

    without = last(items).as_dict()["components"]
    with_one = last(items, embedder=Topics(), policy=CALIBRATED).as_dict()["components"]

    assert (without["semantic_similarity"], without["structural_agreement"]) == (None, None)
    assert with_one["semantic_similarity"] == 0.5
    assert with_one["structural_agreement"] == 0.0
    assert with_one["novelty_rate_L2"] == 0.5


def test_a_model_without_a_threshold_says_how_to_get_one() -> None:
    with pytest.raises(SettingError, match="meter calibrate") as caught:
        Meter(embedder=Topics())

    assert "\n" not in str(caught.value)


def test_a_saved_state_remembers_the_embedder() -> None:
    items = rounds(
        {"claims": ["The pump is loud."]}, {"claims": TOPICS[2:4]}, {"claims": ["A pump hums."]}
    )
    meter = Meter(policy=CALIBRATED, embedder=Topics())
    for item in items[:2]:
        meter.observe(item)

    resumed = Meter.resume(meter.state(), policy=CALIBRATED, embedder=Topics())

    assert resumed.observe(items[2]).as_dict() == meter.observe(items[2]).as_dict()


@pytest.mark.needs("embedder")
def test_the_offline_embedder_scores_a_transcript_the_same_each_time() -> None:
    items = rounds({"claims": TOPICS[:4]}, {"claims": [f"Well, {t}" for t in TOPICS[:4]]})
    embedder = load_embedder("wordllama")

    first, second = (read(items, embedder=embedder)[-1].as_dict() for _ in range(2))

    assert first == second
    assert first["novelty_by_round"][1]["new_claims_L2"] == 0


class Signs:
    """An embedder with one axis for words of blockers, one for words of doubt, one for the rest."""

    model_id = "signs"
    implementation_version = "signs/1"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), 3), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            blocked, doubtful = text in BLOCKED or "tied" in text, text in OPEN or "unclear" in text
            row[0 if blocked else 1 if doubtful else 2] = 1
        return rows


SIGNS = {
    "l2_thresholds": {"signs": "1"},
    "blocker_thresholds": {"signs": "0.5"},
    "question_thresholds": {"signs": "0.5"},
}
ACTION = ["Run the pump in hall three"]


def warned(claims: Sequence[str], policy: Mapping[str, Any] = SIGNS, **outputs: Any) -> list[str]:
    items = rounds({"claims": claims, "next_actions": ACTION, **outputs})
    return [warning.code for warning in last(items, embedder=Signs(), policy=policy).warnings]


def test_a_blocker_among_the_claims_is_found_by_its_meaning() -> None:
    claims = ["Their hands are tied", TOPICS[0]]
    items = rounds({"claims": claims, "next_actions": ACTION})

    found = last(items, embedder=Signs(), policy=SIGNS)

    texts = [warning.text for warning in found.warnings if warning.code == "blocker_evasion"]
    assert len(texts) == 1
    assert "Their hands are tied" in texts[0]
    assert found.readiness == last(items).readiness
    assert found.signal == last(items).signal


def test_an_open_question_among_the_claims_is_found_by_its_meaning() -> None:
    assert "question_suppression" in warned(["The owner is unclear"])
    assert "question_suppression" not in warned(["The owner is unclear"], open_questions=["Who?"])


def test_what_is_said_in_its_field_is_no_evasion() -> None:
    assert "blocker_evasion" not in warned(
        ["Their hands are tied"], open_questions=["Blocked by the vendor"]
    )
    assert "blocker_evasion" not in warned(["Their hands are tied"], next_actions=[])


def test_ordinary_claims_and_observations_are_of_no_kind() -> None:
    assert warned([TOPICS[0], "obs:tied and unclear"]) == ["premature_readiness"]


def test_a_model_without_thresholds_of_kinds_warns_of_none() -> None:
    known = {"l2_thresholds": {"signs": "1"}}

    assert warned(["Their hands are tied", "The owner is unclear"], known) == [
        "premature_readiness"
    ]


def test_the_prototypes_are_different_and_found_by_no_question_mark() -> None:
    every = [*BLOCKED, *OPEN, *NEUTRAL]

    assert len(set(every)) == len(every)
    assert not any("?" in text for text in every)


@pytest.mark.needs("embedder")
def test_the_offline_embedder_finds_what_no_listed_word_gives_away() -> None:
    claims = ["Our hands are tied as long as the owner does not act.", TOPICS[1]]
    items = rounds({"claims": claims, "next_actions": ACTION})

    found = last(items, embedder=load_embedder("wordllama")).warnings

    assert [each.code for each in found if claims[0] in each.text] == ["blocker_evasion"]
    assert not any(TOPICS[1] in each.text for each in found)
