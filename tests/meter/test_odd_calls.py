"""What Python hands over by mistake: one readable line, and no state that is half right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from netnew.foundation.errors import InputError, SettingError
from netnew.meter.meter import Meter, score_transcript
from tests.meter.transcripts import TOPICS, round_, transcript

ROUNDS = [
    round_(number, TOPICS[:number], next_actions=["Run the pump"], open_questions=["Who pays?"])
    for number in (1, 2, 3)
]
JUNK: tuple[Any, ...] = (
    None, 3, -1, 2**70, 0.5, True, "x", [], [[]], [3], ["x"], {}, {"round": 1}, {"outputs": 3},
)  # fmt: skip


def saved() -> dict[str, Any]:
    meter = Meter()
    for item in ROUNDS:
        meter.observe(item)
    state: dict[str, Any] = json.loads(json.dumps(meter.state()))
    return state


PLACES = [
    (key, inner)
    for key, value in saved().items()
    for inner in (None, *(value if isinstance(value, dict) else ()))
]


def test_a_policy_that_is_none_is_named() -> None:
    with pytest.raises(SettingError, match="the policy of the meter is 'foo'; give a table"):
        score_transcript(transcript(ROUNDS), policy="foo")  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["wordllama", object(), 3])
def test_an_embedder_that_is_none_is_named(given: Any) -> None:
    with pytest.raises(SettingError, match="is no embedder; give one"):
        score_transcript(transcript(ROUNDS), embedder=given)


@pytest.mark.parametrize("state", [None, [], "state", 3])
def test_a_state_that_is_none_is_named(state: Any) -> None:
    with pytest.raises(InputError, match="the saved state is "):
        Meter.resume(state)


@pytest.mark.parametrize(("key", "inner"), PLACES)
def test_a_state_with_a_part_missing_is_refused(key: str, inner: str | None) -> None:
    state = saved()
    del (state if inner is None else state[key])[inner or key]
    if key == "embedder":
        Meter.resume(state)
        return

    with pytest.raises(InputError, match="the saved state"):
        Meter.resume(state)


@pytest.mark.parametrize(("key", "inner"), PLACES)
def test_a_state_with_junk_in_it_is_refused_or_goes_on(key: str, inner: str | None) -> None:
    for junk in JUNK:
        state = saved()
        (state if inner is None else state[key])[inner or key] = junk
        meter = resumed(state)
        if meter is not None:
            meter.observe(round_(9, TOPICS[:4])).as_dict()


def resumed(state: Any) -> Meter | None:
    try:
        return Meter.resume(state)
    except InputError:
        return None
