"""Vague or specific, owned or not."""

from __future__ import annotations

import pytest

from netnew.meter.actions import read_action

SPECIFIC = [
    "Run the load test", "Convert this into a 1-page facilitation checklist.", "Fix it",
    "Book the hall for 12 May", "Please order 40 chairs", "- [ ] Sign the lease",
    "2. Call the pharmacy", "See PR #12", "Have a look at src/main.py", "Try `make demo`",
    "Read https://example.org/plan", "Anna to obtain two quotes", "Obtain the board minutes",
    "The legal team will serve the notice", "Kim books the sports hall", "IT installs a router",
    "Follow up on OPS-412",
]  # fmt: skip
VAGUE = [
    "Consider running the tests", "Think about main.py", "Explore options for the venue",
    "Look into the failing build", "Investigate", "Maybe deploy on Friday", "We might send it",
    "It could potentially ship", "Possibly write a plan", "End.", "Circle back", "Keep talking",
    "We will see", "The build is broken", "Explore: https://example.org", "Decide",
]  # fmt: skip
NEITHER = [
    "Someone should do something about it",
    "Everybody keeps an open mind about the venue",
    "Continue the discussion in the next meeting",
]
OWNED = [
    ("@kim run the tests", "kim"), ("Owner: Sam, send the invoices", "Sam"),
    ("I will write the report", "I"), ("I’ll write the report", "I"),
    ("Assigned to Lee: update the docs", "Lee"), ("Anna to book the hall", "Anna"),
    ("Dr. Ito to call the pharmacy", "Dr. Ito"),
    ("The legal team to draft a reply", "The legal team"),
    ("Tom: print the flyers", "Tom"), ("Print the flyers (Jonas)", "Jonas"),
    ("Priya sends the list to legal by Tuesday", "Priya"),
]  # fmt: skip
OWNERLESS = [
    "Run the tests",
    "Need to book the hall",
    "Friday: send the form",
    "We will send the form",
    "Send the form to Kim",
    "Remember to send the form",
    "Next: send the form",
]


@pytest.mark.parametrize("text", SPECIFIC)
def test_a_specific_action(text: str) -> None:
    assert read_action(text).specificity == "specific"


@pytest.mark.parametrize("text", VAGUE)
def test_a_vague_action(text: str) -> None:
    assert read_action(text).specificity == "vague"


@pytest.mark.parametrize("text", NEITHER)
def test_an_action_that_is_neither(text: str) -> None:
    assert read_action(text).specificity == "neither"


@pytest.mark.parametrize(("text", "owner"), OWNED)
def test_an_owner_is_named(text: str, owner: str) -> None:
    found = read_action(text)

    assert (found.owner, found.specificity) == (owner, "specific")


@pytest.mark.parametrize("text", OWNERLESS)
def test_nobody_is_named(text: str) -> None:
    assert read_action(text).owner is None
