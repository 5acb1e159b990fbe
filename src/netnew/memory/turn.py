"""What a turn of an agent is made of: its input, what was prepared for it, its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from netnew.memory.records import ONE_SESSION, Recorded, Stakes

FrameId = Literal["decision", "debug", "task", "conversation", "question", "creative"]
FRAMES: Final[tuple[FrameId, ...]] = get_args(FrameId)


@dataclass(frozen=True, slots=True)
class Frame:
    """What kind of turn it is, and why it was taken for one."""

    frame_id: FrameId
    reason: str = "given by the caller"


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What one tool call of the turn came to."""

    tool_name: str
    output: str = ""
    error: str | None = None

    @property
    def failed(self) -> bool:
        """Whether the tool failed."""
        return self.error is not None


@dataclass(frozen=True, slots=True)
class TurnInput:
    """What the agent was asked.

    Parameters
    ----------
    frame
        None: chosen by the rule of `netnew.memory.frames`.
    budget_tokens
        The most that the context may take.
    """

    text: str
    session_id: str = ONE_SESSION
    frame: FrameId | None = None
    budget_tokens: int = 1000


@dataclass(frozen=True, slots=True)
class TurnContext:
    """What `pre_turn` prepared: give it to `post_turn` with the result."""

    turn_id: str
    session_id: str
    text: str
    frame: Frame
    context: str
    """Markdown for the prompt: what is known already."""
    episode_id: str | None
    deliberating: bool
    """Whether the turn may end in a decision by itself."""
    duplicate_of: str | None
    """A recent decision of this session that says the same, where there is one."""
    started_at: str


@dataclass(frozen=True, slots=True)
class TurnResult:
    """What came of the turn.

    Parameters
    ----------
    decision
        The decision in one or two sentences; None: the response itself is looked at.
    confidence
        None: nobody deliberated on how sure it is.
    """

    response_text: str
    tool_results: tuple[ToolResult, ...] = ()
    decision: str | None = None
    confidence: float | None = None
    stakes: Stakes = "low"
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What `post_turn` did."""

    turn_id: str
    recorded: Recorded | None
    """None: the turn was no candidate for a decision."""
    skipped: str | None
    """Why it was none."""
    episode_id: str | None
    monitor: tuple[str, ...] = ()
    """What stood out: failed tools, an error, an empty response."""
