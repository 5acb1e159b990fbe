"""What the team's agents remember, and the loops that were watched; for the console's pages."""

from __future__ import annotations

from typing import Final, Literal

import netnew
from netnew.doors.cli.demo.story import CONVERSATION

Stakes = Literal["medium", "high"]
# In the order of learning: subject, attribute, what is said, whether a person must look first.
FACTS: Final = (
    ("orders", "pool size", "The order service opens at most 40 database connections.", False),
    ("checkout", "timeout", "Checkout requests time out after 30 seconds under load.", False),
    ("warehouse", "rate limit", "The warehouse API allows 5 calls a second.", False),
    ("Ada", None, "Ada is on call this week.", False),
    ("checkout", "timeout", "Checkout requests time out after 30 seconds under load!", False),
    ("warehouse", "rate limit", "The warehouse API allows 9 calls a second.", False),
    ("orders", "pool size", "The order service opens at most 60 database connections.", False),
    ("payment", "latency", "The payment service answers within 200 ms even at peak.", False),
    ("payment", None, "The gateway's debug log shows card numbers.", True),
    ("warehouse", "rate limit", "The warehouse API allows 12 calls a second.", False),
    ("Ada", None, "Ada is not on call this week.", False),
)  # fmt: skip
DECISIONS: Final[tuple[tuple[str, Stakes, str | None], ...]] = (
    ("Move the inventory check before the order transaction.", "high", "success"),
    ("Run the load tests against a copy of production, not against staging.", "medium", None),
)
# A turn whose end is judged: neither plainly a decision nor plainly none waits for a person.
TURN: Final = "Should the pool grow to 60 connections?"
ENDED_IN: Final = "Maybe 60 connections will do for the pool."


def keep(nn: netnew.Netnew) -> None:
    """Fill the memories of two agents, and watch two loops."""
    _remember(nn)
    _watch(nn)


def _remember(nn: netnew.Netnew) -> None:
    scout, scribe = nn.memory(agent_id="scout"), nn.memory(agent_id="scribe")
    hunt = scout.start_episode("Find out why checkout times out", session_id="monday")
    for subject, attribute, content, hold in FACTS:
        given = netnew.FactInput(
            subject, content, attribute=attribute, session_id="monday", source="trace of 21 March",
            hold=hold,
        )  # fmt: skip
        scout.learn(given)
    for text, stakes, outcome in DECISIONS:
        made = scout.record_decision(
            netnew.DecisionInput(text, session_id="monday", stakes=stakes, confidence=0.8)
        )
        if outcome is not None and made.id is not None:
            scout.decisions.conclude(made.id, outcome)
    turn = scout.pre_turn(netnew.TurnInput(TURN, session_id="monday", frame="decision"))
    scout.post_turn(turn, netnew.TurnResult(ENDED_IN))
    scout.end_episode(hunt.id, session_id="monday")
    scribe.start_episode("Write the runbook for checkout", session_id="tuesday")
    scribe.learn(netnew.FactInput("runbook", "Runbook item 7 covers checkout timeouts."))


def _watch(nn: netnew.Netnew) -> None:
    for name, rounds in (("checkout-hunt", CONVERSATION), ("runbook-draft", CONVERSATION[:2])):
        nn.sessions.create(name, agent="scout")
        for one in rounds:
            nn.sessions.observe(name, one)
