"""What goes into the meter and what comes out: frozen records, no behaviour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

Level = Literal["HIGH", "MEDIUM", "LOW"]
Signal = Literal["CONTINUE", "SHIP", "ESCALATE", "STOP"]


@dataclass(frozen=True, slots=True)
class Round:
    """What one round of a conversation or loop put out."""

    number: int
    claims: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    next_actions: tuple[str, ...] = ()
    source: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The round as it was given, with every field that the meter does not know."""


class Meant(NamedTuple):
    """Claims of one round that are of a kind, the likest first."""

    blockers: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """Why a claim is not new, or why it is new though it resembles an earlier one."""

    claim: str
    earlier: str
    earlier_round: int
    level: str
    similarity: Fraction
    difference: str | None = None
    """None where the claim repeats the earlier one, else what it changed."""

    def as_dict(self) -> dict[str, Any]:
        """Return the evidence as JSON values."""
        return {
            "claim": self.claim,
            "earlier_claim": self.earlier,
            "earlier_round": self.earlier_round,
            "level": self.level,
            "similarity": float(self.similarity),
            "difference": self.difference,
        }


@dataclass(frozen=True, slots=True)
class RoundNovelty:
    """How much of one round was new, against all rounds before it."""

    round: int
    claims: int
    distinct_claims: int
    new_by_level: Mapping[str, int]
    rate_by_level: Mapping[str, Fraction]
    new_claims: int
    matches: tuple[Match, ...] = ()
    reach: int = 0
    """How many rounds back the farthest claim that it repeats was last made; 0: none is."""
    rate: Fraction = field(init=False)
    """The smallest rate of all levels: any level that knows the claims decides."""

    def __post_init__(self) -> None:
        """Work the rate out once: it is asked for again and again."""
        object.__setattr__(self, "rate", min(self.rate_by_level.values()))


@dataclass(frozen=True, slots=True)
class RoundReadiness:
    """How close one round was to something that can be carried out."""

    next_actions_tenths: int
    open_questions_tenths: int
    blocker_tenths: int
    score: Fraction
    level: Level
    blocked_by: str | None = None
    specific_actions: int = 0
    owner: str | None = None
    decisions_tenths: int = 0


@dataclass(frozen=True, slots=True)
class Caution:
    """A sign that someone games the numbers, or that the loop goes in circles. Never a signal."""

    code: str
    round: int
    text: str

    def as_dict(self) -> dict[str, Any]:
        """Return the warning as JSON values."""
        return {"code": self.code, "round": self.round, "text": self.text}


@dataclass(frozen=True, slots=True)
class Recommendation:
    """Continue, ship or escalate, and the rule that said so."""

    signal: Signal
    novelty: Level
    low_rounds: int
    laps: int
    """How many times the low rounds have gone through what they repeat."""
    patience: int
    rule: str
    stops_as: Signal
    """The signal that follows once novelty has been low for long enough."""
    quiet_round_stops: bool = False
    """One more round like this one stops it, if that brings nothing new at all."""
    caveat: str | None = None
