"""The demo runs every instrument for real, may be run again, and leaves something to look at."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from netnew.doors.cli.demo import _netnew
from tests.doors.conftest import Cli


def test_the_demo_tells_its_story(cli: Cli) -> None:
    acts = cli("demo", "--json").json["acts"]
    assert list(acts) == ["stop", "gate", "ratchet", "ledger"]
    stop, gate, ratchet, ledger = acts.values()
    assert (stop["stops_at_round"], stop["signal"]) == (4, "SHIP")
    classes = [answer["class"] for answer in gate["answers"]]
    assert classes == ["KNOWN", "NEAR_DUP", "KNOWN", "NEAR_DUP", "NOVEL_ORPHAN"]
    assert ratchet["levels"][-1] == "CRITICAL"
    assert ratchet["action"] == "TRIGGER_EXPANSION_RESEARCH"
    assert ledger["whole"] is True
    assert (ledger["found_in_copy"]["seq"], ledger["found_in_copy"]["damage"]) == (3, "edited")


def test_the_demo_fits_eighty_columns_and_may_be_run_again(cli: Cli) -> None:
    first, second = cli("demo").out, cli("demo").out
    for printed in (first, second):
        assert all(len(line) <= 80 for line in printed.splitlines())
        assert "SHIP" in printed
        assert "row 3 was edited" in printed
        assert "number: claim 300 seconds, anchor 30 seconds" in printed
    command = first.split("Look around: netnew ")[1].split()
    assert len(cli(*command, "--json").lines) == 5


def test_two_runs_record_the_same_content(cli: Cli) -> None:
    runs = []
    for _ in range(2):
        db = cli("demo", "--json").json["db"]
        rows = cli("ledger", "show", "gate", "--db", db, "--json").lines
        runs.append([row["content_id"] for row in rows])
    assert runs[0] == runs[1]


def test_the_demo_keeps_out_of_the_projects_own_data(cli: Cli) -> None:
    cli("demo")
    assert cli("ledger", "list", "--json").json == {"heads": []}


def test_the_demo_removes_only_what_a_demo_made(cli: Cli, tmp_path: Path) -> None:
    cli("demo")
    mine = tmp_path / ".netnew" / "demo" / "mine.txt"
    mine.write_text("mine")
    cli("demo")
    assert mine.read_text() == "mine"


def test_the_command_that_follows_names_the_workspace(cli: Cli) -> None:
    printed = cli("demo", "--workspace", "our team").out
    command = shlex.split(printed.split("Look around: netnew ")[1])
    assert len(cli(*command, "--json").lines) == 5


def test_the_command_that_follows_can_be_typed_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", [".venv/bin/netnew", "demo"])
    assert _netnew() == [".venv/bin/netnew"]
    monkeypatch.setattr(sys, "argv", ["/somewhere/netnew/__main__.py", "demo"])
    assert _netnew() == [sys.executable, "-m", "netnew"]
