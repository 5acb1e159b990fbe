"""Weights made of people's verdicts: a memory that has them judges, and replays, by them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from netnew import DecisionInput, FactInput, FileUnreadableError, Netnew, TurnInput, TurnResult
from netnew.memory.memory import Memory
from netnew.memory.scoring.weights import shipped

PHRASE = "Postgres for the session store"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Weights that keep whatever no rule speaks against."""
    file = tmp_path / "mine-1.json"
    told = {**shipped().as_dict(), "version": "mine-1", "keep_at": -9000, "reject_below": -9001}
    file.write_text(json.dumps(told), encoding="utf-8")
    return file


def outcome(memory: Memory) -> str:
    turn = memory.pre_turn(TurnInput("Which store?", frame="decision"))
    report = memory.post_turn(turn, TurnResult(PHRASE))
    assert report.recorded is not None
    return report.recorded.outcome


def test_turns_are_judged_by_the_weights_that_the_memory_has(nn: Netnew, mine: Path) -> None:
    own = nn.memory(agent_id="own", weights=mine)

    assert (outcome(own), outcome(nn.memory(agent_id="other"))) == ("kept", "quarantined")

    (kept,) = own.decisions.all()
    assert kept.verdict["version"].endswith("+mine-1")
    advised = own.record_decision(DecisionInput(PHRASE)).decision
    assert advised is not None
    assert advised.verdict["version"].endswith("+mine-1")


def test_a_replay_needs_the_weights_that_judged(nn: Netnew, mine: Path) -> None:
    own = nn.memory(agent_id="own", weights=mine)
    outcome(own)

    assert [one.agrees for one in own.replay()] == [True]
    assert list(nn.memory(agent_id="own").replay()) == []


def test_a_file_of_weights_that_is_not_there_is_named(nn: Netnew) -> None:
    with pytest.raises(FileUnreadableError, match=r"gone\.json cannot be read"):
        nn.memory(agent_id="own", weights="gone.json")


def test_a_replay_passes_over_facts_that_other_rules_learned(
    nn: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = nn.memory(agent_id="a1")
    with monkeypatch.context() as older:
        older.setattr("netnew.memory.facts.VERSIONS", ["learning/1", "fact-relation/1"])
        memory.learn(FactInput("api", "The API allows 100 requests"))
    memory.learn(FactInput("api", "The API allows 250 requests"))

    assert [one.agrees for one in memory.replay()] == [True]
