"""Writers of bases killed at random moments: what was acknowledged is there, whole and found."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from netnew import NotFoundError, Settings, connect
from netnew.bases.bases import Bases
from tests.crash.killing import kill_often
from tests.soak import Report, amount

# Swept at once: a crash must never leave a head without its segments.
AT_ONCE = -60.0


@contextmanager
def opened(target: str) -> Iterator[Bases]:
    url, _, home = target.partition("|")
    with connect(url, settings=Settings(home=home)) as nn:
        yield nn.bases


def work_for_ever(outbox: Connection, target: str, number: int) -> None:
    with opened(target) as bases:
        for n in count():
            own = f"{number}-{n}"
            items = [{"id": f"{own}-{part}", "text": f"claim {part} of {own}"} for part in range(3)]
            bases.add("core", items)
            outbox.send(f"item {own}-2")
            if n % 3 == 1:
                bases.remove("core", [f"{own}-1"])
                outbox.send(f"gone {own}-1")
            if n % 4 == 2:
                outbox.send(f"snapshot {bases.snapshot('core').id}")
            if n % 5 == 3:
                bases.compact("core", grace_seconds=AT_ONCE)


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_nothing_acknowledged_is_lost(
    database_url: str, tmp_path: Path, soak_report: Report
) -> None:
    target = f"{database_url}|{tmp_path / 'home'}"
    kills = amount(20, 200)
    acknowledged = kill_often(work_for_ever, target, kills=kills, at_once=2, seed=11)
    said = [line.split(" ") for line in acknowledged]

    # No repair: the next start is an ordinary one.
    with opened(target) as bases:
        assert bases.verify("core") == []
        latest = bases.snapshot("core")
        held = {item.id for item in latest}
        assert {name for kind, name in said if kind == "item"} <= held
        assert not {name for kind, name in said if kind == "gone"} & held
        for name in {own.rpartition("-")[0] for own in held}:
            # An add is there with all its items, or not at all.
            assert f"{name}-0" in held
            assert f"{name}-2" in held
            (best, *_) = latest.top_k(f"claim 2 of {name}", 1)
            assert (best.id, best.intersection) == (f"{name}-2", best.union)
        snapshots = [name for kind, name in said if kind == "snapshot"]
        for snapshot_id in snapshots:
            assert len(list(bases.open(snapshot_id))) == len(bases.open(snapshot_id))
        with pytest.raises(NotFoundError):
            bases.remove("core", ["never"])
        # What dying writers left unfinished is swept once it is an hour old.
        for path in bases._shelf.folder.iterdir():
            os.utime(path, (0, 0))
        bases.compact("core", forget_after_days=0, grace_seconds=AT_ONCE)
        assert {item.id for item in bases.snapshot("core")} == held
        files = [path.name for path in bases._shelf.folder.iterdir()]
        assert [name.partition(".")[0] for name in files] == [
            part.hash for part in bases.show("core").manifest.parts
        ]
    with connect(database_url, settings=Settings()) as nn:
        assert nn.ledger.verify() == {"bases": []}
    soak_report.add(
        f"bases, {database_url.partition(':')[0]}",
        kills=kills,
        acknowledged=len(said),
        snapshots=len(snapshots),
    )
