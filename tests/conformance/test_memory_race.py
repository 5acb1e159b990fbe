"""Processes that learn the same thing at the same moment: it is stored once, and each is told."""

from __future__ import annotations

from collections import Counter
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from netnew import FactInput, Settings, connect
from tests.crash.killing import CONTEXT

PROCESSES, ROUNDS = 3, 8
PATIENCE_SECONDS = 120


def learn_together(outbox: Connection, barrier: Barrier, url: str) -> None:
    with connect(url, settings=Settings(busy_timeout_seconds=PATIENCE_SECONDS)) as nn:
        memory = nn.memory(agent_id="shared")
        for n in range(ROUNDS):
            barrier.wait(PATIENCE_SECONDS)
            found = memory.learn(FactInput(f"service {n}", "The limit is 100 requests"))
            outbox.send((n, found.outcome, found.id))


def test_what_processes_learn_at_once_is_stored_once(database_url: str) -> None:
    connect(database_url, settings=Settings()).close()
    barrier = CONTEXT.Barrier(PROCESSES)
    pipes = [CONTEXT.Pipe(duplex=False) for _ in range(PROCESSES)]
    workers = [
        CONTEXT.Process(target=learn_together, args=(outbox, barrier, database_url))
        for _, outbox in pipes
    ]
    for worker in workers:
        worker.start()
    for _, outbox in pipes:
        outbox.close()
    said = [inbox.recv() for inbox, _ in pipes for _ in range(ROUNDS)]
    for worker in workers:
        worker.join()

    outcomes = Counter((n, outcome) for n, outcome, _ in said)
    assert outcomes == {
        **{(n, "kept"): 1 for n in range(ROUNDS)},
        **{(n, "confirmed"): PROCESSES - 1 for n in range(ROUNDS)},
    }
    assert len({item_id for _, _, item_id in said}) == ROUNDS
    with connect(database_url, settings=Settings()) as nn:
        assert {fact.confirmations for fact in nn.memory(agent_id="shared").facts.all()} == {
            PROCESSES
        }
        assert nn.ledger.verify() == {"memory/shared": []}
