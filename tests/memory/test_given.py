"""What is given to a memory is checked at its door, in Python as anywhere."""

from __future__ import annotations

import pytest

from netnew import InputError, TurnInput, TurnResult
from netnew.memory.memory import Memory


def test_what_is_no_record_is_refused_with_an_example(memory: Memory) -> None:
    turn = memory.pre_turn(TurnInput("Which one?"))
    calls = {
        "FactInput": lambda: memory.learn("a text"),
        "DecisionInput": lambda: memory.record_decision({"text": "x"}),
        "TurnInput": lambda: memory.pre_turn("hello"),
        "TurnResult": lambda: memory.post_turn(turn, "an answer"),
        "TurnContext": lambda: memory.post_turn("turn", TurnResult("an answer")),
    }
    for name, call in calls.items():
        with pytest.raises(InputError, match=f"is no {name}; write "):
            call()
