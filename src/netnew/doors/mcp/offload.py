"""From the event loop into threads: the core is synchronous, and no call waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

import anyio.to_thread

Given = TypeVar("Given")

# Below the connections that a pool lends: a thread never waits for one that another waiting
# thread holds.
THREADS: Final = 12


async def outcome(work: Callable[..., Given], *given: Any) -> Given | BaseException:
    """What the work gave, or what it raised, as a value.

    A client that goes away ends the waiting, never the work: what was begun is finished.
    """
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    called = anyio.to_thread.run_sync(work, *given)
    (found,) = await asyncio.gather(called, return_exceptions=True)
    return found
