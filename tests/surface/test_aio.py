"""The async twins offer all that the synchronous classes offer, and do the same."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from netnew import (
    DecisionInput,
    FactInput,
    InputError,
    Netnew,
    Settings,
    TurnInput,
    TurnResult,
    aio,
    connect,
    default_policy,
)

TEXT = "We will use Postgres because several writers share it."


@pytest.fixture
def nn(tmp_path: Path) -> Iterator[Netnew]:
    with connect(f"sqlite:///{tmp_path / 'n.db'}", settings=Settings(home=str(tmp_path))) as opened:
        yield opened


def pairs(nn: Netnew) -> list[tuple[Any, aio.Twin[Any]]]:
    nn.bases.add("notes", [{"id": "n1", "text": "Ada is on call this week."}])
    nn.bases.add("core", [{"id": "c1", "text": "Water boils at 100 °C at sea level."}])
    gate = nn.gate.open(default_policy(), user="notes", core="core")
    memory, ratchet = nn.memory(agent_id="a1"), nn.ratchet("demo")
    twin, other = aio.Memory(memory), aio.Ratchet(ratchet)
    return [
        (gate, aio.Gate(gate)),
        (memory, twin), (memory.facts, twin.facts), (memory.episodes, twin.episodes),
        (memory.decisions, twin.decisions),
        (ratchet, other), (ratchet.expansions, other.expansions),
    ]  # fmt: skip


def within_a_transaction(member: Any) -> bool:
    """Whether it is for those alone who have a transaction running."""
    if not callable(member):
        return False
    signature = inspect.signature(member)
    return "shelf" in signature.parameters or signature.return_annotation == "Act"


def test_every_public_member_has_its_twin_and_no_twin_has_more(nn: Netnew) -> None:
    for of, twin in pairs(nn):
        offered = {name for name in dir(twin) if not name.startswith("_")} - {"sync"}
        wanted = {
            name for name in dir(of)
            if not name.startswith("_") and not within_a_transaction(getattr(of, name))
        }  # fmt: skip
        assert offered == wanted, type(of).__name__


def test_every_method_is_awaited_and_keeps_its_name_and_promise(nn: Netnew) -> None:
    for of, twin in pairs(nn):
        for name in (name for name in dir(twin) if not name.startswith("_")):
            method, awaited = getattr(of, name, None), getattr(twin, name)
            if name == "sync" or not inspect.ismethod(method):
                continue
            assert inspect.iscoroutinefunction(awaited), f"{type(of).__name__}.{name}"
            assert (awaited.__name__, awaited.__doc__) == (name, method.__doc__)


def test_turns_of_many_agents_at_once_come_out_as_they_would_alone(nn: Netnew) -> None:
    async def work(agent: str) -> tuple[str, str]:
        memory = aio.Memory(nn.memory(agent_id=agent))
        turn = await memory.pre_turn(TurnInput("Should we use Postgres or SQLite?"))
        report = await memory.post_turn(turn, TurnResult(TEXT, confidence=0.8))
        await memory.learn(FactInput("api", "The limit is 100 requests"))
        await memory.learn(FactInput("api", "The limit is 250 requests"))
        assert report.recorded is not None
        assert [one.agrees for one in await memory.replay()] == [True, True, True]
        return report.recorded.outcome, str(await memory.context("limit and Postgres"))

    async def all_at_once() -> list[tuple[str, str]]:
        return await asyncio.gather(*(work(f"a{n}") for n in range(8)))

    found = asyncio.run(all_at_once())

    assert len(set(found)) == 1
    assert found[0][0] == "kept"
    assert "250 requests" in found[0][1]
    assert all(not faults for faults in nn.ledger.verify().values())


def test_errors_arrive_where_they_are_awaited(nn: Netnew) -> None:
    memory = aio.Memory(nn.memory(agent_id="a1"))
    with pytest.raises(InputError, match="a fact has no content"):
        asyncio.run(memory.facts.learn(FactInput("api", " ")))


def test_the_event_loop_goes_on_and_the_threads_are_few() -> None:
    alive: set[str] = set()

    def slow() -> None:
        alive.add(threading.current_thread().name)
        time.sleep(0.01)

    async def both() -> int:
        ticks = 0
        waiting = [asyncio.create_task(aio.offload(slow)) for _ in range(40)]
        while not all(task.done() for task in waiting):
            ticks += 1
            await asyncio.sleep(0)
        return ticks

    assert asyncio.run(both()) > 1
    assert len(alive) <= aio.THREADS
    assert all(name.startswith("netnew-aio") for name in alive)


def test_who_stops_waiting_does_not_stop_the_work(nn: Netnew) -> None:
    memory = nn.memory(agent_id="a1")
    begun = threading.Event()

    def learn() -> None:
        begun.set()
        memory.record_decision(DecisionInput(TEXT))

    async def give_up() -> None:
        task = asyncio.create_task(aio.offload(learn))
        while not begun.is_set():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(give_up())
    deadline = time.monotonic() + 30
    while not memory.decisions.all() and time.monotonic() < deadline:
        time.sleep(0.01)

    assert [decision.text for decision in memory.decisions.all()] == [TEXT]


FORKING = """
import asyncio, os
from netnew import aio

asyncio.run(aio.offload(os.getpid))
child = os.fork()
if child == 0:
    os._exit(0 if asyncio.run(aio.offload(os.getpid)) == os.getpid() else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_process_has_threads_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORKING], timeout=60, check=False)
    assert done.returncode == 0
