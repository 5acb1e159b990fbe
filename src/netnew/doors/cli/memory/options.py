"""Flags that the commands of memory share."""

from __future__ import annotations

from typing import Annotated

import typer

import netnew

# As `netnew mcp` calls an agent that has no name: both then speak of the same memory.
NOBODY = "agent"

AgentOption = Annotated[str, typer.Option(metavar="NAME", help="Whose memory.")]
AllFlag = Annotated[bool, typer.Option("--all", help="Those too that no longer count, or not yet.")]
LimitOption = Annotated[int, typer.Option(min=1, max=100_000, help="The most to show.")]
QueryArgument = Annotated[
    str | None, typer.Argument(metavar="QUERY", help="Only what has to do with it, best first.")
]
ItemArgument = Annotated[
    str, typer.Argument(metavar="ID", help="Of a fact, an episode or a decision.")
]
ByOption = Annotated[
    str | None, typer.Option("--as", metavar="NAME", help="Who says so; it is recorded.")
]
SessionOption = Annotated[str | None, typer.Option(metavar="ID", help="In which session.")]
TagOption = Annotated[
    list[str] | None, typer.Option("--tag", metavar="TAG", help="May be repeated.")
]
ConfidenceOption = Annotated[
    float | None, typer.Option(metavar="0..1", help="How sure it is; left out, not known.")
]
KeyOption = Annotated[
    str | None,
    typer.Option(metavar="KEY", help="Your own name for this act; again, the first answer."),
]
ProfileOption = Annotated[
    str, typer.Option(metavar="NAME", help="default, or 004: the specification to the letter.")
]
EmbedderOption = Annotated[
    str | None,
    typer.Option(metavar="MODEL", help="Compare meanings too; wordllama works offline."),
]


def memory_of(
    nn: netnew.Netnew, agent: str, *, profile: str = "default", embedder: str | None = None
) -> netnew.Memory:
    """The memory of the agent that the flags name."""
    model = None if embedder is None else netnew.load_embedder(embedder)
    return nn.memory(agent_id=agent, profile=profile, embedder=model)
