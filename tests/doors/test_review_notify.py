"""`netnew review notify`: by hand, people are told what they were not told yet."""

from __future__ import annotations

import shlex
from pathlib import Path

import netnew
from tests.doors.conftest import Cli


def test_by_hand_it_says_what_it_did(cli: Cli, tmp_path: Path) -> None:
    with netnew.connect(f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}") as nn:
        fact = netnew.FactInput(content="Nobody knows this yet.", hold=True)
        nn.memory(agent_id="a1").learn(fact)
        (item,) = nn.review.list()
    told = tmp_path / "told.jsonl"
    take_down = f"tee -a {shlex.quote(str(told))}"
    unset = cli("review", "notify")
    assert (unset.code, unset.out) == (2, "")
    assert "set review_command" in unset.err
    unclosed = cli("review", "notify", "--run", "'")
    assert (unclosed.code, "close its quotes" in unclosed.err) == (2, True)
    done = cli("review", "notify", "--run", take_down, "--json")
    assert (done.code, done.json) == (0, {"told": [item.item_id], "failed": []})
    again = cli("review", "notify", "--run", take_down)
    assert (again.code, again.out) == (0, "0 told\n")
    assert item.item_id in told.read_text()
    assert len(told.read_text().splitlines()) == 1
