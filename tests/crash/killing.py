"""Processes that work until they are killed, and the one that kills them at random moments."""

from __future__ import annotations

import itertools
import multiprocessing
import random
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

# Children fork from a process that has everything imported: a kill costs milliseconds.
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(
    ["netnew.app", "netnew.stores.migrate", "alembic.command", "psycopg"]
)

# Only who is stuck takes so long: a busy machine lets a worker wait for minutes.
PATIENCE_SECONDS = 300

# A worker does something, then sends one line to say that it is done: from then on it must last.
Worker = Callable[[Connection, str, int], None]


class Victim:
    """One working process, and what it acknowledged before it died."""

    def __init__(self, worker: Worker, target: str, number: int) -> None:
        self.inbox, outbox = CONTEXT.Pipe(duplex=False)
        self.process: BaseProcess = CONTEXT.Process(target=worker, args=(outbox, target, number))
        self.process.start()
        outbox.close()

    def kill(self) -> list[str]:
        """SIGKILL it; return all that it acknowledged."""
        self.process.kill()
        self.process.join()
        heard = []
        try:
            while True:
                heard.append(self.inbox.recv())
        except (EOFError, OSError):
            self.inbox.close()
        assert self.process.exitcode == -signal.SIGKILL, "a worker ended before it was killed"
        return heard


def kill_often(
    worker: Worker, target: str, *, kills: int, at_once: int, seed: int, seconds: float = 0
) -> list[str]:
    """Keep `at_once` workers going, kill one at a time at random moments; return all they said.

    It goes on for at least so many `kills` and `seconds`.
    """
    chance, until = random.Random(seed), time.monotonic() + seconds
    running = [Victim(worker, target, number) for number in range(at_once)]
    heard: list[str] = []
    for count in itertools.count():
        if count >= kills and time.monotonic() >= until:
            break
        victim = running.pop(chance.randrange(len(running)))
        # Some die while they start; most, on however slow a machine, in the midst of work.
        if count % 4:
            assert victim.inbox.poll(PATIENCE_SECONDS), "a worker never got to work"
        time.sleep(chance.uniform(0.001, 0.12))
        heard += victim.kill()
        running.append(Victim(worker, target, at_once + count))
    for victim in running:
        heard += victim.kill()
    return heard
