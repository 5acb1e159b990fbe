"""Reading back what was recorded, newest first and a page at a time, on every database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import netnew

KNOWN = [
    {"id": "k1", "text": "Checkout requests time out after 30 seconds under load."},
    {"id": "k2", "text": "The order service opens at most 40 database connections."},
]
CLAIMS = [
    "Checkout requests time out after 30 seconds under load.",
    "Checkout requests time out after 300 seconds under load.",
    "Zebras graze beyond the river at dusk.",
]


@pytest.fixture
def nn(database_url: str, tmp_path: Path) -> Iterator[netnew.Netnew]:
    settings = netnew.Settings(home=str(tmp_path))
    with netnew.connect(database_url, settings=settings) as opened:
        opened.bases.add("core", KNOWN)
        opened.bases.add("user", [{"id": "u1", "text": "Ada is on call this week."}])
        gate = opened.gate.open(user="user", core="core")
        claims = [netnew.Claim(text, f"c{at}", "LOW") for at, text in enumerate(CLAIMS, 1)]
        opened.gate.judge(gate, claims)
        yield opened


def test_the_newest_rows_of_a_stream_come_first_and_are_read_on(nn: netnew.Netnew) -> None:
    nn.ledger.append("notes", [netnew.Entry("note", {"n": n}) for n in range(1, 6)])
    first = nn.ledger.newest("notes", limit=2)
    second = nn.ledger.newest("notes", limit=2, before=first[-1].seq)
    assert [row.body["n"] for row in (*first, *second)] == [5, 4, 3, 2]
    assert nn.ledger.newest("nothing") == []


def test_the_newest_judgements_come_first_and_are_read_on(nn: netnew.Netnew) -> None:
    first = nn.gate.newest(limit=2)
    (second,) = nn.gate.newest(limit=2, before=first[-1]["seq"])
    found = [one["judgement"]["claim_id"] for one in (*first, second)]
    assert found == ["c3", "c2", "c1"]
    kgr_id = second["judgement"]["kgr"]["kgr_id"]
    assert {**nn.gate.explain(kgr_id), "seq": 1} == second


def test_judgements_are_filtered_by_class_and_route(nn: netnew.Netnew) -> None:
    (orphan,) = nn.gate.newest(label="NOVEL_ORPHAN")
    assert orphan["claim"]["raw_idea"] == CLAIMS[2]
    assert nn.gate.newest(label="NOVEL_ORPHAN", route="FORWARD_TO_STEP5") == []
    assert len(nn.gate.newest(route="FORWARD_TO_STEP5")) == 2
    assert nn.gate.counts() == {"KNOWN": 2, "NOVEL_ORPHAN": 1}


def test_the_neighbours_of_a_judgement_come_with_their_texts(nn: netnew.Netnew) -> None:
    (found,) = nn.gate.newest(limit=1, before=3)
    near = nn.gate.neighbours(found["judgement"]["kgr"]["kgr_id"])
    assert (near[0].base, near[0].id, near[0].text) == ("B_core", "k1", KNOWN[0]["text"])
    assert near[0].scores == found["judgement"]["kgr"]["best_match_scores"]


def test_harnesses_are_listed_by_name(nn: netnew.Netnew) -> None:
    assert nn.harnesses() == []
    for name in ("zeta", "alpha"):
        nn.ratchet(name).record_cycle({"cycle_id": "c1", "metrics": {"regression_pass_rate": 1}})
    assert nn.harnesses() == ["alpha", "zeta"]


def test_another_workspace_sees_none_of_it(nn: netnew.Netnew, database_url: str) -> None:
    nn.ratchet("alpha").record_cycle({"cycle_id": "c1", "metrics": {"regression_pass_rate": 1}})
    settings = netnew.Settings(workspace="other")
    with netnew.connect(database_url, settings=settings) as other:
        assert other.gate.newest() == [] == other.harnesses() == other.ledger.newest("gate")
        assert other.gate.counts() == {}
