"""Tests 1 to 7 of spec 004, by their numbers, and A3's edge cases; then the default profile."""

from __future__ import annotations

import pytest

from netnew import FactInput, InputError, Netnew
from netnew.memory.memory import Memory


@pytest.fixture(params=["004", "default"])
def either(nn: Netnew, request: pytest.FixtureRequest) -> Memory:
    """Either profile: where the contents conflict, both supersede."""
    return nn.memory(agent_id="either", profile=request.param)


def test_01_a_new_fact_with_the_same_subject_supersedes_the_old_one(either: Memory) -> None:
    old = either.learn(FactInput("006 status", "006 status is PLANNED"))
    new = either.learn(FactInput("006 status", "006 is shipped"))
    assert new.outcome == "superseded"
    assert [fact.id for fact in either.facts.all()] == [new.id]
    assert new.fact is not None
    assert new.fact.supersedes == (old.id,)


def test_02_the_old_fact_is_inactive_and_names_its_successor(either: Memory) -> None:
    old = either.learn(FactInput("006 status", "006 status is PLANNED"))
    new = either.learn(FactInput("006 status", "006 is shipped"))
    found = either.facts.get(str(old.id))
    assert not found.active
    assert (found.state, found.superseded_by) == ("superseded", new.id)


def test_03_a_different_subject_does_not_supersede(either: Memory) -> None:
    either.learn(FactInput("006 status", "006 is planned"))
    assert either.learn(FactInput("007 status", "007 is planned")).outcome == "kept"
    assert len(either.facts.all()) == 2


@pytest.mark.parametrize("subject", [None, "", "   "])
def test_04_an_empty_subject_skips_supersession(either: Memory, subject: str | None) -> None:
    either.learn(FactInput(subject, "006 status is PLANNED"))
    either.learn(FactInput(subject, "006 is shipped"))
    assert len(either.facts.all()) == 2
    assert either.learn(FactInput(subject, "006 is shipped")).outcome == "confirmed"


def test_05_all_old_facts_with_the_same_subject_are_superseded(nn: Netnew) -> None:
    default = nn.memory(agent_id="both")
    first = default.learn(FactInput("service", "It is written in Go")).id
    second = default.learn(FactInput("service", "It runs in Frankfurt")).id
    new = nn.memory(agent_id="both", profile="004").learn(FactInput("service", "It was shut down"))
    assert new.fact is not None
    assert new.fact.supersedes == tuple(sorted((str(first), str(second))))
    assert [fact.id for fact in default.facts.all()] == [new.id]


def test_05_by_default_all_values_of_the_same_property_are_superseded(memory: Memory) -> None:
    moment = "2026-01-01T00:00:00Z"
    old = [
        memory.learn(FactInput("team", name, attribute="lead", observed_at=moment)).id
        for name in ("Ann", "Bob")
    ]
    new = memory.learn(FactInput("team", "Cy", attribute="lead", multi_valued=False))
    assert new.fact is not None
    assert new.fact.supersedes == tuple(sorted(map(str, old)))
    assert [fact.content for fact in memory.facts.all()] == ["Cy"]


def test_06_subjects_match_whatever_their_case(either: Memory) -> None:
    either.learn(FactInput("Rate Limit", "The limit is 100 requests"))
    assert either.learn(FactInput("rate limit", "The limit is 250 requests")).outcome == (
        "superseded"
    )


def test_07_a_superseded_fact_is_not_returned_in_search(either: Memory) -> None:
    old = either.learn(FactInput("rate limit", "The limit is 100 requests"))
    new = either.learn(FactInput("rate limit", "The limit is 250 requests"))
    assert [fact.id for fact in either.facts.search("how many requests")] == [new.id]
    assert "100" not in either.context("what is the limit of requests")
    asked = either.facts.search("how many requests", inactive=True)
    assert {fact.id for fact in asked} == {old.id, new.id}


def test_a3_lower_confidence_still_supersedes(either: Memory) -> None:
    either.learn(FactInput("limit", "The limit is 100 requests", confidence=0.9))
    new = either.learn(FactInput("limit", "The limit is 250 requests", confidence=0.1))
    assert new.outcome == "superseded"


def test_rc1_facts_in_other_words_supersede_by_subject_alone(letter: Memory) -> None:
    letter.learn(FactInput("owner", "Ann owns it"))
    assert letter.learn(FactInput("owner", "Bob looks after that now")).outcome == "superseded"


