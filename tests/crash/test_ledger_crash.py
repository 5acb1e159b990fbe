"""Writers killed at random moments lose nothing that they acknowledged, and fork no chain."""

from __future__ import annotations

from multiprocessing.connection import Connection

import pytest

from netnew.app import connect
from netnew.foundation.ledger import Entry
from netnew.foundation.settings import Settings
from tests.crash.killing import kill_often
from tests.soak import Report, amount


def append_for_ever(outbox: Connection, url: str, number: int) -> None:
    nn = connect(url, settings=Settings())
    n = 0
    while True:
        entries = [
            Entry("note", {"n": n}, key=f"{number}-{n}-{part}")
            for part in range(parts_of(f"{number}-{n}"))
        ]
        nn.ledger.append("stream", entries)
        for entry in entries:
            outbox.send(entry.key)
        n += 1


def parts_of(batch: str) -> int:
    """How many entries the batch `writer-n` has."""
    return 1 + int(batch.split("-")[1]) % 3


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost(database_url: str, soak_report: Report) -> None:
    # The first writers also race to create the tables, and die while they do.
    kills = amount(20, 200)
    acknowledged = kill_often(append_for_ever, database_url, kills=kills, at_once=2, seed=7)

    with connect(database_url, settings=Settings()) as nn:
        rows = list(nn.ledger.rows("stream"))
        assert nn.ledger.verify() == {"stream": []}
        (after,) = nn.ledger.append("stream", [Entry("note", {"n": "after"})])

    stored = [row.key for row in rows]
    lost = set(acknowledged) - set(stored)
    assert not lost
    assert len(stored) == len(set(stored))
    assert after.seq == len(rows) + 1
    batches = {(key or "").rsplit("-", 1)[0] for key in stored}
    whole = {f"{batch}-{part}" for batch in batches for part in range(parts_of(batch))}
    assert whole == set(stored), "a batch was stored in part"
    assert len(acknowledged) > kills, "the writers were killed before they wrote anything"
    soak_report.add(
        f"ledger, {database_url.split(':', maxsplit=1)[0]}",
        kills=kills,
        acknowledged=len(acknowledged),
        lost=len(lost),
    )
