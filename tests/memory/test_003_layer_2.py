"""Layer 2 of spec 003: what was decided just now is not decided again, and its edges."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from netnew import DecisionInput, Netnew, TurnInput, TurnResult
from netnew.kernel.int8 import quantize
from netnew.memory.memory import Memory
from netnew.memory.recent import ALIKE, WINDOW, Earlier, repeated
from tests.memory.times import Hand

KEEP = {"outcome": "keep"}
SAID = "Use Redis for the cache of the session store"


@pytest.fixture(params=["004", "default"])
def memory(nn: Netnew, request: pytest.FixtureRequest) -> Memory:
    return nn.memory(agent_id="a1", profile=request.param)


def decided(memory: Memory, text: str = SAID, session: str = "s1") -> str:
    return memory.decisions.admit(DecisionInput(text, session_id=session), KEEP).outcome


class Angle:
    """Vectors in a plane: the last word of a text is the cosine to the first axis, in percent."""

    model_id = "angle-2"
    implementation_version = "angle/1"

    def embed(self, texts: list[str]) -> np.ndarray:
        cosines = np.array([int(text.split()[-1]) / 100 for text in texts])
        return np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1).astype(np.float32)


def test_the_numbers_are_those_of_the_spec() -> None:
    assert timedelta(minutes=5) == WINDOW
    assert float(ALIKE) == 0.85


def test_2_1_a_duplicate_creates_no_decision(memory: Memory) -> None:
    assert (decided(memory), decided(memory)) == ("kept", "duplicate")
    assert len(memory.decisions.all(inactive=True)) == 1


def test_2_2_it_is_scoped_to_the_session(memory: Memory) -> None:
    assert (decided(memory), decided(memory, session="s2")) == ("kept", "kept")


def test_2_3_it_is_scoped_to_the_agent(nn: Netnew, memory: Memory) -> None:
    decided(memory)
    assert decided(nn.memory(agent_id="a2")) == "kept"


@pytest.mark.parametrize(
    ("minutes", "microseconds", "outcome"), [(4, 0, "duplicate"), (5, 1, "kept")]
)
def test_2_4_the_window_is_five_minutes(
    memory: Memory, clock: Hand, minutes: int, microseconds: int, outcome: str
) -> None:
    decided(memory)
    clock.move(minutes=minutes, microseconds=microseconds)
    assert decided(memory) == outcome


@pytest.mark.parametrize(("cosine", "same"), [(84, False), (86, True)])
def test_2_5_meanings_are_the_same_from_0_85_on(cosine: int, same: bool) -> None:
    first, second = quantize(Angle().embed(["100", str(cosine)]))
    found = repeated("whatever", second, [Earlier("d1", "something else", first)])
    assert (found is not None) is same
    assert found is None or found.rule == "same-meaning"


def test_2_6_with_an_embedder_a_paraphrase_is_a_duplicate(nn: Netnew) -> None:
    class Toy:
        model_id = "toy-2"
        implementation_version = "toy/1"

        def embed(self, texts: list[str]) -> np.ndarray:
            return np.array(
                [[1.0, 0.0] if "automobile" in text or "car" in text else [0.0, 1.0]
                 for text in texts], np.float32,
            )  # fmt: skip

    memory = nn.memory(agent_id="a1", embedder=Toy())
    assert decided(memory, "Buy the automobile") == "kept"
    assert decided(memory, "Get that car") == "duplicate"
    assert decided(memory, "Sell the boat") == "kept"


@pytest.mark.parametrize(("of_twenty", "same"), [(16, False), (17, True)])
def test_2_7_without_an_embedder_keywords_are_the_same_from_0_85_on(
    of_twenty: int, same: bool
) -> None:
    words = [chr(ord("a") + at) * 3 for at in range(20)]
    other = words[:of_twenty] + [f"other{word}" for word in words[of_twenty:]]
    found = repeated(" ".join(other), None, [Earlier("d1", " ".join(words))])
    assert (found is not None) is same
    assert found is None or found.rule == "same-words"


def test_2_8_a_decision_without_a_vector_falls_back_to_keywords() -> None:
    (vector,) = quantize(Angle().embed(["100"]))
    found = repeated(SAID, vector, [Earlier("d1", SAID)])
    assert found is not None
    assert found.rule == "same-words"


@pytest.mark.parametrize(
    "other",
    [
        "Do not use Redis for the cache of the session store",
        "Use Redis 7 for the cache of the session store",
        "Use Redis for the cache of the session store from 2026-05-01",
    ],
)
def test_2_9_another_value_or_a_denial_is_no_duplicate_in_either_channel(other: str) -> None:
    first, second = quantize(Angle().embed(["100", "100"]))
    assert repeated(other, None, [Earlier("d1", SAID)]) is None
    assert repeated(other, second, [Earlier("d1", SAID, first)]) is None


def test_2_10_only_what_is_active_suppresses(memory: Memory) -> None:
    first = memory.decisions.admit(DecisionInput(SAID, session_id="s1"), KEEP)
    memory.undo(str(first.id))
    assert decided(memory) == "kept"


def test_2_11_the_latest_of_several_is_the_one_that_is_named() -> None:
    found = repeated(SAID, None, [Earlier("d1", SAID), Earlier("d2", SAID)])
    assert found is not None
    assert found.item_id == "d2"


def test_2_12_the_start_of_a_turn_asks_first_and_creates_nothing(memory: Memory) -> None:
    decided(memory)
    turn = memory.pre_turn(TurnInput(SAID, frame="decision", session_id="s1"))
    memory.post_turn(turn, TurnResult(SAID, confidence=0.9))
    assert (turn.deliberating, turn.duplicate_of) == (False, memory.decisions.all()[0].id)
    assert len(memory.decisions.all(inactive=True)) == 1


def test_2_13_record_decision_is_never_taken_for_a_duplicate(memory: Memory) -> None:
    decided(memory)
    assert memory.record_decision(DecisionInput(SAID, session_id="s1")).outcome == "kept"


def test_2_14_a_suppressed_duplicate_is_recorded_with_its_numbers(
    nn: Netnew, memory: Memory
) -> None:
    decided(memory)
    decided(memory)
    row = list(nn.ledger.rows("memory/a1"))[-1]
    assert row.kind == "memory.decision_repeated"
    assert (row.body["rule"], row.body["score"], row.body["threshold"]) == ("same-words", 1, 0.85)
