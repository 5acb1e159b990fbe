"""The steps of an expansion, in order, and which may follow which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, get_args

from netnew.foundation.errors import InputError

State = Literal[
    "open",
    "researched",
    "approved",
    "ratchet_verified",
    "archived",
    "applied_disabled",
    "enabling",
    "baseline_verified",
    "committed",
    "rejected",
    "rolled_back",
]
NEXT: dict[State, frozenset[State]] = {
    "open": frozenset({"researched", "rejected"}),
    "researched": frozenset({"researched", "approved", "rejected"}),
    "approved": frozenset({"ratchet_verified", "researched", "rejected"}),
    "ratchet_verified": frozenset({"archived"}),
    "archived": frozenset({"applied_disabled", "rolled_back"}),
    "applied_disabled": frozenset({"enabling", "baseline_verified", "rolled_back"}),
    "enabling": frozenset({"enabling", "baseline_verified", "rolled_back"}),
    "baseline_verified": frozenset({"committed", "rolled_back"}),
    "committed": frozenset(),
    "rejected": frozenset(),
    "rolled_back": frozenset(),
}
CLOSED = frozenset(state for state, following in NEXT.items() if not following)
# The harness file may hold our changes in these, so a rollback has something to restore.
IN_PROGRESS = frozenset(state for state, following in NEXT.items() if "rolled_back" in following)

FEWEST_RUNS = 6
TOO_MANY_FAILURES = Fraction(1, 2)


def moved(
    document: Mapping[str, Any], to: State, *, at: str, by: str, note: str = ""
) -> dict[str, Any]:
    """The expansion one step further; its history tells who took the step, and when.

    >>> start = {"expansion_id": "e", "state": "open", "history": []}
    >>> moved(start, "researched", at="now", by="ann")["state"]
    'researched'
    """
    state = state_of(document)
    if to not in NEXT[state]:
        following = ", ".join(sorted(NEXT[state])) or "nothing"
        raise InputError(
            f"expansion `{document['expansion_id']}` is {state} and cannot become {to}",
            f"after {state} comes {following}",
        )
    step = {"state": to, "at": at, "by": by, "note": note}
    return {**document, "state": to, "history": [*document["history"], step]}


def state_of(document: Mapping[str, Any]) -> State:
    """The state that a stored expansion is in."""
    states: dict[str, State] = {state: state for state in get_args(State)}
    return states[document["state"]]


def runs_for_each(tests: int) -> int:
    """How often each new test is run, so that together there are at least six runs.

    >>> runs_for_each(1), runs_for_each(4), runs_for_each(10)
    (6, 2, 1)
    """
    return -(-FEWEST_RUNS // tests) if tests else 0


def too_aggressive(outcomes: Sequence[bool]) -> bool:
    """Whether more than half of all runs of the new tests failed, once there are six.

    >>> too_aggressive([False] * 5), too_aggressive([False] * 4 + [True] * 2)
    (False, True)
    """
    failed = sum(not passed for passed in outcomes)
    return len(outcomes) >= FEWEST_RUNS and Fraction(failed, len(outcomes)) > TOO_MANY_FAILURES
