"""What is read of a file that moves in: one thing to keep, or what is wrong with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal, get_args

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import InputError
from netnew.foundation.ids import content_id
from netnew.memory.records import ONE_SESSION, DecisionInput, FactInput, State

Form = Literal["mem0", "mcp-memory", "adr", "decision-log", "jsonl"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
What = Literal["fact", "decision", "episode", "attribute"]


@dataclass(frozen=True, slots=True)
class PastEpisode:
    """A stretch of work that was, or still is, under way elsewhere."""

    summary: str
    started_at: datetime | str | None = None
    ended_at: datetime | str | None = None
    sessions: Mapping[str, bool] = field(default_factory=lambda: {ONE_SESSION: False})
    turns: int = 0


@dataclass(frozen=True, slots=True)
class KnownAttribute:
    """An attribute that is known to take one value at a time, or several."""

    name: str
    multi_valued: bool
    declared: bool = True


Given = FactInput | DecisionInput | PastEpisode | KnownAttribute


@dataclass(frozen=True, slots=True)
class Stood:
    """How an exported thing stood: it is kept as it was, with its links."""

    state: State
    at: str | None = None
    """When it came, there."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What else its standing says: counts, times, outcome."""
    verdict: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arrival:
    """One line or section of a file: a thing to keep, or the problem with it.

    Links (`supersedes`, `superseded_by`, `conflicts_with`) name other things of the same
    source by their `ref`.
    """

    file: str
    line: int
    given: Given | None = None
    problem: InputError | None = None
    text: str = ""
    """Of a bad line: its beginning, as it is reported."""
    ref: str | None = None
    source: str | None = None
    """Within what a ref is one thing, where that is not the file."""
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    status: State = "active"
    """Of a decision: where it stands in its own log."""
    vouched: bool = False
    """Of a decision: a record of its own says that it is one, so no gate asks again."""
    stood: Stood | None = None

    @property
    def what(self) -> What | None:
        """What it is; None for a problem."""
        return None if self.given is None else KINDS_OF[type(self.given)]

    @property
    def key(self) -> str:
        """The same for the same content under the same name, wherever the file lies."""
        said = canonical_json([self.what, self.ref, _plain(self.given)])
        return content_id("arrival", said.decode())

    def at(self, ref: str) -> str:
        """A ref as one of this source: number 7 of two folders is two decisions."""
        return content_id("ref", self.source or self.file, ref)

    def bad(self, problem: InputError, text: str) -> Arrival:
        """The same line as one that is set aside."""
        return replace(self, given=None, problem=problem, text=text[:SHOWN])


KINDS_OF: Final[Mapping[type, What]] = {
    FactInput: "fact",
    DecisionInput: "decision",
    PastEpisode: "episode",
    KnownAttribute: "attribute",
}
# Enough of a bad line to find it by; a line may be megabytes long.
SHOWN: Final = 200


def _plain(given: Given | None) -> dict[str, Any]:
    names = () if given is None else given.__slots__
    found = {name: getattr(given, name) for name in names if name != "key"}
    return {name: _told(value) for name, value in found.items()}


def _told(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
