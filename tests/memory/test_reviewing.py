"""Votes on what was held, and what else becomes of it meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

import netnew

TEXT = "The parser fails on nested quotes."


class Held(NamedTuple):
    """A fact that waits for a person."""

    nn: netnew.Netnew
    memory: netnew.Memory
    fact_id: str
    item_id: str

    def approve(self) -> None:
        self.nn.review.approve(self.item_id, reviewer="ann", kind="human", reason="Seen it.")

    def withdraw(self) -> None:
        self.nn.review.undo(self.item_id, reviewer="ann")

    def learn_again(self) -> None:
        self.memory.learn(netnew.FactInput("parser", TEXT))

    @property
    def states(self) -> tuple[str, str]:
        fact, item = self.memory.facts.get(self.fact_id), self.nn.review.show(self.item_id)
        return fact.state, item.state


@pytest.fixture
def held() -> Iterator[Held]:
    with netnew.connect("sqlite://") as nn:
        memory = nn.memory(agent_id="a")
        fact = memory.learn(netnew.FactInput("parser", TEXT, hold=True)).fact
        (item,) = nn.review.list()
        yield Held(nn, memory, fact.id, item.item_id)


def test_a_vote_taken_back_takes_back_what_it_did_and_nothing_else(held: Held) -> None:
    held.approve()
    held.learn_again()

    with pytest.raises(netnew.ConflictError, match="changed since"):
        held.withdraw()

    assert held.states == ("active", "approved")


def test_a_vote_can_be_taken_back_after_its_doing_was_undone(held: Held) -> None:
    held.approve()
    held.memory.undo(held.fact_id)
    assert held.states == ("quarantined", "approved")

    held.withdraw()
    assert held.states == ("quarantined", "waiting")

    held.approve()
    assert held.states == ("active", "approved")


def test_a_vote_on_what_was_undone_is_a_conflict(held: Held) -> None:
    held.memory.undo(held.fact_id)

    with pytest.raises(netnew.ConflictError, match="is undone by now"):
        held.approve()


def test_an_agent_has_no_vote_on_what_it_submitted_and_a_person_has(held: Held) -> None:
    assert held.nn.review.show(held.item_id).submitted_by == "a"
    with pytest.raises(netnew.ConflictError, match="`a` submitted"):
        held.nn.review.approve(held.item_id, reviewer="A", kind="human", reason="Mine.")

    held.approve()

    assert held.states == ("active", "approved")
