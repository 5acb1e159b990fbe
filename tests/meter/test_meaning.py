"""L2 and the two components that need an embedder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from netnew.embed.choice import load_embedder
from netnew.foundation.errors import SettingError
from netnew.meter.meter import Meter
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
