"""What an item of the queue is about, in words, and the page where all of it stands."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

import netnew
from netnew.doors.http.console.entrance import Visitor

# What people read instead of the kind that is stored.
NAMES = {
    "orphan": "orphan",
    "diff": "near-duplicate",
    "expansion": "expansion",
    "memory_fact": "fact",
    "memory_decision": "decision",
}


class Place(NamedTuple):
    """A page, and what it is called."""

    path: str
    name: str


def kind_name(kind: str) -> str:
    """Name a kind as people do.

    >>> kind_name("memory_fact"), kind_name("something_new")
    ('fact', 'something new')
    """
    return NAMES.get(kind, kind.replace("_", " "))


def subject(item: netnew.ReviewItem) -> str:
    """Say what an item is about; the id where it says nothing any more."""
    document = item.document
    says, claim = document.get("says") or {}, document.get("claim") or {}
    found = (
        claim.get("raw_idea") or says.get("content") or says.get("text") or document.get("title")
    )
    if found:
        return str(found)
    return "forgotten since" if document.get("forgotten") else item.subject_id


def place(item: netnew.ReviewItem) -> Place | None:
    """Lead to where an item's evidence stands; None for a kind that this console does not know."""
    if item.kind in {"orphan", "diff"}:
        return Place(
            _link("/gate/verdict", id=item.subject_id), "The verdict beside its neighbours"
        )
    if item.kind == "expansion":
        harness = str(item.document.get("harness", ""))
        return Place(_link("/ratchet/harness", name=harness), f"The harness {harness}")
    if item.kind.startswith("memory_"):
        agent = str(item.document.get("agent", ""))
        path = _link("/memory/item", agent=agent, id=item.subject_id)
        return Place(path, f"In the memory of {agent}")
    return None


def sees(visitor: Visitor, item: netnew.ReviewItem) -> bool:
    """Whether an item is no other agent's memory, where a token speaks for one agent."""
    bound = visitor.caller.agent
    return bound is None or item.document.get("agent", bound) == bound


def is_name_of(written: str | None, name: str | None) -> bool:
    """Whether two names are one person's, as the queue counts them.

    >>> is_name_of(" Ann ", "ann"), is_name_of(None, None)
    (True, False)
    """
    if written is None or name is None:
        return False
    return " ".join(written.split()).casefold() == " ".join(name.split()).casefold()


def _link(path: str, **query: str) -> str:
    return f"{path}?{urlencode(query)}"
