"""Blockers in natural words, and words that only look like blockers."""

from __future__ import annotations

import pytest

from netnew.meter.blockers import find_blocker
from netnew.meter.lexicons import BLOCKERS, BLOCKERS_LISTED

LISTED = [
    "We are blocked on legal", "Blocker: no budget", "Two blockers are left",
    "Waiting on the vendor", "Everything depends on the audit", "I need access to the vault",
    "We need permission from the landlord", "can't proceed without keys",
    "Can’t proceed without keys", "Prerequisite: a signed form", "Prerequisites are unclear",
    "Credentials are missing", "Which keys are missing?", "Work goes on once the blocker is gone",
    "Not sure what is missing", "No decision yet, waiting on legal",
]  # fmt: skip
FURTHER = [
    "Still waiting for the landlord", "We cannot start until the permit is issued",
    "Nothing can move until the board votes", "Lacking permission from the council",
    "We don't have access to the database", "No access to the ward list",
    "We are depending on the supplier", "The order is pending approval", "The launch is on hold",
    "We're unable to proceed with the survey", "They can’t move forward with the plan",
    "Roadblock: the grant",
]  # fmt: skip
FREE = [
    "No blockers", "There are no open blockers", "Unblocked since noon",
    "Nothing is missing any more",
    "Nothing missing", "We are not blocked", "It isn't blocked by anything", "Blockers: none",
    "No longer waiting on legal", "Nobody is waiting on us", "Without any prerequisites",
    "All prerequisites are met", "The blocker has been resolved", "We don't need access",
    "No approval needed", "No more missing parts", "Choose a tent depending on the weather",
    "The dismissing tone of the memo",
]  # fmt: skip


@pytest.mark.parametrize("text", LISTED)
@pytest.mark.parametrize("lexicon", [BLOCKERS_LISTED, BLOCKERS])
def test_a_listed_blocker_is_found_in_both_fields(text: str, lexicon: object) -> None:
    assert lexicon in (BLOCKERS_LISTED, BLOCKERS)
    assert find_blocker([text], [], lexicon)  # type: ignore[arg-type]
    assert find_blocker([], [text], lexicon)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", FURTHER)
def test_a_blocker_in_other_words_is_found_by_the_full_lexicon_alone(text: str) -> None:
    assert find_blocker([text], [], BLOCKERS)
    assert not find_blocker([text], [], BLOCKERS_LISTED)


@pytest.mark.parametrize("text", FREE)
def test_what_is_denied_or_only_looks_alike_blocks_nothing(text: str) -> None:
    assert find_blocker([text], [text], BLOCKERS) is None


@pytest.mark.parametrize(
    "action",
    [
        "Add the missing tests",
        "Write the missing chapter",
        "Send Kim the missing pages",
        "Merge the pending branch",
    ],
)
def test_missing_work_is_work(action: str) -> None:
    assert find_blocker([], [action], BLOCKERS) is None


def test_the_phrase_and_its_sentence_are_the_evidence() -> None:
    found = find_blocker(["Who signs?", "We wait for the council"], [], BLOCKERS)

    assert found is not None
    assert (found.phrase, found.text) == ("wait for", "We wait for the council")


def test_a_policy_may_add_phrases() -> None:
    from tests.meter.transcripts import last, rounds

    stuck = {"claims": ["The kiln is cold."], "next_actions": ["Run it after the embargo lifts"]}
    policy = {"readiness": {"more_blockers": ["embargo"]}}

    found = last(rounds(stuck, stuck), policy=policy)

    assert (found.signal, found.readiness.blocked_by) == ("ESCALATE", "embargo")
