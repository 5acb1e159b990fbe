"""One round at a time, all at once, or saved and resumed: always the same answer."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netnew.foundation.errors import InputError
from netnew.meter.meter import Meter, score_transcript
from tests import soak
from tests.meter.transcripts import TOPICS, read, round_, transcript

EXAMPLES = soak.amount(300, 10_000)
WORDS = (
    "pump kiln ferry not 3 30 ms s add remove the a under Monday ship ship. Ship! blocked".split()
)
claim = st.lists(st.sampled_from(WORDS), min_size=0, max_size=7).map(" ".join)
texts = st.lists(claim, max_size=4)
outputs = st.fixed_dictionaries(
    {"claims": texts},
    optional={"open_questions": texts, "next_actions": texts, "decisions": texts},
)
conversations = st.lists(outputs, min_size=1, max_size=8).map(
    lambda items: [round_(number, **each) for number, each in enumerate(items, 1)]
)
profiles = st.sampled_from(["0.2", "0.3"])


@pytest.mark.soak
@settings(max_examples=EXAMPLES, deadline=None)
@given(conversations, profiles)
def test_a_reading_is_the_score_of_the_rounds_so_far(
    items: list[dict[str, Any]], profile: str
) -> None:
    readings = read(items, profile)

    for count in {1, len(items) // 2 or 1, len(items)}:
        whole = score_transcript(transcript(items[:count]), profile=profile)
        assert readings[count - 1].as_dict() == whole


@pytest.mark.soak
@settings(max_examples=EXAMPLES // 3, deadline=None)
@given(conversations, profiles, st.integers(0, 8))
def test_a_saved_state_goes_on_as_if_nothing_had_happened(
    items: list[dict[str, Any]], profile: str, cut: int
) -> None:
    before, after = items[:cut], items[cut:]
    meter = Meter(profile)
    for item in before:
        meter.observe(item)

    resumed = Meter.resume(json.loads(json.dumps(meter.state())), profile=profile)

    for item in after:
        assert resumed.observe(item).as_dict() == meter.observe(item).as_dict()


def test_a_verdict_is_the_reading_without_its_rounds() -> None:
    reading = read([round_(1, TOPICS[:2]), round_(2, TOPICS[:2])])[-1]
    whole, verdict = reading.as_dict(), reading.as_verdict()

    assert verdict == {key: whole[key] for key in verdict}
    assert not any(key.endswith("_by_round") for key in verdict)


def test_a_state_of_other_rules_is_refused() -> None:
    meter = Meter("0.2")

    with pytest.raises(InputError, match="policy_hash"):
        Meter.resume(meter.state(), profile="0.3")


def test_a_faulty_round_changes_nothing() -> None:
    meter = Meter()
    first = meter.observe(round_(1, TOPICS[:2])).as_dict()

    for bad in (
        {"round": 1, "outputs": {"claims": []}},
        {"round": 2},
        {"round": 2, "outputs": {"claims": [1]}},
    ):
        with pytest.raises(InputError):
            meter.observe(bad)

    again = meter.observe(round_(2, TOPICS[:3])).as_dict()
    assert first["novelty_by_round"] == again["novelty_by_round"][:1]
    assert again["novelty_by_round"][1]["new_claims"] == 1


def test_no_answer_depends_on_the_hash_seed_or_the_locale() -> None:
    code = (
        "import json; from netnew.meter.meter import score_transcript\n"
        "rounds = [{'round': i, 'outputs': {'claims': ['the kiln cracks above cone %d' % (i % 3),"
        " 'İstanbul kiln', 'ß kiln'], 'next_actions': ['Run it']}} for i in range(1, 9)]\n"
        "print(json.dumps(score_transcript({'rounds': rounds})))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True,
            env={"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONUTF8": "1"},
        ).stdout
        for seed, locale in product(("0", "1", "424242"), ("C", "tr_TR.UTF-8"))
    }  # fmt: skip

    assert len(answers) == 1
