"""Signs in the turn around a text: its frame, its tools, its place in the session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from netnew.memory.scoring.signal import Side


class Surroundings(NamedTuple):
    """What is known of the turn that a text comes from; None: not known."""

    frame: str = "decision"
    tools: int = 0
    failed: int = 0
    error: bool = False
    confidence: float | None = None
    position: int | None = None
    """1 for the first turn of a session."""
    session_length: int | None = None
    characters: int = 0


class TurnSignal(NamedTuple):
    """One sign in the turn."""

    name: str
    side: Side
    says: str
    holds: Callable[[Surroundings], bool]
    prior: int
    group: str = "turn"


def _below_half(turn: Surroundings) -> bool:
    return turn.confidence is not None and turn.confidence < 0.5


# No labelled turns were at hand: each weighs so little that it moves a text by less than the
# width of the quarantine, and verdicts of people can teach it more.
LITTLE: Final = 20
SOME: Final = 40
LONG_CHARACTERS: Final = 1500

TURN: Final[tuple[TurnSignal, ...]] = (
    TurnSignal(
        "deliberated",
        "for",
        "somebody said how sure they are",
        lambda turn: turn.confidence is not None,
        LITTLE,
    ),
    TurnSignal("unsure", "against", "a confidence below a half", _below_half, SOME),
    TurnSignal(
        "debugging", "against", "the debug frame", lambda turn: turn.frame == "debug", LITTLE
    ),
    TurnSignal(
        "other_frame",
        "against",
        "a frame that is not for deciding",
        lambda turn: turn.frame not in {"decision", "debug"},
        SOME,
    ),
    TurnSignal("used_tools", "against", "tools were used", lambda turn: turn.tools > 0, LITTLE),
    TurnSignal(
        "tool_failed", "against", "a tool failed in the turn", lambda turn: turn.failed > 0, SOME
    ),
    TurnSignal(
        "turn_failed", "against", "the turn ended in an error", lambda turn: turn.error, SOME
    ),
    TurnSignal(
        "first_turn",
        "against",
        "the first turn of the session",
        lambda turn: turn.position == 1,
        LITTLE,
    ),
    TurnSignal(
        "last_turn",
        "against",
        "the last turn of a session of three or more",
        lambda turn: (
            turn.session_length is not None
            and turn.session_length >= 3
            and turn.position == turn.session_length
        ),
        LITTLE,
    ),
    TurnSignal(
        "long_response",
        "against",
        "a long response",
        lambda turn: turn.characters > LONG_CHARACTERS,
        SOME,
    ),
)
