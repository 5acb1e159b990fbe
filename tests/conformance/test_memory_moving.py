"""One suite for every database: what is brought in comes once, rehearsals leave nothing."""

from __future__ import annotations

import io
import json
import threading
from collections import Counter
from collections.abc import Iterator

import pytest

from netnew import Brought, Netnew, Settings, connect, read_memories

LINES = "\n".join(
    json.dumps(
        {"kind": "fact", "subject": f"part {n % 5}", "content": f"Part {n % 5} has {n} pins"}
    )
    for n in range(30)
).encode()


@pytest.fixture
def nn(database_url: str) -> Iterator[Netnew]:
    with connect(database_url, settings=Settings()) as opened:
        yield opened
        assert all(not faults for faults in opened.ledger.verify().values())


def bring_in(nn: Netnew, *, rehearse: bool = False) -> list[Brought]:
    arrivals = read_memories(io.BytesIO(LINES), name="x")
    return list(nn.memory(agent_id="a1").bring_in(arrivals, rehearse=rehearse))


def test_a_rehearsal_leaves_nothing_and_foretells_the_run(nn: Netnew) -> None:
    told = [one.outcome for one in bring_in(nn, rehearse=True)]

    assert nn.ledger.heads() == []
    assert [one.outcome for one in bring_in(nn)] == told


def test_two_runs_at_once_bring_everything_in_once(nn: Netnew, database_url: str) -> None:
    nn.memory(agent_id="a1").facts.all()  # the tables are there
    found: Counter[str] = Counter()

    def run() -> None:
        with connect(database_url, settings=Settings()) as own:
            found.update(one.outcome for one in bring_in(own))

    runs = [threading.Thread(target=run) for _ in range(2)]
    for one in runs:
        one.start()
    for one in runs:
        one.join()

    assert found["already"] == 30
    assert len(nn.memory(agent_id="a1").facts.all(inactive=True)) == 30


def test_an_export_reads_alike_on_every_database(nn: Netnew) -> None:
    bring_in(nn)
    lines = [json.dumps(line) for line in nn.memory(agent_id="a1").export()]

    copy = nn.memory(agent_id="copy")
    list(copy.bring_in(read_memories(io.BytesIO("\n".join(lines).encode()), name="x")))

    def told(agent: str) -> list[tuple[str, str]]:
        held = nn.memory(agent_id=agent).facts.all(inactive=True)
        return sorted((one.content, one.state) for one in held)

    assert told("copy") == told("a1")
