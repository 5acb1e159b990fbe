"""One opened database serves several threads, and writers beside readers, wherever it lives."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from netnew.app import Netnew, connect
from netnew.foundation.ledger import Entry
from netnew.foundation.settings import Settings
from tests import parts

NOTE = Entry("note", {"n": 1})


@pytest.fixture(
    params=["memory", "file", pytest.param("postgres", marks=pytest.mark.needs("postgres"))]
)
def nn(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Netnew]:
    if request.param == "postgres":
        with (
            parts.postgres_database(request.getfixturevalue("postgres_server")) as url,
            connect(url, settings=Settings()) as opened,
        ):
            yield opened
    else:
        url = "sqlite://" if request.param == "memory" else f"sqlite:///{tmp_path}/x.db"
        with connect(url, settings=Settings()) as opened:
            yield opened


def test_another_thread_sees_the_same_rows(nn: Netnew) -> None:
    nn.ledger.append("s", [NOTE])
    found: list[int] = []

    def work() -> None:
        nn.ledger.append("s", [NOTE])
        found.extend(row.seq for row in nn.ledger.rows("s"))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [1, 2]
    assert nn.ledger.verify() == {"s": []}


def test_rows_can_be_appended_while_others_are_read(nn: Netnew) -> None:
    nn.ledger.append("s", [NOTE] * 3)
    seen = [(row.seq, nn.ledger.append("s", [NOTE])[0].seq) for row in nn.ledger.rows("s")]
    assert seen == [(1, 4), (2, 5), (3, 6)]


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_what_lives_in_memory_goes_away_at_close(url: str) -> None:
    with connect(url, settings=Settings()) as nn:
        nn.ledger.append("s", [NOTE])
        folder = nn._database.folder
        assert folder is not None
        assert folder.is_dir()
    assert not folder.exists()
