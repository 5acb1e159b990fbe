"""`memory.episodes`: stretches of work, shared by the sessions that joined them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from netnew.foundation.clock import timestamp
from netnew.foundation.errors import ConflictError, NotFoundError
from netnew.foundation.names import check_name
from netnew.kernel.overlap import text_overlap
from netnew.kernel.ratio import Ratio
from netnew.kernel.values import differences, values
from netnew.memory.desk import Desk
from netnew.memory.intake import checked_summary
from netnew.memory.near_copies import Profile
from netnew.memory.ports import Change, Item, MemoryShelf, Place, Step
from netnew.memory.records import ONE_SESSION, Episode
from netnew.memory.sealing import new_salt, sealed
from netnew.memory.searching import search
from netnew.memory.views import episode_of

WINDOW: Final = timedelta(minutes=30)
# More than this share of the words of the shorter summary: nearly the same words.
SAME: Final = Ratio(7, 10)
# Ids too, which are no values: the work on one issue is not the work on another.
_NUMBER: Final = re.compile(r"\d+")


def overlap_if_same(a: str, b: str, profile: str) -> Ratio | None:
    """The word overlap of two summaries where it makes them one episode, else None.

    Outside of profile `004` their numbers, dates and negations must be equal too: "fix issue 12
    in the parser" is not "fix issue 13 in the parser".

    >>> overlap_if_same("show me your status", "Show me your current status", "004")
    Ratio(part=4, whole=4)
    >>> overlap_if_same("", "", "004") is None
    True
    """
    found = text_overlap(a, b)
    if found.part * SAME.whole <= SAME.part * found.whole:
        return None
    if profile != "004" and (
        set(_NUMBER.findall(a)) != set(_NUMBER.findall(b)) or differences(values(a), values(b))
    ):
        return None
    return found


class Episodes:
    """The episodes of one agent."""

    def __init__(self, desk: Desk, profile: Profile) -> None:
        self._desk, self._profile = desk, profile

    def start(self, summary: str | None, *, session_id: str = ONE_SESSION) -> Episode:
        """Start an episode, or join one that is under way with nearly the same summary."""
        check_name("session", session_id)
        text = checked_summary(summary)
        moment = self._desk.clock()
        with self._desk.archive.write() as shelf:
            cutoff = timestamp(moment - WINDOW)
            recent = shelf.items("episode", states=["ongoing"], since=cutoff)
            same = [
                (float(found), item)
                for item in recent
                if (found := overlap_if_same(item.document["summary"], text, self._profile))
            ]
            if same:
                # The most alike; of those the latest, which stands last.
                score, item = max(reversed(same), key=lambda pair: pair[0])
                return self._join(shelf, item, session_id, score, timestamp(moment))
            return self._begin(shelf, text, session_id, timestamp(moment))

    def end(self, episode_id: str, *, session_id: str | None = None) -> Episode:
        """Take a session out; the episode ends once each session that joined has ended.

        Without a `session_id` the only session that is in it is meant.
        """
        now = self._desk.now()
        with self._desk.archive.write() as shelf:
            item = _known(shelf.get(episode_id), episode_id)
            sessions = dict(item.standing["sessions"])
            leaving = session_id or _only_one_in(sessions, episode_id)
            if leaving is not None and leaving not in sessions:
                raise ConflictError(
                    f"session `{leaving:.60}` never joined `{episode_id}`",
                    f"name one of {', '.join(sessions)}",
                )
            if leaving is None or not sessions[leaving] or item.state != "ongoing":
                return episode_of(item)
            sessions[leaving] = False
            moved: dict[str, Any] = {"sessions": sessions}
            if not any(sessions.values()):
                moved |= {"state": "completed", "ended_at": now}
            told = {"episode": episode_id, "session": leaving, "left": sum(sessions.values())}
            return self._move(shelf, item, moved, Change("episode_left", told), now)

    def update(self, episode_id: str, *, session_id: str = ONE_SESSION) -> Episode:
        """Count one more turn of an episode."""
        with self._desk.archive.write() as shelf:
            return self.count(shelf, episode_id, session_id)

    def count(self, shelf: MemoryShelf, episode_id: str, session_id: str) -> Episode:
        """Do what `update` does in a transaction that is open already."""
        now = self._desk.now()
        item = _known(shelf.get(episode_id), episode_id)
        turns = item.standing.get("turns", 0) + 1
        told = {"episode": episode_id, "session": session_id, "turns": turns}
        moved = {"turns": turns, "last_turn_at": now}
        return self._move(shelf, item, moved, Change("episode_turn", told), now)

    def of_session(self, session_id: str) -> Episode | None:
        """The episode that a session is in now, or None."""
        with self._desk.archive.read() as shelf:
            return _entered(shelf.items("episode", states=["ongoing"]), session_id)

    def of_session_on(self, shelf: MemoryShelf, session_id: str) -> Episode | None:
        """Do what `of_session` does, out of what a search has read in anyway."""
        return _entered(self._desk.remembered.ongoing(shelf), session_id)

    def get(self, episode_id: str) -> Episode:
        """The episode of this id, whatever its state."""
        with self._desk.archive.read() as shelf:
            return episode_of(_known(shelf.get(episode_id), episode_id))

    def all(self, *, inactive: bool = False) -> Sequence[Episode]:
        """Episodes, oldest first; ongoing and completed ones alone unless `inactive`."""
        with self._desk.archive.read() as shelf:
            return [episode_of(item) for item in shelf.items("episode", inactive=inactive)]

    def page(
        self, limit: int, *, after: Place | None = None, inactive: bool = False
    ) -> Sequence[Episode]:
        """The first of what `all` gives that come `after` an episode's `started_at` and `id`."""
        with self._desk.archive.read() as shelf:
            found = shelf.page("episode", limit, after=after, inactive=inactive)
            return [episode_of(item) for item in found]

    def search(self, query: str, *, limit: int = 10, inactive: bool = False) -> Sequence[Episode]:
        """Episodes whose summaries have to do with `query`, best first."""
        found = search(
            self._desk, "episode", query, limit=limit, inactive=inactive, profile=self._profile
        )
        return [episode_of(item) for item in found]

    def _begin(self, shelf: MemoryShelf, summary: str, session_id: str, now: str) -> Episode:
        standing = {"state": "ongoing", "sessions": {session_id: True}, "turns": 0}
        document = {"summary": summary}
        item = Item(
            self._desk.new_id("episode", shelf), "episode", now, standing, document,
            session_id=session_id, salt=new_salt(),
        )  # fmt: skip
        told = {"episode": item.item_id, "session": session_id,
                "said": sealed(item.salt, document)}  # fmt: skip
        step = Step(item.item_id, None, standing)
        shelf.apply(Change("episode_started", told, {}, [item], [step]), now)
        return episode_of(item)

    def _join(
        self, shelf: MemoryShelf, item: Item, session_id: str, score: float, now: str
    ) -> Episode:
        told = {"episode": item.item_id, "session": session_id, "rule": "same-summary",
                "score": score, "threshold": float(SAME), "profile": self._profile}  # fmt: skip
        moved = {"sessions": {**item.standing["sessions"], session_id: True}}
        joined = self._move(shelf, item, moved, Change("episode_reused", told), now)
        return replace(joined, reused=True)

    def _move(
        self, shelf: MemoryShelf, item: Item, moved: dict[str, Any], change: Change, now: str
    ) -> Episode:
        after = {**item.standing, **moved}
        step = Step(item.item_id, item.standing, after)
        shelf.apply(replace(change, steps=[step]), now)
        return episode_of(replace(item, standing=after))


def _entered(ongoing: Sequence[Item], session_id: str) -> Episode | None:
    found = [item for item in ongoing if item.standing["sessions"].get(session_id)]
    return episode_of(found[-1]) if found else None


def _known(item: Item | None, episode_id: str) -> Item:
    if item is None or item.kind != "episode":
        raise NotFoundError(
            f"no episode `{episode_id:.100}` is remembered", "`netnew memory episodes` lists them"
        )
    return item


def _only_one_in(sessions: dict[str, bool], episode_id: str) -> str | None:
    inside = [name for name, still in sessions.items() if still]
    if len(inside) > 1:
        raise ConflictError(
            f"{len(inside)} sessions are in `{episode_id}`", f"say which: {', '.join(inside)}"
        )
    return inside[0] if inside else None
