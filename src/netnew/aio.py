"""Async twins of `Gate`, `Memory` and `Ratchet`: each method, awaited, runs on a thread.

No method is written twice: a twin names those of the synchronous class, and takes over what they
promise, their parameters and their types. For asyncio.

>>> import asyncio
>>> from netnew import FactInput, connect
>>> async def learn() -> str:
...     with connect("sqlite://") as nn:
...         memory = Memory(nn.memory(agent_id="a1"))
...         return (await memory.learn(FactInput("api", "The API is public"))).outcome
>>> asyncio.run(learn())
'kept'
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial, wraps
from typing import Any, Concatenate, Final, Generic, ParamSpec, Self, TypeVar, overload

from netnew.gate import gate
from netnew.memory import decisions, episodes, facts, memory
from netnew.memory.fact_relation import Profile
from netnew.ratchet import expansions, ratchet

S = TypeVar("S")
P = ParamSpec("P")
T = TypeVar("T")

# Below the fifteen connections that a pool lends: a thread never waits for a connection that
# another waiting thread holds.
THREADS: Final = 12


async def offload(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function of the core on one of a few threads; the event loop goes on meanwhile.

    Who stops waiting ends the waiting alone: what was begun is finished.
    """
    call = partial(copy_context().run, function, *args, **kwargs)
    # A forked process has none of the threads that its parent had.
    return await asyncio.get_running_loop().run_in_executor(_threads(os.getpid()), call)


class Twin(Generic[S]):
    """Stands for a synchronous object, which stays at hand as `sync`."""

    def __init__(self, of: S) -> None:
        self.sync: Final = of


class Awaited(Generic[S, P, T]):
    """A method of the synchronous class, to be awaited."""

    def __init__(self, method: Callable[Concatenate[S, P], T]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, twin: None, owner: type[Any]) -> Self: ...

    @overload
    def __get__(self, twin: Twin[S], owner: type[Any]) -> Callable[P, Awaitable[T]]: ...

    def __get__(self, twin: Twin[S] | None, owner: type[Any]) -> Self | Callable[P, Awaitable[T]]:
        """The method of this twin."""
        if twin is None:
            return self
        method, of = self._method, twin.sync

        @wraps(method)
        async def call(*args: P.args, **kwargs: P.kwargs) -> T:
            return await offload(method, of, *args, **kwargs)

        return call


def _listed(method: Callable[P, Iterator[T]]) -> Callable[P, list[T]]:
    """What a method yields, at once: its transaction must not wait for an event loop."""

    @wraps(method)
    def run(*args: P.args, **kwargs: P.kwargs) -> list[T]:
        return list(method(*args, **kwargs))

    return run


class Gate(Twin[gate.Gate]):
    """The twin of `netnew.Gate`."""

    judge = Awaited(gate.Gate.judge)
    judge_claim = Awaited(gate.Gate.judge_claim)
    look_up = Awaited(gate.Gate.look_up)
    judge_found = Awaited(gate.Gate.judge_found)
    told = Awaited(gate.Gate.told)

    def __init__(self, of: gate.Gate) -> None:
        super().__init__(of)
        self.policy: Final = of.policy
        self.embedder: Final = of.embedder
        self.bound: Final = of.bound
        self.rules: Final = of.rules


class Facts(Twin[facts.Facts]):
    """The twin of `memory.facts`."""

    learn = Awaited(facts.Facts.learn)
    search = Awaited(facts.Facts.search)
    get = Awaited(facts.Facts.get)
    all = Awaited(facts.Facts.all)
    page = Awaited(facts.Facts.page)


class Episodes(Twin[episodes.Episodes]):
    """The twin of `memory.episodes`."""

    start = Awaited(episodes.Episodes.start)
    end = Awaited(episodes.Episodes.end)
    update = Awaited(episodes.Episodes.update)
    of_session = Awaited(episodes.Episodes.of_session)
    get = Awaited(episodes.Episodes.get)
    all = Awaited(episodes.Episodes.all)
    page = Awaited(episodes.Episodes.page)
    search = Awaited(episodes.Episodes.search)


class Decisions(Twin[decisions.Decisions]):
    """The twin of `memory.decisions`."""

    record = Awaited(decisions.Decisions.record)
    admit = Awaited(decisions.Decisions.admit)
    recent_duplicate = Awaited(decisions.Decisions.recent_duplicate)
    search = Awaited(decisions.Decisions.search)
    get = Awaited(decisions.Decisions.get)
    all = Awaited(decisions.Decisions.all)
    page = Awaited(decisions.Decisions.page)
    conclude = Awaited(decisions.Decisions.conclude)


class Memory(Twin[memory.Memory]):
    """The twin of `netnew.Memory`."""

    learn = Awaited(memory.Memory.learn)
    start_episode = Awaited(memory.Memory.start_episode)
    end_episode = Awaited(memory.Memory.end_episode)
    record_decision = Awaited(memory.Memory.record_decision)
    pre_turn = Awaited(memory.Memory.pre_turn)
    post_turn = Awaited(memory.Memory.post_turn)
    context = Awaited(memory.Memory.context)
    why = Awaited(memory.Memory.why)
    history = Awaited(memory.Memory.history)
    undo = Awaited(memory.Memory.undo)
    replay = Awaited(_listed(memory.Memory.replay))
    forget = Awaited(memory.Memory.forget)
    archive = Awaited(memory.Memory.archive)
    bring_in = Awaited(_listed(memory.Memory.bring_in))
    export = Awaited(_listed(memory.Memory.export))
    export_markdown = Awaited(_listed(memory.Memory.export_markdown))
    audit = Awaited(memory.Memory.audit)
    tidy = Awaited(memory.Memory.tidy)
    untidy = Awaited(memory.Memory.untidy)

    def __init__(self, of: memory.Memory) -> None:
        super().__init__(of)
        self.agent_id: Final[str] = of.agent_id
        self.profile: Final[Profile] = of.profile
        self.facts: Final = Facts(of.facts)
        self.episodes: Final = Episodes(of.episodes)
        self.decisions: Final = Decisions(of.decisions)


class Expansions(Twin[expansions.Expansions]):
    """The twin of `ratchet.expansions`."""

    request = Awaited(expansions.Expansions.request)
    all = Awaited(expansions.Expansions.all)
    find = Awaited(expansions.Expansions.find)
    propose = Awaited(expansions.Expansions.propose)
    review = Awaited(expansions.Expansions.review)
    apply = Awaited(expansions.Expansions.apply)
    rollback = Awaited(expansions.Expansions.rollback)


class Ratchet(Twin[ratchet.Ratchet]):
    """The twin of `netnew.Ratchet`."""

    record_cycle = Awaited(ratchet.Ratchet.record_cycle)
    status = Awaited(ratchet.Ratchet.status)
    cycles = Awaited(ratchet.Ratchet.cycles)
    runs = Awaited(ratchet.Ratchet.runs)
    verdicts = Awaited(ratchet.Ratchet.verdicts)
    brief = Awaited(ratchet.Ratchet.brief)
    prune = Awaited(ratchet.Ratchet.prune)

    def __init__(self, of: ratchet.Ratchet) -> None:
        super().__init__(of)
        self.name: Final = of.name
        self.profile: Final = of.profile
        self.flake_tolerance: Final = of.flake_tolerance
        self.expansions: Final = Expansions(of.expansions)


@cache
def _threads(_process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "netnew-aio")
