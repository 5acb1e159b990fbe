"""The one way from async code to the core, which is synchronous."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import anyio
import anyio.to_thread

T = TypeVar("T")

# Below the fifteen connections that a pool lends: a thread never waits for a connection that
# another waiting thread holds.
THREADS: Final = 12


def set_threads() -> None:
    """Bound the threads that routes run in; call it inside the event loop."""
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS


async def offload(function: Callable[..., T], *arguments: object) -> T:
    """Call a function of the core in a thread, among the same few as the routes."""
    return await anyio.to_thread.run_sync(function, *arguments)
