"""`netnew memory context`: what is known for a query, as Markdown for a prompt."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Annotated, Any, cast

import typer

import netnew
from netnew.doors.cli.door import Door, command, complain
from netnew.doors.cli.memory.options import (
    NOBODY,
    AgentOption,
    EmbedderOption,
    ProfileOption,
    memory_of,
)
from netnew.doors.cli.screen import count, visible

KINDS = ("decision", "fact", "episode")


def register(group: typer.Typer) -> None:
    """Add the command."""
    example = 'netnew memory context "how do we deploy" --budget 500 > context.md'
    command(group, "context", example=example)(context)


def context(
    door: Door,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What the agent is to do.")],
    *,
    agent: AgentOption = NOBODY,
    budget: Annotated[int, typer.Option(min=0, metavar="TOKENS", help="The most it takes.")] = 1000,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="fact|episode|decision", help="Only these; may be repeated."),
    ] = None,
    profile: ProfileOption = "default",
    embedder: EmbedderOption = None,
) -> None:
    """Print what is known for a query as Markdown within a budget of tokens.

    How much it takes, and why the rest stayed out, goes to stderr, or with --json beside it.
    """
    kinds = _kinds(kind)
    with door.connect_to_read() as nn:
        memory = memory_of(nn, agent, profile=profile, embedder=embedder)
        text = memory.context(query, budget_tokens=budget, kinds=cast(Any, kinds))
    account = text.recall
    kept = [] if account is None else list(account.kept)
    left_out = [] if account is None else [one for one in account.left_out if one.rule != OFF_TOPIC]
    tokens = 0 if account is None else account.tokens
    if door.json:
        door.line(
            {
                "query": query, "budget_tokens": budget, "tokens": tokens, "markdown": str(text),
                "kept": [
                    {"id": one.candidate.id, "kind": one.candidate.kind, "line": one.line,
                     "word_share": one.word_share}
                    for one in kept
                ],
                "left_out": [
                    {"id": one.id, "rule": one.rule, "reason": one.reason, "instead": one.instead}
                    for one in left_out
                ],
            }
        )  # fmt: skip
        return
    if text:
        # A prompt is taken as it is; only a terminal is spared what it would obey.
        shown = visible(text) if sys.stdout.isatty() else text
        sys.stdout.write(shown.encode("utf-8", "backslashreplace").decode() + "\n")
        sys.stdout.flush()
    rules = Counter(one.rule for one in left_out)
    out = f"; left out: {', '.join(f'{n} by {rule}' for rule, n in rules.items())}" if rules else ""
    complain(f"{count(len(kept), 'line')}, {tokens:,} of {budget:,} tokens{out}")


# What shares no word with the query was never in question.
OFF_TOPIC = "off-topic"


def _kinds(given: list[str] | None) -> list[str]:
    for kind in given or ():
        if kind not in KINDS:
            raise netnew.InputError(
                f"no kind is called {kind!r:.20}", f"choose of {', '.join(KINDS)}"
            )
    return [kind for kind in KINDS if not given or kind in given]
