"""Finding again: indexes propose, the database says what is live, `recall` puts in order.

Every word of the query proposes too, so that what has its one rare word is not crowded out by
texts that share the common ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from netnew.foundation.errors import InputError
from netnew.kernel.int8 import I8
from netnew.memory.desk import Desk
from netnew.memory.intake import check_count, check_kinds
from netnew.memory.near_copies import Profile
from netnew.memory.ports import Item, MemoryShelf
from netnew.memory.recall import Candidate, Recall, recall
from netnew.memory.records import Kind
from netnew.memory.remembered import SEARCHED

MOST: Final = 64
MOST_SIMILAR: Final = 8
CONTEXT_KINDS: Final[tuple[Kind, ...]] = ("decision", "fact", "episode")


class Context(str):
    """Markdown for a prompt, which knows how it came about.

    >>> Context("## Known Facts", None).splitlines()
    ['## Known Facts']
    """

    __slots__ = ("recall",)

    recall: Recall | None
    """What came back, in order, and why the rest stayed out."""

    def __new__(cls, text: str, account: Recall | None) -> Context:
        """Make it of the text and its account."""
        made = super().__new__(cls, text)
        made.recall = account
        return made


def search(
    desk: Desk, kind: Kind, query: str, *, limit: int, inactive: bool, profile: Profile
) -> Sequence[Item]:
    """Items of a kind that have to do with `query`, best first, without near-copies.

    With `inactive` nothing is left out as a copy: who asks for those wants to see them all.
    """
    _check_query(query)
    check_count("limit", limit)
    vector = desk.vector(query)
    with desk.archive.read() as shelf:
        found, likeness = _proposed(desk, shelf, kind, query, vector, inactive=inactive)
    by_id = {item.item_id: item for item in found}
    candidates = [_candidate(item, likeness.get(item.item_id)) for item in found]
    if not inactive:
        return [by_id[one] for one in recall(query, candidates, limit=limit, profile=profile).ids]
    alone = (recall(query, [one], profile=profile).kept for one in candidates)
    kept = [one[0] for one in alone if one]
    kept.sort(key=lambda one: (-one.word_share, one.candidate.id))
    return [by_id[one.candidate.id] for one in kept[:limit]]


def context(
    desk: Desk, query: str, *, budget_tokens: int, kinds: Sequence[Kind], profile: Profile
) -> Context:
    """What is known for `query`, as Markdown that fits into a budget."""
    _check_query(query)
    check_count("budget_tokens", budget_tokens)
    check_kinds(kinds)
    vector = desk.vector(query)
    with desk.archive.read() as shelf:
        candidates = candidates_on(desk, shelf, query, vector, kinds)
    return assembled(query, candidates, budget_tokens, profile)


def candidates_on(
    desk: Desk, shelf: MemoryShelf, query: str, vector: I8 | None, kinds: Sequence[Kind]
) -> Sequence[Candidate]:
    """What a context for `query` may hold, read in a transaction that is open already."""
    candidates: list[Candidate] = []
    for kind in kinds:
        found, likeness = _proposed(desk, shelf, kind, query, vector, inactive=False)
        candidates += [_candidate(item, likeness.get(item.item_id)) for item in found]
    return candidates


def assembled(
    query: str, candidates: Sequence[Candidate], budget_tokens: int, profile: Profile
) -> Context:
    """The best of the candidates, as Markdown that fits into a budget."""
    found_again = recall(query, candidates, budget_tokens=budget_tokens, profile=profile)
    return Context(found_again.text, found_again)


def _proposed(
    desk: Desk, shelf: MemoryShelf, kind: Kind, query: str, vector: I8 | None, *, inactive: bool
) -> tuple[Sequence[Item], dict[str, int]]:
    known = desk.remembered
    ids = set(known.propose(shelf, kind, query, inactive=inactive))
    likeness: dict[str, int] = {}
    if vector is not None and desk.embedder is not None:
        likeness = dict(known.near(shelf, kind, desk.embedder.model_id, vector, MOST))
    found = known.items(shelf, kind, {*ids, *likeness}, inactive=inactive)
    return found, likeness


def _check_query(query: object) -> None:
    # Half a character is sought too: it is found nowhere.
    if not isinstance(query, str):
        raise InputError(f"the query is {query!r:.40}", "give a text")


def _candidate(item: Item, likeness: int | None) -> Candidate:
    said = item.document
    if item.kind == "fact":
        # A value alone says little: "Ann" is the team's lead.
        named = (said.get("subject"), said.get("attribute"))
        about = " ".join(part for part in named if part) or None
        text, at = str(said.get("content", "")), said.get("observed_at") or item.at
        return Candidate(item.item_id, "fact", text, at, about, likeness=likeness)
    outcome = item.standing.get("outcome") if item.kind == "decision" else item.state
    text = str(said.get("text" if item.kind == "decision" else "summary", ""))
    kind: Kind = "decision" if item.kind == "decision" else "episode"
    return Candidate(
        item.item_id, kind, text, item.at, None, str(outcome or ""), said.get("confidence"),
        likeness,
    )  # fmt: skip


def similar_texts(desk: Desk, shelf: MemoryShelf, text: str, least: int) -> list[str]:
    """What is said already in words like these: the nearest live texts of every kind.

    Of those, the ones that share at least so many words with it.
    """
    found: list[str] = []
    alike = desk.remembered.sharing(shelf, CONTEXT_KINDS, text, MOST_SIMILAR, least)
    for kind, ids in alike.items():
        if ids:
            said = (item.document for item in desk.remembered.items(shelf, kind, ids))
            found += [str(one.get(SEARCHED[kind], "")) for one in said]
    return found
