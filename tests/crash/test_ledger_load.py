"""Many writers at full speed for a while: every append gets in, in one unbroken chain."""

from __future__ import annotations

import threading
import time

import pytest

from netnew.app import connect
from netnew.foundation.ledger import Entry
from netnew.foundation.settings import Settings
from tests.soak import Report, amount

WRITERS = 8


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_writers_at_full_speed_all_get_in(database_url: str, soak_report: Report) -> None:
    seconds = amount(2, 20)
    deadline = time.monotonic() + seconds
    written: list[str] = []

    def write(number: int) -> None:
        with connect(database_url, settings=Settings()) as own:
            n = 0
            while n == 0 or time.monotonic() < deadline:
                (row,) = own.ledger.append("stream", [Entry("note", {"n": n}, key=f"{number}-{n}")])
                written.append(row.row_id)
                n += 1

    threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with connect(database_url, settings=Settings()) as nn:
        stored = [row.row_id for row in nn.ledger.rows("stream")]
        assert sorted(stored) == sorted(written)
        assert len(written) >= WRITERS
        assert nn.ledger.verify() == {"stream": []}
    database = database_url.partition(":")[0]
    soak_report.add(f"ledger load, {database}", writers=WRITERS, seconds=seconds, rows=len(written))
