"""What goes into a memory and what comes back: facts, episodes, decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, get_args

Kind = Literal["fact", "episode", "decision"]
State = Literal[
    "active", "ongoing", "completed", "superseded", "late", "quarantined", "rejected", "undone",
    "archived", "forgotten",
]  # fmt: skip
Stakes = Literal["low", "medium", "high", "critical"]
Learning = Literal["kept", "superseded", "confirmed", "conflict", "late", "quarantined", "refused"]
Recording = Literal["kept", "quarantined", "rejected", "duplicate"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
STAKES: Final[tuple[Stakes, ...]] = get_args(Stakes)
# The states in which a thing counts: everything else is kept, and shown only when asked for.
LIVE: Final[frozenset[State]] = frozenset({"active", "ongoing", "completed"})
# Without a session of its own, a caller has one.
ONE_SESSION: Final = "default"


@dataclass(frozen=True, slots=True)
class FactInput:
    """Something to learn.

    Parameters
    ----------
    subject
        What it is about; without one it replaces nothing.
    content
        What it says.
    attribute
        Which property of the subject it states, where that is known.
    observed_at
        When it was true; None: now. An older observation never replaces a newer one.
    multi_valued
        Whether the attribute may have several values at once; None: as learned from its use.
    hold
        Keep it inactive until a person approves it.
    key
        The caller's own name for this act: the same key again gives the first answer.
    """

    subject: str | None = None
    content: str = ""
    attribute: str | None = None
    confidence: float | None = None
    source: str | None = None
    observed_at: datetime | str | None = None
    multi_valued: bool | None = None
    session_id: str | None = None
    tags: tuple[str, ...] = ()
    hold: bool = False
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as it is kept."""

    id: str
    subject: str | None
    content: str
    attribute: str | None
    confidence: float | None
    source: str | None
    observed_at: str
    learned_at: str
    multi_valued: bool | None
    session_id: str | None
    tags: tuple[str, ...]
    state: State
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    """Facts that deny it, or that it may replace: both stay, for a person to look at."""
    confirmations: int = 1
    """How often it was learned: 1, and one more for each duplicate."""
    last_seen_at: str = ""

    @property
    def active(self) -> bool:
        """Whether reads return it."""
        return self.state in LIVE


@dataclass(frozen=True, slots=True)
class Compared:
    """One stored fact that a new one was compared with, and what came of it."""

    other_id: str
    kind: str
    rule: str
    score: float | None
    threshold: float | None
    reason: str
    doubtful: bool = False
    """Both stay, and a person should look at the pair."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of learning: the fact (the confirmed one for a duplicate), and why."""

    outcome: Learning
    fact: Fact | None
    compared: tuple[Compared, ...]
    reason: str

    @property
    def id(self) -> str | None:
        """Id of the fact; None where nothing was kept."""
        return None if self.fact is None else self.fact.id


@dataclass(frozen=True, slots=True)
class Episode:
    """A stretch of work that one or more sessions share."""

    id: str
    summary: str
    state: State
    started_at: str
    ended_at: str | None
    sessions: Mapping[str, bool]
    """Each session that joined, and whether it is still in it."""
    turns: int = 0
    reused: bool = False
    """Whether this start joined an episode that was under way already."""

    @property
    def active(self) -> bool:
        """Whether reads return it."""
        return self.state in LIVE


@dataclass(frozen=True, slots=True)
class DecisionInput:
    """A decision to record on purpose: the gates only advise on it."""

    text: str
    session_id: str = ONE_SESSION
    frame: str = "decision"
    confidence: float | None = None
    stakes: Stakes = "low"
    reasons: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    key: str | None = None
    made_at: datetime | str | None = None
    """When it was made; None: now."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as it is kept."""

    id: str
    text: str
    session_id: str
    frame: str
    confidence: float | None
    stakes: Stakes
    reasons: tuple[str, ...]
    tags: tuple[str, ...]
    made_at: str
    state: State
    verdict: Mapping[str, Any] = field(default_factory=dict)
    """What the gate said: outcome, reasons, score; for a recorded decision only advice."""
    outcome: str = "pending"
    """What became of it: `pending` until somebody says."""
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None

    @property
    def active(self) -> bool:
        """Whether reads return it."""
        return self.state in LIVE


@dataclass(frozen=True, slots=True)
class Recorded:
    """What came of a decision: the row (the earlier one for a duplicate), and why."""

    outcome: Recording
    decision: Decision | None
    reasons: tuple[str, ...]

    @property
    def id(self) -> str | None:
        """Id of the decision; None where nothing was kept."""
        return None if self.decision is None else self.decision.id
