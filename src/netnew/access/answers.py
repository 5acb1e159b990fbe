"""Answers kept for a retry: a request that comes with a key is carried out once."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final, Literal, NamedTuple

from netnew.access.ports import Answer, AnswerStore, Kept
from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.names import check_name

# Longer than any request may take: after it, whoever had the key is not coming back.
OVERDUE_SECONDS: Final = 120.0
KEPT_HOURS: Final = 24.0

Standing = Literal["begun", "answered", "running", "other"]


class Begun(NamedTuple):
    """What to do with a request: carry it out, repeat the answer, wait, or refuse."""

    standing: Standing
    owner: str
    answer: Answer | None = None


class Answers:
    """Requests of one workspace by caller and key: `connect(…).answers`."""

    def __init__(self, store: AnswerStore, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def begin(self, caller: str, key: str, digest: str) -> Begun:
        """Take the key, unless it stands for a request already.

        `begun`: carry it out, then `finish` or `release`. `answered`: here is the first answer.
        `running`: another process is at it. `other`: the key stands for another request.
        """
        check_name("idempotency key", key)
        moment, owner = self._clock(), secrets.token_hex(8)
        fresh = Kept(digest, owner, timestamp(moment), None)
        overdue = timestamp(moment - timedelta(seconds=OVERDUE_SECONDS))
        kept = self._store.begin(caller, key, fresh, overdue)
        if kept.digest != digest:
            return Begun("other", owner)
        if kept.answer is not None:
            return Begun("answered", owner, kept.answer)
        return Begun("begun" if kept.owner == owner else "running", owner)

    def finish(self, caller: str, key: str, owner: str, answer: Answer) -> None:
        """Keep the answer for `KEPT_HOURS`; older ones are forgotten on the way."""
        self._store.finish(caller, key, owner, answer)
        self._store.forget(timestamp(self._clock() - timedelta(hours=KEPT_HOURS)))

    def release(self, caller: str, key: str, owner: str) -> None:
        """Forget the key: the request failed, and may come again."""
        self._store.release(caller, key, owner)
