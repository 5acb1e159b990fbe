"""A simulated month of turns: thirty sessions a day, all of it written here, the same every time.

Each turn asks about one of the topics of the work, and ends in a response: a decision, or the
noise that agents leave (status dumps, completions, acknowledgements, the same words again). Noise
comes at the rate that was found in a real store: 43 % of what was logged as a decision.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

SEED: Final = 7
START: Final = datetime(2026, 3, 1, 8, tzinfo=UTC)
SESSIONS_A_DAY: Final = 30
TURNS_A_SESSION: Final = 2
NOISE_SHARE: Final = 0.43
# A decision on a topic is made anew now and then: what was decided before is then out of date.
TOPICS: Final = (
    "session store", "nightly backup", "search index", "mobile login", "billing export",
    "error budget", "image resizing", "audit trail", "feature flags", "rate limiting",
    "mail delivery", "schema migrations", "cache invalidation", "log retention", "access tokens",
    "release train", "load balancer", "report builder", "webhook retries", "data import",
)  # fmt: skip
MEANS: Final = (
    "a single writer", "Postgres", "a queue in Redis", "signed cookies", "one table a tenant",
    "a worker of its own", "object storage", "weekly batches", "a read replica", "plain files",
)  # fmt: skip
REASONS: Final = (
    "it needs no further server", "restores took too long", "the old way lost events",
    "the team knows it well", "costs would triple otherwise", "readers must not wait",
)  # fmt: skip
NOISE: Final = (
    "Done! Pushed the {topic} branch to main and all {n} checks are green.",
    "On it! I'll look at the {topic} next and report back.",
    "Here's my full live status: {topic} is up, the queue holds {n} jobs, nothing is on fire.",
    "Let me check the logs of the {topic} first.",
    "All {n} tests of the {topic} pass now. Ready for the next task!",
    "Got it, thanks. The {topic} is deployed.",
)


class Turn(NamedTuple):
    """One turn of the month, and what its response truly is."""

    at: datetime
    session_id: str
    topic: str
    asks: str
    response: str
    is_noise: bool
    learns: str | None
    """What became known in it; of one topic the latest counts."""


def turns(days: int = 30) -> Iterator[Turn]:
    """All turns of so many days, in order."""
    chance = random.Random(SEED)
    for day in range(days):
        for session in range(SESSIONS_A_DAY):
            start = START + timedelta(days=day, minutes=20 * session)
            topic = chance.choice(TOPICS)
            for n in range(TURNS_A_SESSION):
                noise = chance.random() < NOISE_SHARE
                yield Turn(
                    at=start + timedelta(minutes=4 * n),
                    session_id=f"day {day} session {session}",
                    topic=topic,
                    asks=f"How do we go on with the {topic}, and what was decided on it?",
                    response=_noise(chance, topic) if noise else _decision(chance, topic),
                    is_noise=noise,
                    learns=None if n else _fact(chance, topic),
                )


def _decision(chance: random.Random, topic: str) -> str:
    means, reason = chance.choice(MEANS), chance.choice(REASONS)
    return f"We will use {means} for the {topic} because {reason}."


def _fact(chance: random.Random, topic: str) -> str:
    return f"The limit of the {topic} is {10 * chance.randrange(1, 60)} requests a minute"


def _noise(chance: random.Random, topic: str) -> str:
    return chance.choice(NOISE).format(topic=topic, n=chance.randrange(3, 40))
