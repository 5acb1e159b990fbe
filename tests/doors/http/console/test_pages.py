"""What the pages say: fit to read, from the record, and never what somebody planted."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service
from netnew.doors.http.console import charts, words
from netnew.ratchet.profiles import LEVELS
from tests.doors.http.console.conftest import HERE, ORPHANS, Enter, Visitor

PLANTED = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}"


def test_an_empty_database_says_which_command_fills_it(tmp_path: Path) -> None:
    nn = netnew.connect(f"sqlite:///{tmp_path / 'e.db'}", settings=netnew.Settings())
    visitor = Visitor(TestClient(make_service(nn), base_url=HERE))
    for path in ("/", "/loops", "/gate", "/review", "/memory", "/ratchet", "/ledger"):
        assert re.search(r"<code>netnew [a-z ]+", visitor.get(path).text), path
    nn.close()


def test_a_browser_that_is_lost_is_led_back_and_a_program_reads_a_problem(enter: Enter) -> None:
    visitor = enter()
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = visitor.get("/nowhere/<script>", headers=browser)
    assert (page.status_code, page.headers["x-frame-options"]) == (404, "DENY")
    assert "there is no page /nowhere/" in page.text
    assert "<script>" not in page.text
    assert '<a href="/">Overview</a>' in page.text
    assert visitor.post("/theme", theme="dark").status_code == 303
    for path, accept in (("/nowhere", "*/*"), ("/v1/nowhere", browser["accept"])):
        told = visitor.get(path, headers={"accept": accept})
        assert told.headers["content-type"] == "application/problem+json", path
        assert told.json()["status"] == 404


def test_the_overview_counts_what_is_there(enter: Enter) -> None:
    page = enter().get("/").text
    assert re.search(r'Came in</h2><p class="figure num">2<', page)
    assert re.search(r'Awaits a person</h2><p class="figure num">3<', page)
    assert all(text in page for text in ORPHANS)


def test_verdicts_are_filtered_and_paged(nn: netnew.Netnew, enter: Enter) -> None:
    gate = nn.gate.open(user="user", core="core")
    nn.gate.judge(
        gate, [netnew.Claim(f"Checkout requests time out {n}", f"n{n}") for n in range(60)]
    )
    visitor = enter()
    assert ORPHANS[0] not in visitor.get("/gate").text
    assert ORPHANS[0] in visitor.get("/gate?label=NOVEL_ORPHAN").text
    older = visitor.get("/gate")
    seen = []
    while found := re.search(r'rel="next" href="([^"]+)"', older.text):
        seen += re.findall(r"time out (\d+)<", older.text)
        older = visitor.get(found[1].replace("&amp;", "&"))
    seen += re.findall(r"time out (\d+)<", older.text)
    assert seen == [str(n) for n in range(59, -1, -1)]
    for odd in ("before=x", "before=-1", "label=<b>", "before=" + "9" * 40, "route='"):
        assert visitor.get(f"/gate?{odd}").status_code == 200


def test_a_verdict_stands_beside_its_neighbours(nn: netnew.Netnew, enter: Enter) -> None:
    gate = nn.gate.open(user="user", core="core")
    (one,) = nn.gate.judge(gate, [netnew.Claim("Checkout requests never time out.", "c9", "LOW")])
    page = enter().get(f"/gate/verdict?id={one['kgr']['kgr_id']}").text
    assert '<mark class="differs">never</mark>' in page
    assert "What would change it" in page
    assert "k1" in page


def test_what_is_stored_is_shown_as_text(nn: netnew.Netnew, enter: Enter) -> None:
    nn.bases.add("user", [{"id": "x<b>", "text": PLANTED}])
    gate = nn.gate.open(user="user", core="core")
    claim = netnew.Claim(PLANTED, PLANTED, "HIGH", metadata={"author_id": PLANTED})
    (one,) = nn.gate.judge(gate, [claim])
    nn.ledger.append(PLANTED, [netnew.Entry("note", {PLANTED: PLANTED})])
    visitor = enter().called(PLANTED[:60])
    paths = ["/", "/gate", f"/gate/verdict?id={one['kgr']['kgr_id']}", "/review", "/ledger"]
    paths += [f"/review/item?id={item.item_id}" for item in nn.review.list()]
    for path in paths:
        page = visitor.get(path).text
        assert "<script>alert" not in page, path
        assert "<img" not in page, path
        assert "onerror" not in page or "&lt;img" in page, path
    stream = visitor.get("/ledger/stream", params={"name": PLANTED})
    assert "<img" not in stream.text
    assert "&lt;img" in stream.text


@pytest.mark.parametrize(
    "path", ["/gate/verdict?id=", "/review/item?id=", "/ratchet/harness?name=",
             "/login?next=", "/gate?label=", "/review?kind=", "/ledger/stream?name="],
)  # fmt: skip
def test_what_is_asked_is_shown_as_text(enter: Enter, path: str) -> None:
    answer = enter().get(path + PLANTED.replace("#", ""))
    assert answer.status_code in {200, 404, 422}
    assert "<script>alert" not in answer.text
    assert "<img" not in answer.text
    assert ">49<" not in answer.text


def test_a_transcript_is_scored_and_not_stored(nn: netnew.Netnew, enter: Enter) -> None:
    rounds = [{"round": n, "outputs": {"claims": ["The cache is cold"]}} for n in range(1, 12)]
    text = json.dumps({"version": "0.1", "conversation_id": "c", "rounds": rounds})
    before = nn.ledger.heads()
    visitor = enter()
    page = visitor.post("/loops/score", transcript=text).text
    assert "ESCALATE" in page
    assert "first stop: round" in page
    assert nn.ledger.heads() == before
    for bad in ("", "{", "[]", '{"rounds": 3}', "[" * 5000):
        answer = visitor.post("/loops/score", transcript=bad)
        assert answer.status_code == 422, bad[:20]
        assert "Way out" in answer.text


def test_an_expansion_is_approved_by_people(nn: netnew.Netnew, enter: Enter) -> None:
    opened = nn.ratchet("demo").expansions.request(by="ann", reason="too easy")
    visitor = enter().called("Ben")
    page = visitor.get("/ratchet/harness?name=demo").text
    assert "too easy" in page
    assert "research brief" in page
    sent = {"name": "demo", "expansion": opened["expansion_id"], "reason": "not now"}
    assert visitor.post("/ratchet/review", act="approve", **sent).status_code == 422
    assert visitor.post("/ratchet/review", act="reject", **sent).status_code == 303
    assert nn.ratchet("demo").expansions.find(opened["expansion_id"])["state"] == "rejected"


def test_the_ledger_is_verified_and_says_what_is_wrong(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter()
    assert "Whole." in visitor.post("/ledger/verify").text
    file = nn.database_name.removeprefix("sqlite:///")
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE ledger_rows SET body_json = '{}' WHERE stream = 'gate' AND seq = 2")
    raw.close()
    damaged = visitor.post("/ledger/verify").text
    assert "Damaged." in damaged
    assert "edited" in damaged


def test_the_bands_are_the_levels_of_the_score() -> None:
    assert [(name, low) for name, low, _ in charts.BANDS] == [
        (level, float(bound)) for level, bound in reversed(LEVELS)
    ]


def test_words_are_shared_moved_or_different() -> None:
    ours, theirs = words.compared("Under load, requests fail", "requests fail slowly under load")
    assert [piece.kind for piece in ours] == ["same", "moved"]
    assert [(piece.kind, piece.text) for piece in theirs] == [
        ("moved", "requests fail"), ("differs", "slowly"), ("same", "under load"),
    ]  # fmt: skip
    assert words.compared("", "") == ([], [])
    long = " ".join(str(n) for n in range(5000))
    assert {piece.kind for piece in words.compared(long, long)[0]} == {"moved"}
