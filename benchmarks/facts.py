"""Generated facts and turns, and stores filled with the rows that learning leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice

import numpy as np

from benchmarks import corpus
from netnew import FactInput, Netnew, Settings, connect
from netnew.foundation.clock import timestamp
from netnew.foundation.ids import content_id
from netnew.foundation.ledger import Entry
from netnew.memory.intake import checked_fact
from netnew.memory.memory import Memory
from netnew.memory.ports import Change, Item, Step
from netnew.memory.sealing import content_hash, new_salt, sealed, subject_hash
from netnew.stores import ledger
from netnew.stores import memory_statements as statements
from netnew.stores.database import Database
from netnew.stores.memory import STREAM
from netnew.stores.memory_rows import item_row, step_row
from netnew.stores.scope import Scope
from netnew.stores.tables import memory_items, memory_steps

AGENT = "bench"
# As many statements on one subject stand side by side.
OF_A_SUBJECT = 5
# So many are stored in one transaction while a store is filled.
AT_ONCE = 2_000


def texts(count: int, seed: int) -> list[str]:
    return [text.decode() for text in corpus.texts(corpus.claims(count, seed))]


def questions(count: int, items: int, seed: int) -> list[str]:
    asked = corpus.questions(corpus.claims(items, 1), count, seed)
    return [text.decode() for text in corpus.texts(asked)]


def facts(said: Sequence[str], items: int, seed: int) -> Iterator[FactInput]:
    chance = np.random.default_rng(seed)
    subjects = chance.integers(max(1, items // OF_A_SUBJECT), size=len(said))
    for text, subject in zip(said, subjects, strict=True):
        yield FactInput(f"subject {subject}", text)


def fill(url: str, items: int) -> None:
    """Store so many facts with their steps and ledger rows, as `learn` leaves those it keeps.

    They are not compared with each other: that would take longer than all that is measured.
    """
    start = datetime(2026, 1, 1, tzinfo=UTC)
    with connect(url, settings=Settings()) as nn:
        nn.memory(agent_id=AGENT).learn(FactInput("the first", "It makes the rows of the agent"))
        workspace = nn.settings.workspace
    database = Database(url, Settings(durability="normal"))
    given, done = facts(texts(items, 1), items, 2), 1
    while some := list(islice(given, AT_ONCE)):
        with database.write(workspace) as scope:
            store(scope, some, done, timestamp(start + timedelta(seconds=done)))
        done += len(some)
    database.close()


def store(scope: Scope, some: Sequence[FactInput], after: int, now: str) -> None:
    items = [item_of(scope, given, seq, now) for seq, given in enumerate(some, after + 1)]
    entries = [
        Entry("memory.learned", {
            "agent": AGENT, "change": item.seq, "outcome": "kept", "compared": [],
            "successor": None, "replaces": [], "fact": item.item_id,
            "said": sealed(item.salt, item.document),
            "steps": [[item.item_id, None, "active"]],
        })
        for item in items
    ]  # fmt: skip
    rows = ledger.append(scope, STREAM + AGENT, entries, now)
    scope.insert(memory_items, [item_row(AGENT, item) for item in items])
    change = Change("learned", {}, {"reason": "nothing else is known on it", "compared": {}})
    steps = [
        step_row(AGENT, item.seq, change, Step(item.item_id, None, item.standing), row.row_id, now)
        for item, row in zip(items, rows, strict=True)
    ]
    scope.insert(memory_steps, steps)
    scope.set(statements.MOVE_AGENT, agent=AGENT, to_seq=after + len(items))


def item_of(scope: Scope, given: FactInput, seq: int, now: str) -> Item:
    document = {**checked_fact(given), "profile": "default"}
    return Item(
        item_id=content_id("fact", scope.workspace, AGENT, str(seq)),
        kind="fact",
        at=now,
        standing={"state": "active", "confirmations": 1, "last_seen_at": now},
        document=document,
        seq=seq,
        subject_hash=subject_hash(given.subject),
        content_hash=content_hash(given.subject, None, given.content),
        salt=new_salt(),
    )


def opened(nn: Netnew) -> Memory:
    """The memory, with its indexes read in."""
    memory = nn.memory(agent_id=AGENT)
    memory.context("where to begin")
    return memory
