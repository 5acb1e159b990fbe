"""What agents remember: who has a memory, its facts, decisions, episodes, and latest changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from starlette.responses import Response

import netnew
from netnew.doors.http.console.page import Page, RefusedError
from netnew.doors.http.console.visit import Visit

A_PAGE: Final = 25
# A search gives the best; whoever needs more asks for something narrower.
MOST_FOUND: Final = 50
KINDS: Final = ("facts", "decisions", "episodes", "changes")


def agents(visit: Visit) -> Response:
    """Show every agent that has a memory, each with its latest change."""
    known = known_agents(visit)
    start = min(visit.number("from") or 0, max(len(known) - 1, 0))
    shown = [
        {"name": name, "last": next(iter(visit.nn.memory(agent_id=name).history(limit=1)), None)}
        for name in known[start : start + A_PAGE]
    ]
    return visit.page("agents.html", agents=shown, start=start, number=len(known), a_page=A_PAGE)


def agent(visit: Visit) -> Response:
    """Show one memory: what counts, or on request all of it; searched, a page at a time."""
    memory = memory_of(visit, visit.asked("agent"))
    kind = visit.asked("kind")
    kind = kind if kind in KINDS else KINDS[0]
    query, inactive = visit.asked("q").strip(), visit.asked("inactive") == "1"
    if kind == "changes":
        found: Sequence[Any] = _changes(memory)
    else:
        found = _found(memory, kind, query, inactive=inactive)
    start = min(visit.number("from") or 0, max(len(found) - 1, 0))
    return visit.page(
        "agent.html",
        agent=memory.agent_id,
        kind=kind,
        kinds=KINDS,
        query=query,
        inactive=inactive,
        rows=_with_words(memory, kind, found[start : start + A_PAGE]),
        number=len(found),
        start=start,
        a_page=A_PAGE,
        most_found=MOST_FOUND,
    )


def memory_of(visit: Visit, name: str) -> netnew.Memory:
    """The memory of an agent; a token that speaks for one agent sees no other's."""
    bound = visit.who.caller.agent
    if bound is not None and bound != name:
        raise RefusedError(
            403, f"your token speaks for the agent `{bound}` alone", "look at its own memory"
        )
    if name not in visit.nn.agents():
        raise netnew.NotFoundError(f"no agent `{name:.100}` has a memory", "/memory lists them")
    return visit.nn.memory(agent_id=name)


def known_agents(visit: Visit) -> list[str]:
    """Every agent whose memory the visitor may see, by name."""
    bound = visit.who.caller.agent
    return [name for name in visit.nn.agents() if bound in {None, name}]


def _found(memory: netnew.Memory, kind: str, query: str, *, inactive: bool) -> Sequence[Any]:
    """Give what a search finds, best first; without one everything, newest first."""
    shelves: dict[str, Any] = {
        "facts": memory.facts, "decisions": memory.decisions, "episodes": memory.episodes
    }  # fmt: skip
    shelf = shelves[kind]
    found: Sequence[Any] = (
        shelf.search(query, limit=MOST_FOUND, inactive=inactive)
        if query
        else shelf.all(inactive=inactive)[::-1]
    )
    return found


def _changes(memory: netnew.Memory) -> Sequence[netnew.Told]:
    """Give the latest changes, newest first; whether an attribute has several values is no item."""
    found = memory.history(limit=MOST_FOUND)[::-1]
    return [one for one in found if not one.item_id.startswith("attribute_")]


def _with_words(memory: netnew.Memory, kind: str, rows: Sequence[Any]) -> Sequence[Any]:
    """Lay beside each change what the item says."""
    if kind != "changes":
        return rows
    return [{"change": one, "said": words_of(memory, one.item_id)} for one in rows]


def words_of(memory: netnew.Memory, item_id: str) -> str:
    """What an item says; empty once it is forgotten."""
    kind = item_id.partition("_")[0]
    if kind == "fact":
        return memory.facts.get(item_id).content
    if kind == "decision":
        return memory.decisions.get(item_id).text
    return memory.episodes.get(item_id).summary


PAGES = (
    Page("/memory", agents, "every agent that remembers something", "memory:read"),
    Page(
        "/memory/agent", agent, "facts, decisions, episodes and changes of one agent, with search",
        "memory:read",
    ),
)  # fmt: skip
