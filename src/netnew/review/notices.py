"""`Notices`: tells people what waits for them, by a command that they chose."""

from __future__ import annotations

import json
import shlex
import subprocess
from datetime import timedelta
from typing import Final, NamedTuple

from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.errors import SettingError
from netnew.review.ports import NoticeStore
from netnew.review.rules import ReviewItem

# Whoever took an item to tell it and was killed is not coming back after that.
SPARE_SECONDS: Final = 30.0


class Failure(NamedTuple):
    """An item that could not be told of, and why."""

    item_id: str
    problem: str


class Sent(NamedTuple):
    """What came of it: ids that were told, and those that wait for another try."""

    told: tuple[str, ...]
    failed: tuple[Failure, ...]


class Notices:
    """What waits in one workspace and nobody was told of: `connect(…).notices`.

    Each item is told of at least once: it counts as told when the command has ended with 0.
    """

    def __init__(
        self, store: NoticeStore, workspace: str, command: str, seconds: float, clock: Clock
    ) -> None:
        self._store, self._workspace, self._clock = store, workspace, clock
        self.command, self._seconds = command, seconds

    def send(self, command: str | None = None) -> Sent:
        """Run the command once for each item, its line of JSON on stdin; no shell reads either."""
        words = _words(self.command if command is None else command)
        told, failed = list[str](), list[Failure]()
        while (item := self._taken()) is not None:
            problem = _run(words, notice(item, self._workspace), self._seconds)
            if problem is None:
                self._store.told(item.item_id, timestamp(self._clock()))
                told.append(item.item_id)
            else:
                failed.append(Failure(item.item_id, problem))
        return Sent(tuple(told), tuple(failed))

    def _taken(self) -> ReviewItem | None:
        now = self._clock()
        overdue = now - timedelta(seconds=self._seconds + SPARE_SECONDS)
        return self._store.take(timestamp(now), timestamp(overdue))


def notice(item: ReviewItem, workspace: str) -> str:
    r"""The line that the command gets: what waits and for whom, but not what it says.

    >>> notice(ReviewItem("review_1", "orphan", "kgr_1", 1, 2), "default")[:60]
    '{"event": "review.waiting", "workspace": "default", "item_id'
    """
    document = {
        "event": "review.waiting",
        "workspace": workspace,
        "item_id": item.item_id,
        "kind": item.kind,
        "subject_id": item.subject_id,
        "submitted_by": item.submitted_by,
        "agent": item.document.get("agent"),
        "needs": {"people": item.min_humans, "agents": item.min_agents},
        "opened_at": item.opened_at,
    }
    return json.dumps(document) + "\n"


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SettingError(f"review_command cannot be read ({error})", "close its quotes") from None
    if not words:
        raise SettingError(
            "no command is set that tells people what waits",
            "set review_command, or name one with --run",
        )
    return words


def _run(words: list[str], line: str, seconds: float) -> str | None:
    """Why it failed, or None."""
    quiet = subprocess.DEVNULL
    try:
        # Running what the user names is what this is for; no shell reads it.
        done = subprocess.run(  # noqa: S603
            words, input=line.encode(), stdout=quiet, stderr=quiet, timeout=seconds, check=False
        )
    except OSError as error:
        return f"`{words[0]}` cannot be run ({error.strerror})"
    except subprocess.TimeoutExpired:
        return f"`{words[0]}` took over {seconds:g} seconds"
    return f"`{words[0]}` failed with {done.returncode}" if done.returncode else None
