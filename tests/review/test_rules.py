"""Quorums count distinct people and distinct agents, and nobody votes on what is his own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew import InputError, ReviewItem, Vote
from netnew.review.rules import ReviewerKind, Verdict, voted, withdrawn

BOTH = ReviewItem("item", "orphan", "kgr", min_humans=1, min_agents=2, submitted_by="Ann")


def vote(who: str, kind: ReviewerKind = "human", verdict: Verdict = "approve") -> Vote:
    return Vote(who, kind, verdict, "seen")


def with_votes(*votes: Vote) -> ReviewItem:
    item = BOTH
    for one in votes:
        item = voted(item, one)
    return item


def test_people_and_agents_must_both_be_enough() -> None:
    assert with_votes(vote("bob")).state == "waiting"
    assert with_votes(vote("bob"), vote("b1", "agent")).state == "waiting"
    assert with_votes(vote("bob"), vote("b1", "agent"), vote("b2", "agent")).state == "approved"


def test_an_agent_never_counts_as_a_person() -> None:
    agents = [vote(f"b{n}", "agent") for n in range(5)]
    assert with_votes(*agents).state == "waiting"
    assert with_votes(*agents).approvals("human") == 0


@pytest.mark.parametrize("again", ["bob", "Bob", "  bob ", "BOB"])
def test_a_person_counts_once_however_the_name_is_typed(again: str) -> None:
    with pytest.raises(InputError, match="has voted"):
        with_votes(vote("bob"), vote(again))


def test_one_identity_is_not_a_person_and_an_agent() -> None:
    with pytest.raises(InputError, match="has voted"):
        with_votes(vote("bob"), vote("bob", "agent"))


@pytest.mark.parametrize("name", ["Ann", "ann", " ANN"])
def test_nobody_approves_what_they_submitted(name: str) -> None:
    with pytest.raises(InputError, match="cannot review it"):
        with_votes(vote(name))


def test_one_rejection_closes_the_item() -> None:
    rejected = with_votes(vote("bob", verdict="reject"))
    assert rejected.state == "rejected"
    with pytest.raises(InputError, match="is rejected already"):
        voted(rejected, vote("carl"))


def test_undo_brings_back_what_was_before_the_vote() -> None:
    one = with_votes(vote("bob"))
    assert withdrawn(voted(one, vote("carl", verdict="reject")), "carl") == one
    with pytest.raises(InputError, match="has not voted"):
        withdrawn(one, "dora")


@pytest.mark.parametrize(
    "bad",
    [
        Vote("", "human", "approve", "x"),
        Vote("bob", "human", "approve", " "),
        Vote("bob\ud800", "human", "approve", "x"),
        Vote("bob", "human", "approve", "x\ud800"),
    ],
    ids=ascii,
)
def test_a_vote_needs_a_name_and_a_reason(bad: Vote) -> None:
    with pytest.raises(InputError):
        voted(BOTH, bad)


@given(st.permutations([("bob", "human"), ("b1", "agent"), ("b2", "agent")]))
def test_the_order_of_votes_does_not_matter(order: list[tuple[str, ReviewerKind]]) -> None:
    assert with_votes(*(vote(who, kind) for who, kind in order)).state == "approved"
