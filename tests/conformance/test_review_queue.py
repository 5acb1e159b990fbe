"""One queue for people on every database: all four kinds wait, are voted on, and go on alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import netnew
from netnew.ratchet.harness_file import FileOnDisk
from netnew.ratchet.proposals import read_proposal
from tests.ratchet.scenario import HARNESS, PROPOSAL

KNOWN = "Checkout requests time out after 30 seconds under load."
NEAR = "Checkout requests time out after 300 seconds under load, says Ada."


@pytest.fixture
def nn(database_url: str, tmp_path: Path) -> Iterator[netnew.Netnew]:
    settings = netnew.Settings(home=str(tmp_path))
    with netnew.connect(database_url, settings=settings) as opened:
        yield opened


def propose(nn: netnew.Netnew, folder: Path, approvals: int = 1) -> netnew.ReviewItem:
    file = folder / "h.yaml"
    file.write_text(f"approvals: {approvals}\n{HARNESS}")
    expansions = nn.ratchet("h").expansions
    expansions.request(by="ann", reason="too easy")
    expansions.propose(read_proposal(PROPOSAL), FileOnDisk(file), by="ann")
    (item,) = [one for one in nn.review.list() if one.kind == "expansion"]
    return item


def state(nn: netnew.Netnew) -> str:
    return str(nn.ratchet("h").expansions.all()[-1]["state"])


def judge(nn: netnew.Netnew, text: str, approvals: int, risk: Any = "LOW") -> dict[str, Any]:
    # What is there already is left as it is.
    nn.bases.add("core", [{"id": "k1", "text": KNOWN}])
    nn.bases.add("user", [{"id": "u1", "text": "Ada is on call this week."}])
    pack = netnew.pack_text().replace("# near_dup_approvals: 1", f"near_dup_approvals: {approvals}")
    gate = nn.gate.open(netnew.parse_policy(pack), user="user", core="core")
    claim = netnew.Claim(text, "c1", risk, metadata={"author_id": "ann"})
    (document,) = nn.gate.judge(gate, [claim])
    return document


def test_a_proposal_waits_with_the_approvals_that_its_harness_names(
    nn: netnew.Netnew, tmp_path: Path
) -> None:
    item = propose(nn, tmp_path, approvals=2)
    assert (item.state, item.min_humans, item.min_agents) == ("waiting", 2, 0)
    assert (item.submitted_by, item.document["harness"]) == ("ann", "h")
    assert item.document["title"].startswith("h: ")


def test_a_vote_in_the_queue_is_a_word_on_the_expansion(nn: netnew.Netnew, tmp_path: Path) -> None:
    item = propose(nn, tmp_path, approvals=2)
    nn.review.approve(item.item_id, reviewer="Ben", kind="human", reason="it only tightens")
    assert state(nn) == "researched"
    done = nn.review.approve(item.item_id, reviewer="Cleo", kind="human", reason="overdue")
    assert (done.state, state(nn)) == ("approved", "approved")
    document = nn.ratchet("h").expansions.all()[-1]
    assert document["reviews"] == [["ben", "approve", "it only tightens"],
                                   ["cleo", "approve", "overdue"]]  # fmt: skip
    assert document["human_approved"] is True
    assert not any(nn.ledger.verify().values())


def test_a_word_on_the_expansion_is_a_vote_in_the_queue(nn: netnew.Netnew, tmp_path: Path) -> None:
    item = propose(nn, tmp_path)
    nn.ratchet("h").expansions.review("reject", by="Ben", reason="not now")
    shown = nn.review.show(item.item_id)
    assert (shown.state, shown.votes[0].reviewer) == ("rejected", "ben")
    assert nn.review.list() == []


def test_an_approval_is_taken_back_until_it_is_carried_out(
    nn: netnew.Netnew, tmp_path: Path
) -> None:
    item = propose(nn, tmp_path)
    nn.review.approve(item.item_id, reviewer="ben", kind="human", reason="good")
    assert nn.review.undo(item.item_id, reviewer="ben").state == "waiting"
    assert state(nn) == "researched"
    nn.review.approve(item.item_id, reviewer="ben", kind="human", reason="good after all")
    nn.ratchet("h").expansions.apply(FileOnDisk(tmp_path / "h.yaml"), by="ben")
    with pytest.raises(netnew.InputError, match="no longer be taken back"):
        nn.review.undo(item.item_id, reviewer="ben")
    assert nn.review.show(item.item_id).state == "approved"


def test_a_rejected_expansion_stays_rejected(nn: netnew.Netnew, tmp_path: Path) -> None:
    item = propose(nn, tmp_path)
    nn.review.reject(item.item_id, reviewer="ben", kind="human", reason="no")
    with pytest.raises(netnew.InputError, match="no longer be taken back"):
        nn.review.undo(item.item_id, reviewer="ben")
    assert nn.review.show(item.item_id).state == "rejected"


def test_an_expansion_takes_people_other_than_its_proposer(
    nn: netnew.Netnew, tmp_path: Path
) -> None:
    item = propose(nn, tmp_path)
    with pytest.raises(netnew.InputError, match="approved by people"):
        nn.review.approve(item.item_id, reviewer="bot", kind="agent", reason="good")
    with pytest.raises(netnew.InputError, match="cannot review it"):
        nn.review.approve(item.item_id, reviewer="Ann", kind="human", reason="mine")
    assert (state(nn), nn.review.show(item.item_id).votes) == ("researched", ())


def test_a_new_proposal_is_voted_on_anew(nn: netnew.Netnew, tmp_path: Path) -> None:
    item = propose(nn, tmp_path, approvals=2)
    nn.review.approve(item.item_id, reviewer="ben", kind="human", reason="good")
    file = FileOnDisk(tmp_path / "h.yaml")
    nn.ratchet("h").expansions.propose(read_proposal(PROPOSAL), file, by="cleo")
    shown = nn.review.show(item.item_id)
    assert (shown.votes, shown.submitted_by, shown.state) == ((), "cleo", "waiting")


def test_a_near_duplicate_waits_only_where_the_policy_says_so(nn: netnew.Netnew) -> None:
    free = judge(nn, NEAR, 0)
    assert free["kgr"]["class"] == "NEAR_DUP"
    assert free["route"]["label"] == "FORWARD_TO_STEP5"
    assert nn.review.list() == []
    held = judge(nn, NEAR, 1)
    assert held["route"]["label"] == "DROP_DEFER"
    assert held["route"]["reasons"][-1] == "awaiting_quorum"
    (item,) = nn.review.list()
    assert (item.kind, item.submitted_by, item.min_humans) == ("diff", "ann", 1)
    assert item.document["diff_stub"]["diff_notes"]
    done = nn.review.approve(item.item_id, reviewer="ben", kind="human", reason="another limit")
    assert done.state == "approved"
    (row,) = nn.ledger.rows("review")
    assert row.body["route"]["label"] == "FORWARD_TO_STEP5"
    assert all(one.agrees for one in nn.gate.replay())


def test_all_four_kinds_wait_in_one_queue(nn: netnew.Netnew, tmp_path: Path) -> None:
    propose(nn, tmp_path)
    judge(nn, NEAR, 1)
    judge(nn, "Zebras graze beyond the river.", 1, "HIGH")
    nn.memory(agent_id="scout").learn(netnew.FactInput("api", "It is rotated.", hold=True))
    assert {item.kind for item in nn.review.list()} == {
        "expansion", "diff", "orphan", "memory_fact",
    }  # fmt: skip
