"""One suite for every database: judgements, deferred claims and the queue are kept whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from netnew import InputError, Netnew, NotFoundError, Settings, connect, default_policy
from netnew.gate.claim import claim_of
from tests.gate.shelf import CORE, USER, changed, noon

ZEBRAS = {"raw_idea": "Quantum zebras run at night", "risk_class": "LOW"}


@pytest.fixture
def nn(database_url: str, tmp_path: Path) -> Iterator[Netnew]:
    settings = Settings(home=str(tmp_path / "home"))
    with connect(database_url, settings=settings, clock=noon) as opened:
        opened.bases.add("notes", USER)
        opened.bases.add("core", CORE)
        yield opened


def judge(nn: Netnew, *lines: dict[str, object], keys: list[str] | None = None) -> list[dict]:
    gate = nn.gate.open(user="notes", core="core")
    return nn.gate.judge(gate, [claim_of(line) for line in lines], keys=keys)


def test_a_judgement_is_in_the_ledger_and_can_be_explained(nn: Netnew) -> None:
    [document] = judge(nn, {"claim_id": "c", "raw_idea": USER[0]["text"]})
    found = nn.gate.explain(document["kgr"]["kgr_id"])
    assert found["judgement"] == document
    assert found["claim"] == {"claim_id": "c", "raw_idea": USER[0]["text"]}
    [row] = list(nn.ledger.rows("gate"))
    assert row.row_id == found["row_id"]
    assert nn.ledger.verify()["gate"] == []


def test_an_unknown_judgement_says_where_to_look(nn: Netnew) -> None:
    with pytest.raises(NotFoundError, match="netnew ledger show gate"):
        nn.gate.explain("kgr_none")


def test_a_known_key_gives_the_first_judgement(nn: Netnew) -> None:
    [first] = judge(nn, {"claim_id": "c", "raw_idea": "Water boils."}, keys=["run:1"])
    nn.bases.add("core", [{"id": "new", "text": "Water boils."}])
    [again] = judge(nn, {"claim_id": "c", "raw_idea": "Water boils."}, keys=["run:1"])
    assert again == first
    assert len(list(nn.ledger.rows("gate"))) == 1


def test_the_same_claim_comes_back_as_a_new_row_with_the_same_id(nn: Netnew) -> None:
    one, two = (judge(nn, {"raw_idea": "Water boils."})[0] for _ in range(2))
    assert one["kgr"]["kgr_id"] == two["kgr"]["kgr_id"]
    assert len({row.row_id for row in nn.ledger.rows("gate")}) == 2


def test_a_replay_reproduces_every_digest_though_the_bases_moved_on(nn: Netnew) -> None:
    judge(nn, ZEBRAS, {"raw_idea": USER[0]["text"]}, {"raw_idea": ""})
    nn.bases.add("core", [{"id": "z", "text": ZEBRAS["raw_idea"]}])
    judge(nn, ZEBRAS)
    replayed = list(nn.gate.replay())
    assert len(replayed) == 4
    assert all(one.agrees for one in replayed)


def test_a_replay_finds_a_judgement_that_was_changed(tmp_path: Path) -> None:
    file = tmp_path / "n.db"
    with connect(f"sqlite:///{file}", settings=Settings(), clock=noon) as nn:
        nn.bases.add("notes", USER)
        nn.bases.add("core", CORE)
        judge(nn, {"raw_idea": USER[0]["text"]})
        with sqlite3.connect(file) as raw:
            raw.execute("UPDATE ledger_rows SET body_json=replace(body_json,'KNOWN','NEAR_DUP')"
                        " WHERE stream='gate'")  # fmt: skip
        raw.close()
        assert [one.agrees for one in nn.gate.replay()] == [False]


def test_an_orphan_of_high_risk_waits_for_its_quorum(nn: Netnew) -> None:
    orphan = {**ZEBRAS, "risk_class": "HIGH", "metadata": {"author_id": "ann"}}
    [document] = judge(nn, orphan)
    assert document["route"]["reasons"][-1] == "awaiting_quorum"
    [item] = nn.review.list()
    assert (item.kind, item.subject_id) == ("orphan", document["kgr"]["kgr_id"])
    with pytest.raises(InputError, match="cannot review"):
        nn.review.approve(item.item_id, reviewer="Ann", kind="human", reason="mine")
    nn.review.approve(item.item_id, reviewer="bob", kind="human", reason="seen")
    nn.review.approve(item.item_id, reviewer="b1", kind="agent", reason="seen")
    done = nn.review.approve(item.item_id, reviewer="b2", kind="agent", reason="seen")
    assert done.state == "approved"
    assert all((vote.at or "") >= item.opened_at for vote in nn.review.show(item.item_id).votes)
    rows = list(nn.ledger.rows("review"))
    assert [row.body.get("route", {}).get("label") for row in rows] == [
        None, None, "FORWARD_TO_STEP5",
    ]  # fmt: skip
    assert nn.review.list() == []
    assert nn.review.undo(item.item_id, reviewer="b2").state == "waiting"


def test_an_orphan_of_low_risk_needs_nobody(nn: Netnew) -> None:
    judge(nn, ZEBRAS)
    assert nn.review.list() == []
    assert [one.state for one in nn.gate.deferred()] == ["deferred"]


def test_a_growing_cluster_opens_its_claims_again(nn: Netnew) -> None:
    gate = nn.gate.open(user="notes", core="core")
    judge(nn, {**ZEBRAS, "metadata": {"source": "a"}})
    assert nn.gate.settle(gate) == []
    judge(nn, {"raw_idea": "Quantum zebras run at night!", "risk_class": "LOW",
               "metadata": {"source": "b"}})  # fmt: skip
    [reopened] = nn.gate.settle(gate)
    assert reopened.trigger == "NEW_SOURCE_CLUSTER"
    assert reopened.cluster is not None
    assert (reopened.cluster.cluster_size, reopened.cluster.w_indep) == (2, 1.0)
    assert nn.gate.settle(gate) == []
    assert [row.kind for row in nn.ledger.rows("gate")][-1] == "gate.reopened"


def test_changed_thresholds_open_deferred_claims_again(nn: Netnew) -> None:
    judge(nn, ZEBRAS)
    assert nn.gate.settle(nn.gate.open(default_policy(), user="notes", core="core")) == []
    [reopened] = nn.gate.settle(nn.gate.open(changed(tau_orphan=0), user="notes", core="core"))
    assert reopened.trigger == "POLICY_CHANGED"
    assert "tau_orphan was 0.16, is 0" in reopened.detail


def test_a_person_opens_a_deferred_claim_again(nn: Netnew) -> None:
    [document] = judge(nn, ZEBRAS)
    side = document["side_records"][0]["side_record_id"]
    assert nn.gate.challenge(side, by="ann", reason="seen it").trigger == "HUMAN_CHALLENGE"
    assert [one.state for one in nn.gate.deferred()] == ["reopened"]
    with pytest.raises(NotFoundError):
        nn.gate.challenge("side_none", by="ann", reason="x")
    with pytest.raises(InputError):
        nn.gate.challenge(side, by="", reason="x")


def test_another_workspace_sees_nothing(nn: Netnew, database_url: str, tmp_path: Path) -> None:
    [document] = judge(nn, ZEBRAS)
    settings = Settings(home=str(tmp_path / "home"), workspace="other")
    with connect(database_url, settings=settings, clock=noon) as other:
        assert other.gate.deferred() == []
        with pytest.raises(NotFoundError):
            other.gate.explain(document["kgr"]["kgr_id"])
