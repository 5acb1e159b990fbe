"""Plain JSON Lines: facts, decisions and episodes, and netnew's own exports. Pure.

A line with a `state` tells how a thing stood in another netnew: it is kept as it was, with its
links. A line without one is news, and goes through the gates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast, get_args

from netnew.foundation.errors import RecordError
from netnew.memory.moving.arrival import (
    SHOWN,
    Arrival,
    Given,
    KnownAttribute,
    PastEpisode,
    Stood,
)
from netnew.memory.moving.fields import Fields
from netnew.memory.moving.plain_schema import KEYS
from netnew.memory.records import ONE_SESSION, STAKES, DecisionInput, FactInput, State

FORMAT: Final = "netnew-memory/1"
EXAMPLE: Final = '{"kind": "fact", "subject": "db", "content": "The port is 5432"}'
_STATES: Final[tuple[State, ...]] = get_args(State)
_COUNTS: Final = ("confirmations",)
_MOMENTS: Final = ("last_seen_at", "ended_at", "last_turn_at")
# How a thing can have stood: what was forgotten says nothing any more, so it is never exported.
_OF_EPISODES: Final = frozenset({"ongoing", "completed", "archived", "undone"})


def read_line(given: Mapping[str, Any], file: str, line: int) -> Iterator[Arrival]:
    """The thing that one line holds; none for the line that opens an export.

    >>> [one] = read_line({"kind": "decision", "text": "Use Postgres"}, "notes.jsonl", 1)
    >>> one.what, one.given.text
    ('decision', 'Use Postgres')
    """
    fields = Fields(given, file, line)
    try:
        kind = _kind(fields)
        if kind == "memory":
            _check_format(fields)
            return
        found = _READERS[kind](fields)
        stood = _stood(fields, kind)
        yield Arrival(
            file, line, found,
            ref=fields.text("id"),
            supersedes=fields.texts("supersedes"),
            superseded_by=fields.text("superseded_by"),
            conflicts_with=fields.texts("conflicts_with"),
            stood=stood,
        )  # fmt: skip
    except RecordError as error:
        yield Arrival(file, line, problem=error, text=str(given)[:SHOWN])


def _kind(fields: Fields) -> str:
    kind = fields.text("kind")
    if kind is None:
        # The key that holds the text tells as much.
        named = {"content": "fact", "text": "decision", "summary": "episode"}
        kind = next((found for key, found in named.items() if key in fields.given), None)
    if kind not in KEYS:
        said = "is missing" if kind is None else f"is {kind!r:.40}"
        raise fields.wrong("kind", said, f"choose fact, decision or episode, as in {EXAMPLE}")
    unknown = sorted(set(fields.given) - set(KEYS[kind]))
    if unknown:
        known = ", ".join(KEYS[kind])
        raise fields.wrong(unknown[0][:40], f"no {kind} has such a key", f"there are {known}")
    return kind


def _check_format(fields: Fields) -> None:
    found = fields.needed("format")
    if found != FORMAT:
        raise fields.wrong("format", f"is {found!r:.40}", f"this netnew reads {FORMAT}")


def _fact(fields: Fields) -> FactInput:
    return FactInput(
        subject=fields.text("subject"),
        content=fields.needed("content"),
        attribute=fields.text("attribute"),
        confidence=fields.share("confidence"),
        source=fields.text("source"),
        observed_at=fields.moment("observed_at"),
        multi_valued=fields.flag("multi_valued"),
        session_id=fields.session("session_id"),
        tags=fields.texts("tags"),
    )


def _decision(fields: Fields) -> DecisionInput:
    stakes = fields.text("stakes") or "low"
    if stakes not in STAKES:
        raise fields.wrong("stakes", f"is {stakes!r:.40}", f"choose one of {', '.join(STAKES)}")
    return DecisionInput(
        text=fields.needed("text"),
        session_id=fields.session("session_id") or ONE_SESSION,
        frame=fields.text("frame") or "decision",
        confidence=fields.share("confidence"),
        stakes=stakes,
        reasons=fields.texts("reasons"),
        tags=fields.texts("tags"),
        made_at=fields.moment("made_at"),
    )


def _episode(fields: Fields) -> PastEpisode:
    # An episode of turns without words has an empty summary; it was real all the same.
    summary = fields.text("summary") or ""
    if not summary and "state" not in fields.given:
        raise fields.wrong("summary", "is missing or empty", "say something in `summary`")
    sessions = fields.object("sessions")
    for name, inside in sessions.items():
        if not isinstance(inside, bool) or not 0 < len(name) <= 200 or "\0" in name:
            raise fields.wrong("sessions", f"holds {name!r:.40}", 'write {"s1": false}')
    return PastEpisode(
        summary=summary,
        started_at=fields.moment("started_at"),
        ended_at=fields.moment("ended_at"),
        sessions=dict(sessions) or {ONE_SESSION: False},
        turns=fields.count("turns"),
    )


def _attribute(fields: Fields) -> KnownAttribute:
    several, declared = fields.flag("multi_valued"), fields.flag("declared")
    if several is None:
        raise fields.wrong("multi_valued", "is missing", "give true or false")
    return KnownAttribute(fields.needed("name"), several, declared is not False)


_READERS: Final[Mapping[str, Callable[[Fields], Given]]] = {
    "fact": _fact, "decision": _decision, "episode": _episode, "attribute": _attribute,
}  # fmt: skip
_AT: Final = {"fact": "learned_at", "decision": "made_at", "episode": "started_at"}


def _stood(fields: Fields, kind: str) -> Stood | None:
    state = fields.text("state")
    if state is None or kind == "attribute":
        return None
    known = _OF_EPISODES if kind == "episode" else set(_STATES) - {"ongoing", "completed"}
    if state not in known - {"forgotten"}:
        raise fields.wrong("state", f"of this {kind} is {state!r:.40}", "leave it out for news")
    if fields.text("id") is None:
        raise fields.wrong("id", "is missing, though a state is given", "leave out the state too")
    extra: dict[str, Any] = {name: at for name in _MOMENTS if (at := fields.moment(name))}
    extra |= {name: fields.count(name, 1) for name in _COUNTS if name in fields.given}
    if kind == "decision":
        extra["outcome"] = fields.text("outcome", 40) or "pending"
    if rule := fields.text("rule", 100):
        extra["rule"] = rule
    at = fields.moment(_AT[kind])
    return Stood(cast(State, state), at, extra, fields.object("verdict"))
