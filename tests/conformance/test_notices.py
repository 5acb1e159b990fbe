"""One suite for every database: people are told what waits, and no write ever waits for that."""

from __future__ import annotations

import json
import os
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import netnew
from netnew.foundation.clock import system_clock
from netnew.review.teller import Teller

TAKE_DOWN = """
import os, sys, time
place, gate = sys.argv[1:3]
while gate and not os.path.exists(gate):
    time.sleep(0.02)
with open(place, "a", encoding="utf-8") as file:
    file.write(sys.stdin.read())
"""


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """Where the command writes what it was told."""
    (tmp_path / "take_down.py").write_text(TAKE_DOWN)
    return tmp_path / "told.jsonl"


def command(told: Path, gate: str = "") -> str:
    return shlex.join([sys.executable, str(told.parent / "take_down.py"), str(told), gate])


def lines(told: Path) -> list[Any]:
    return [json.loads(line) for line in told.read_text().splitlines()] if told.exists() else []


@pytest.fixture
def nn(database_url: str) -> Iterator[netnew.Netnew]:
    with netnew.connect(database_url, settings=netnew.Settings()) as opened:
        yield opened


def hold(nn: netnew.Netnew, number: int = 1) -> None:
    text = f"Nobody knows {number} of these yet."
    nn.memory(agent_id="a1").learn(netnew.FactInput(content=text, hold=True))


def test_each_item_is_told_once_and_what_it_says_is_not(nn: netnew.Netnew, told: Path) -> None:
    hold(nn, 1)
    hold(nn, 2)

    sent = nn.notices.send(command(told))

    items = nn.review.list()
    assert set(sent.told) == {item.item_id for item in items}
    assert nn.notices.send(command(told)) == ((), ())
    found = {line["item_id"]: line for line in lines(told)}
    assert len(lines(told)) == 2
    for item in items:
        assert found[item.item_id] == {
            "event": "review.waiting", "workspace": "default", "item_id": item.item_id,
            "kind": "memory_fact", "subject_id": item.subject_id, "submitted_by": "a1",
            "agent": "a1", "needs": {"people": 1, "agents": 0}, "opened_at": item.opened_at,
        }  # fmt: skip
    assert "Nobody knows" not in told.read_text()


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ("/nowhere/tell", "`/nowhere/tell` cannot be run (No such file or directory)"),
        ("false", "`false` failed with 1"),
    ],
)
def test_what_failed_is_told_at_a_later_try(
    database_url: str, told: Path, broken: str, problem: str
) -> None:
    moment = [system_clock()]
    settings = netnew.Settings()
    with netnew.connect(database_url, settings=settings, clock=lambda: moment[0]) as nn:
        hold(nn)
        assert [one.problem for one in nn.notices.send(broken).failed] == [problem]
        assert nn.notices.send(command(told)) == ((), ())
        moment[0] += timedelta(hours=1)
        assert len(nn.notices.send(command(told)).told) == 1


def test_a_command_that_hangs_is_ended(database_url: str) -> None:
    settings = netnew.Settings(review_command="sleep 600", review_command_seconds=0.1)
    with netnew.connect(database_url, settings=netnew.Settings()) as nn:
        hold(nn)
    with netnew.connect(database_url, settings=settings) as nn:
        (failure,) = nn.notices.send().failed
    assert failure.problem == "`sleep` took over 0.1 seconds"


def test_what_was_decided_meanwhile_is_not_told(nn: netnew.Netnew, told: Path) -> None:
    hold(nn)
    (item,) = nn.review.list()
    nn.review.reject(item.item_id, reviewer="ann", kind="human", reason="is wrong")
    assert nn.notices.send(command(told)) == ((), ())


def test_many_that_tell_at_once_tell_each_item_once(
    nn: netnew.Netnew, database_url: str, told: Path
) -> None:
    for number in range(6):
        hold(nn, number)

    def send() -> None:
        with netnew.connect(database_url, settings=netnew.Settings()) as other:
            other.notices.send(command(told))

    threads = [threading.Thread(target=send) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    nn.notices.send(command(told))
    assert sorted(line["item_id"] for line in lines(told)) == sorted(
        item.item_id for item in nn.review.list()
    )


def test_workspaces_are_told_apart(nn: netnew.Netnew, told: Path) -> None:
    hold(nn.in_workspace("team"))
    assert nn.notices.send(command(told)) == ((), ())
    assert len(nn.in_workspace("team").notices.send(command(told)).told) == 1
    assert [line["workspace"] for line in lines(told)] == ["team"]


def wait_for(found: Any) -> None:
    deadline = time.monotonic() + 60
    while not found() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert found()


def test_what_lands_is_told_by_itself_and_the_write_never_waits(
    database_url: str, told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    gate = told.parent / "gate"
    settings = netnew.Settings(review_command=command(told, str(gate)))

    with netnew.connect(database_url, settings=settings) as nn:
        hold(nn, 1)
        hold(nn.in_workspace("team"), 2)
        hold(nn, 3)
        assert len(nn.review.list()) == 2
    # All is stored, and the program is done, while the command has not even begun to write.
    assert not told.exists()

    gate.touch()
    wait_for(lambda: len(lines(told)) == 3)
    assert sorted(line["workspace"] for line in lines(told)) == ["default", "default", "team"]


def test_a_command_that_cannot_be_run_fails_no_write(
    database_url: str, told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    for broken in ("/nowhere/tell", "'", "false"):
        settings = netnew.Settings(review_command=broken)
        with netnew.connect(database_url, settings=settings) as nn:
            hold(nn, len(broken))
            assert nn.review.list()


def test_a_teller_that_cannot_start_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    teller = Teller({})
    teller.landed("default")
    teller.landed("default")
    teller.close()


def test_no_shell_reads_the_command(nn: netnew.Netnew, told: Path) -> None:
    hold(nn)
    trap = told.parent / "trap"
    nn.notices.send(f"{command(told)} ; touch {trap} $(touch {trap}) `touch {trap}`")
    assert len(lines(told)) == 1
    assert not trap.exists()
