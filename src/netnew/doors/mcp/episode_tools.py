"""Tools around a stretch of work: an episode is started, joined and ended."""

from __future__ import annotations

from pydantic import Field

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.memory_tools import SessionName
from netnew.doors.mcp.tool import Answer, Arguments, Tool


class StartArguments(Arguments):
    """What the work is about."""

    summary: str = Field(min_length=1, max_length=500, pattern=r"\S")
    session: SessionName = "default"


class EndArguments(Arguments):
    """Which episode this session leaves."""

    id: str = Field(min_length=1, max_length=200, description="As start_episode gave it.")
    session: SessionName | None = None


class EpisodeState(Answer):
    """An episode as it stands now."""

    id: str
    summary: str
    state: str
    joined: bool = Field(description="Whether one that was under way was joined.")
    in_it: list[str] = Field(description="Sessions that are still in it.")
    turns: int


def start(caller: Caller, given: StartArguments) -> EpisodeState:
    """Start an episode of this agent, or join one."""
    memory = caller.nn.memory(agent_id=caller.agent)
    return _state(memory.start_episode(given.summary, session_id=given.session))


def end(caller: Caller, given: EndArguments) -> EpisodeState:
    """Take a session out of an episode of this agent."""
    memory = caller.nn.memory(agent_id=caller.agent)
    return _state(memory.end_episode(given.id, session_id=given.session))


def _state(episode: netnew.Episode) -> EpisodeState:
    return EpisodeState(
        id=episode.id,
        summary=episode.summary,
        state=episode.state,
        joined=episode.reused,
        in_it=[name for name, still in episode.sessions.items() if still],
        turns=episode.turns,
    )


TOOLS = (
    Tool(
        name="start_episode",
        title="Start a stretch of work",
        description="Start an episode, or join one under way with nearly the same summary. Call "
        "it when a task begins.",
        scope="memory:write",
        takes=StartArguments,
        gives=EpisodeState,
        run=start,
    ),
    Tool(
        name="end_episode",
        title="End a stretch of work",
        description="Leave an episode; it ends once every session that joined has left.",
        scope="memory:write",
        takes=EndArguments,
        gives=EpisodeState,
        run=end,
    ),
)
