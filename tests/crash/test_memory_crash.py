"""Turns killed at random moments: nothing twice, nothing acknowledged lost, no loose end."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime
from itertools import count, pairwise
from multiprocessing.connection import Connection

import pytest

from netnew import (
    DecisionInput,
    FactInput,
    InputError,
    Netnew,
    Settings,
    TurnInput,
    TurnResult,
    connect,
)
from netnew.memory.memory import Memory
from netnew.memory.recent import WINDOW
from tests.crash.killing import PATIENCE_SECONDS, kill_often
from tests.soak import Report, amount

AGENT = "shared"
# Few subjects and values, so that writers meet: the same fact, the next value, the same episode.
SUBJECTS, VALUES = 6, 5


def turns_for_ever(outbox: Connection, url: str, number: int) -> None:
    # SQLite's lock is not fair, and the holder may wait for the processor itself.
    with connect(url, settings=Settings(busy_timeout_seconds=PATIENCE_SECONDS)) as nn:
        memory, chance = nn.memory(agent_id=AGENT), random.Random(number)
        for n in count():
            subject = f"service {chance.randrange(SUBJECTS)}"
            says = f"The limit of the service is {chance.randrange(VALUES)} requests"
            outbox.send(f"fact {memory.learn(FactInput(subject, says)).id}")
            own = memory.learn(FactInput(f"own {number}-{n}", "It is here"))
            outbox.send(f"own {own.id}")
            if n % 3 == 1:
                # A session that joins once alone: joining again would undo what it acknowledged.
                session = f"work-{number}-{n}"
                episode = memory.start_episode(f"Work on {subject}", session_id=session)
                memory.episodes.update(episode.id, session_id=session)
                memory.end_episode(episode.id, session_id=session)
                outbox.send(f"ended {episode.id} {session}")
            if n % 3 == 2:
                given = DecisionInput(f"Raise the limit of {subject}", session_id=subject)
                outbox.send(f"decision {memory.decisions.admit(given, {'outcome': 'keep'}).id}")
            if n % 5 == 4:
                undo(memory, outbox, str(own.id))
            if n % 4 == 3:
                take_turn(memory, outbox, subject, f"{number}-{n}")
            memory.context(f"limit of {subject}", budget_tokens=200)
            assert all(fact.active for fact in memory.facts.search(f"limit of {subject}"))


def take_turn(memory: Memory, outbox: Connection, subject: str, session: str) -> None:
    asked = TurnInput(f"Do we raise the limit of {subject}?", session_id=session, frame="decision")
    turn = memory.pre_turn(asked)
    said = f"We will raise the limit of {subject} because {session} needs more requests."
    report = memory.post_turn(turn, TurnResult(said, confidence=0.8))
    assert report.recorded is not None
    outbox.send(f"turn {report.recorded.id} {report.episode_id}")


def undo(memory: Memory, outbox: Connection, item_id: str) -> None:
    try:
        memory.undo(item_id)
    except InputError:
        return
    outbox.send(f"undone {item_id}")


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_nothing_is_lost_doubled_or_left_dangling(database_url: str, soak_report: Report) -> None:
    kills, at_once, seconds = amount(12, 200), amount(4, 16), amount(8, 60)

    said = kill_often(
        turns_for_ever, database_url, kills=kills, at_once=at_once, seed=5, seconds=seconds
    )

    # No repair: the next start is an ordinary one.
    with connect(database_url, settings=Settings()) as nn:
        memory = nn.memory(agent_id=AGENT)
        check_acknowledged(memory, said)
        check_links(memory)
        check_record(nn, memory)
    soak_report.add(
        f"memory, {database_url.partition(':')[0]}",
        kills=f"{kills} or more",
        processes=at_once,
        seconds=f"{seconds} or more",
        acknowledged=len(said),
    )


def check_acknowledged(memory: Memory, said: list[str]) -> None:
    live = memory.facts.all()
    everything = {fact.id: fact for fact in memory.facts.all(inactive=True)}
    doubled = Counter((fact.subject, fact.content) for fact in live)
    assert max(doubled.values()) == 1
    for line in said:
        kind, item_id, *rest = line.split()
        if kind in {"fact", "own", "undone"}:
            assert item_id in everything
        if kind == "undone":
            assert everything[item_id].state == "undone"
        if kind == "ended":
            assert memory.episodes.get(item_id).sessions[rest[0]] is False
        if kind == "decision":
            assert memory.decisions.get(item_id).active
        if kind == "turn":
            assert memory.decisions.get(item_id).session_id
    check_decisions_apart(memory)
    check_turns_counted(memory, said)


def check_decisions_apart(memory: Memory) -> None:
    """Sessions are named after their subject: within the window each says its decision once."""
    made: dict[str, list[datetime]] = {f"service {n}": [] for n in range(SUBJECTS)}
    for decision in memory.decisions.all():
        if decision.session_id in made:
            made[decision.session_id].append(datetime.fromisoformat(decision.made_at))
    for times in made.values():
        assert all(later - earlier >= WINDOW for earlier, later in pairwise(sorted(times)))


def check_turns_counted(memory: Memory, said: list[str]) -> None:
    """A turn is its decision and its place in the episode: both are there, or neither."""
    told = Counter(line.split()[2] for line in said if line.startswith("turn "))
    for episode_id, turns in told.items():
        assert memory.episodes.get(episode_id).turns >= turns


def check_links(memory: Memory) -> None:
    everything = {fact.id: fact for fact in memory.facts.all(inactive=True)}
    for fact in everything.values():
        assert (fact.superseded_by is None) == (fact.state not in {"superseded", "late"})
        if fact.superseded_by is not None:
            assert fact.id in everything[fact.superseded_by].supersedes
        for other in fact.supersedes:
            assert everything[other].superseded_by == fact.id or fact.state == "undone"


def check_record(nn: Netnew, memory: Memory) -> None:
    assert nn.ledger.verify() == {f"memory/{AGENT}": []}
    rows = list(nn.ledger.rows(f"memory/{AGENT}"))
    assert [row.body["change"] for row in rows] == list(range(1, len(rows) + 1))
    with memory._desk.archive.read() as shelf:
        assert shelf.seq == len(rows)
        items = list(shelf.changed(0))
        for item in items:
            past = shelf.past(item.item_id)
            assert past[-1].steps[0].after == item.standing
            assert past[-1].seq == item.seq
