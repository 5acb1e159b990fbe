"""The demo runs every instrument for real, may be run again, and leaves something to look at."""

from __future__ import annotations

import json
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import netnew
from netnew.doors.cli.demo import _netnew, acts, season
from netnew.doors.http.console import PAGES
from tests.doors.conftest import Answer, Cli


def _that_follow(demo: Answer) -> list[list[str]]:
    """The commands that the demo ends with, a line each, as words after `netnew`."""
    lines = demo.out.split("Look around:\n")[1].splitlines()
    return [shlex.split(line)[1:] for line in lines]


def test_the_demo_tells_its_story(cli: Cli) -> None:
    acts = cli("demo", "--json").json["acts"]
    assert list(acts) == ["stop", "gate", "ratchet", "memory", "ledger"]
    stop, gate, ratchet, memory, ledger = acts.values()
    assert (stop["stops_at_round"], stop["signal"]) == (4, "SHIP")
    classes = [answer["class"] for answer in gate["answers"]]
    assert classes == ["KNOWN", "NEAR_DUP", "KNOWN", "NEAR_DUP", "NOVEL_ORPHAN"]
    assert ratchet["levels"][-1] == "CRITICAL"
    assert ratchet["action"] == "TRIGGER_EXPANSION_RESEARCH"
    assert memory["outcomes"] == [
        "kept", "superseded", "confirmed",
        "kept", "duplicate", "rejected", "quarantined", "refused",
    ]  # fmt: skip
    assert 0 < memory["tokens"] <= 100
    assert ledger["whole"] is True
    assert (ledger["found_in_copy"]["seq"], ledger["found_in_copy"]["damage"]) == (3, "edited")


def test_the_demo_fits_eighty_columns_and_may_be_run_again(cli: Cli) -> None:
    first, second = cli("demo").out, cli("demo").out
    for printed in (first, second):
        shown, _ = printed.split("Look around:")
        assert all(len(line) <= 80 for line in shown.splitlines())
        assert "SHIP" in printed
        assert "row 3 was edited" in printed
        assert "number: claim 300 seconds, anchor 30 seconds" in printed


def test_a_claim_with_another_number_is_seen_to_go_on_as_a_change(cli: Cli) -> None:
    printed = " ".join(cli("demo").out.split())
    assert "→ goes on as a change, not merged: number: claim 300 seconds" in printed
    assert printed.count("→ goes on as known: nothing else is said") == 1
    assert printed.count("→ waits until others say the like") == 1


def test_a_base_that_others_filled_changes_the_show_and_breaks_nothing(
    cli: Cli, tmp_path: Path
) -> None:
    db = ("--db", "sqlite:///mine.db")
    known = {"id": "x1", "text": "The warehouse API rate limits us to nine calls a minute."}
    (tmp_path / "mine.jsonl").write_text(json.dumps(known))
    assert cli("base", "add", "runbook", "mine.jsonl", *db).code == 0
    assert "row 3 was edited" in cli("demo", *db).out


def test_the_commands_that_follow_are_whole_lines_that_work(cli: Cli) -> None:
    explain, show = _that_follow(cli("demo", "--workspace", "a name of some twenty-five letters"))
    assert len(" ".join(show)) > 80
    assert "differs number: claim 300 seconds, anchor 30 seconds" in cli(*explain).out
    assert len(cli(*show, "--json").lines) == 5


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


def test_the_command_that_follows_can_be_typed_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", [".venv/bin/netnew", "demo"])
    assert _netnew() == [".venv/bin/netnew"]
    monkeypatch.setattr(sys, "argv", ["/somewhere/netnew/__main__.py", "demo"])
    assert _netnew() == [sys.executable, "-m", "netnew"]


def test_the_demo_serves_a_console_that_has_something_on_every_page(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "netnew", "demo", "--serve", "--port", "0"]
    with (tmp_path / "out").open("w") as out:
        running = subprocess.Popen(
            command, cwd=tmp_path, stdout=out, stderr=subprocess.PIPE, text=True
        )
    try:
        assert running.stderr is not None
        said = running.stderr.readline()
        place = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert place is not None, said
        for page in PAGES:
            if page.method == "GET" and page.path not in {"/login"}:
                answer = httpx.get(place[0] + page.path, timeout=30)
                needs_an_id = answer.status_code in {404, 422}
                assert needs_an_id or answer.status_code == 200, page.path
                assert 'class="empty"' not in answer.text, page.path
    finally:
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 0
        running.stderr.close()
    assert "Look around:" in (tmp_path / "out").read_text()


def test_a_story_that_was_told_is_not_told_again(tmp_path: Path) -> None:
    with netnew.connect("sqlite://", settings=netnew.Settings(home=str(tmp_path))) as nn:
        acts.gate_the_claims(nn)
        season.go_on(nn, tmp_path)
        before = nn.ledger.heads()
        season.go_on(nn, tmp_path)
        assert nn.ledger.heads() == before
        kinds = {item.kind for item in nn.review.list()}
        assert kinds == {"orphan", "diff", "expansion", "memory_fact", "memory_decision"}


def test_a_port_that_is_taken_is_said_before_the_show(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        answer = cli("demo", "--serve", "--port", str(taken.getsockname()[1]))
    assert (answer.code, answer.out) == (2, "")
    assert "cannot be bound" in answer.err
