from __future__ import annotations

from collections.abc import Iterator

import pytest

from netnew import Netnew, Settings, connect
from netnew.memory.memory import Memory
from tests.memory.times import Hand


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def nn(clock: Hand) -> Iterator[Netnew]:
    with connect("sqlite://", settings=Settings(), clock=clock) as opened:
        yield opened
        assert all(not faults for faults in opened.ledger.verify().values())


@pytest.fixture
def letter(nn: Netnew) -> Memory:
    """To the letter of `004`."""
    return nn.memory(agent_id="letter", profile="004")


@pytest.fixture
def memory(nn: Netnew) -> Memory:
    return nn.memory(agent_id="a1")