@pytest.mark.parametrize("profile", ["004", "default"])
def test_a_value_may_come_back(nn: Netnew, profile: str) -> None:
    memory = nn.memory(agent_id="back", profile=profile)
    says = ["The limit is 100 requests", "The limit is 250 requests", "The limit is 100 requests"]
    ids = [memory.learn(FactInput("api", text)).id for text in says]
    assert len(set(ids)) == 3
    assert [fact.id for fact in memory.facts.all()] == [ids[2]]


@pytest.mark.parametrize("profile", ["004", "default"])
def test_an_older_observation_is_kept_and_replaces_nothing(nn: Netnew, profile: str) -> None:
    memory = nn.memory(agent_id="late", profile=profile)
    newer = memory.learn(
        FactInput("api", "The limit is 250 requests", observed_at="2026-02-01T00:00:00Z")
    )
    older = memory.learn(
        FactInput("api", "The limit is 100 requests", observed_at="2026-01-01T00:00:00Z")
    )
    assert older.outcome == "late"
    assert older.fact is not None
    assert (older.fact.active, older.fact.superseded_by) == (False, newer.id)
    assert memory.facts.get(str(newer.id)).supersedes == (older.id,)
    assert [fact.id for fact in memory.facts.all()] == [newer.id]


def test_saying_it_again_counts_and_makes_no_row(memory: Memory) -> None:
    first = memory.learn(FactInput("api", "The limit is 100 requests"))
    again = memory.learn(FactInput("API", "the limit is 100 requests."))
    assert (again.outcome, again.id) == ("confirmed", first.id)
    assert again.fact is not None
    assert again.fact.confirmations == 2
    assert again.fact.last_seen_at > again.fact.learned_at
    assert len(memory.facts.all(inactive=True)) == 1


def test_another_number_is_no_repetition(memory: Memory) -> None:
    memory.learn(FactInput("health", "The API returns 200"))
    assert memory.learn(FactInput("health", "The API returns 500")).outcome != "confirmed"


def test_what_fits_together_stays_together(memory: Memory) -> None:
    memory.learn(FactInput("service", "It is written in Go"))
    assert memory.learn(FactInput("service", "It runs in Frankfurt")).outcome == "kept"
    assert len(memory.facts.all(subject="service")) == 2


def test_a_contradiction_keeps_both_and_flags_the_pair(memory: Memory) -> None:
    one = memory.learn(FactInput("cache", "The cache is shared between tenants"))
    two = memory.learn(FactInput("cache", "The cache is not shared between tenants"))
    assert two.outcome == "conflict"
    assert memory.facts.get(str(one.id)).conflicts_with == (two.id,)
    assert memory.facts.get(str(two.id)).conflicts_with == (one.id,)
    assert len(memory.facts.all()) == 2


def test_an_attribute_declared_to_take_several_values_keeps_them(memory: Memory) -> None:
    memory.learn(FactInput("team", "Ann", attribute="member", multi_valued=True))
    assert memory.learn(FactInput("team", "Bob", attribute="member")).outcome == "kept"
    memory.learn(FactInput("team", "Ann", attribute="lead"))
    assert memory.learn(FactInput("team", "Bob", attribute="lead")).outcome == "superseded"


def test_values_true_at_one_moment_teach_that_there_are_several(memory: Memory) -> None:
    moment = "2026-01-01T00:00:00Z"
    memory.learn(FactInput("team", "Ann", attribute="member", observed_at=moment))
    memory.learn(FactInput("team", "Bob", attribute="member", observed_at=moment))
    memory.learn(FactInput("team", "Cy", attribute="member"))
    assert [fact.content for fact in memory.facts.all()] == ["Ann", "Bob", "Cy"]


def test_the_same_key_gives_the_first_answer(memory: Memory) -> None:
    one = memory.learn(FactInput("api", "The limit is 100", key="k"))
    again = memory.learn(FactInput("api", "The limit is 100", key="k"))
    assert (again.id, again.outcome) == (one.id, "kept")
    assert memory.facts.get(str(one.id)).confirmations == 1
    with pytest.raises(InputError, match="another fact"):
        memory.learn(FactInput("api", "The limit is 200", key="k"))
