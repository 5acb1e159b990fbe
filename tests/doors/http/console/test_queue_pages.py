"""The queue and the loops as people read them: by kind and age, each item with its evidence."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.cli.demo import acts, season
from netnew.doors.http import make_service
from tests.doors.http.console.conftest import HERE, ORPHANS, Enter, Visitor

KINDS = {"orphan", "diff", "expansion", "memory_fact", "memory_decision"}


@pytest.fixture
def told(tmp_path: Path) -> Iterator[netnew.Netnew]:
    """The demo's story: something of every kind waits."""
    settings = netnew.Settings(home=str(tmp_path))
    with netnew.connect(f"sqlite:///{tmp_path / 'netnew.db'}", settings=settings) as nn:
        acts.gate_the_claims(nn)
        season.go_on(nn, tmp_path)
        yield nn


def test_every_kind_waits_and_leads_to_where_its_evidence_stands(told: netnew.Netnew) -> None:
    visitor = Visitor(TestClient(make_service(told), base_url=HERE)).called("Kim")
    items = told.review.list()
    assert {item.kind for item in items} == KINDS
    for item in items:
        path = f"/review/item?id={item.item_id}"
        assert path in visitor.get("/review").text
        page = visitor.get(path).text
        main = page.partition("<main")[2]
        place = re.search(r'<p><a href="(/(?:gate|ratchet|memory)/[^"]+)"', main)
        assert place is not None, item.kind
        evidence = visitor.get(html.unescape(place[1]))
        assert evidence.status_code == 200, item.kind
        assert "Approve" in main, item.kind


def test_the_queue_is_filtered_by_kind(told: netnew.Netnew) -> None:
    visitor = Visitor(TestClient(make_service(told), base_url=HERE))
    for kind in KINDS:
        shown = visitor.get(f"/review?kind={kind}").text
        for item in told.review.list():
            assert (item.item_id in shown) == (item.kind == kind), (kind, item.kind)


def test_the_queue_is_filtered_by_age(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    moments = iter([now - timedelta(days=10)] * 2 + [now] * 20)
    settings = netnew.Settings(home=str(tmp_path))
    with netnew.connect("sqlite://", settings=settings, clock=lambda: next(moments)) as nn:
        memory = nn.memory(agent_id="scout")
        memory.learn(netnew.FactInput("a", "Held for long.", hold=True))
        next(moments, None)
        memory.learn(netnew.FactInput("b", "Held just now.", hold=True))
        visitor = Visitor(TestClient(make_service(nn), base_url=HERE))
        for age, long, just in (("", True, True), ("1", True, False), ("7", True, False),
                                ("30", False, False), ("odd", True, True)):  # fmt: skip
            page = visitor.get(f"/review?age={age}").text
            assert ("Held for long." in page, "Held just now." in page) == (long, just), age


def test_one_may_not_tick_what_is_ones_own_or_voted_on(nn: netnew.Netnew, enter: Enter) -> None:
    assert 'type="checkbox"' not in enter().get("/review?kind=orphan").text
    assert 'type="checkbox"' not in enter().called("scout").get("/review?kind=orphan").text
    ben = enter().called("Ben")
    assert ben.get("/review?kind=orphan").text.count('type="checkbox"') == len(ORPHANS)
    first = nn.review.list()[0].item_id
    ben.post("/review/vote", item=first, act="approve", reason="seen")
    assert ben.get("/review?kind=orphan").text.count('type="checkbox"') == len(ORPHANS) - 1


def test_a_vote_on_an_expansion_shows_on_both_pages(told: netnew.Netnew) -> None:
    visitor = Visitor(TestClient(make_service(told), base_url=HERE)).called("Kim")
    (item,) = [one for one in told.review.list() if one.kind == "expansion"]
    visitor.post("/review/vote", item=item.item_id, act="approve", reason="checked twice")
    assert told.review.show(item.item_id).state == "approved"
    assert "checked twice" in visitor.get("/ratchet/harness?name=checkout-agent").text
    assert visitor.post("/review/undo", item=item.item_id).status_code == 303
    assert "checked twice" not in re.sub(
        r"<ol class=\"history\">.*?</ol>",
        "",
        visitor.get("/ratchet/harness?name=checkout-agent").text,
        flags=re.S,
    )


def test_sessions_under_watch_are_listed_and_drawn(told: netnew.Netnew) -> None:
    told.sessions.create("<b>empty & odd</b>")
    visitor = Visitor(TestClient(make_service(told), base_url=HERE))
    page = visitor.get("/loops").text
    assert "checkout-hunt" in page
    assert "<b>empty" not in page
    drawn = visitor.get("/loops/session?id=checkout-hunt").text
    assert "first stop: round 4" in drawn
    assert "SHIP" in drawn
    empty = visitor.get("/loops/session", params={"id": "<b>empty & odd</b>"}).text
    assert "has no round yet" in empty
    assert "<b>empty" not in empty
    assert visitor.get("/loops/session?id=none").status_code == 404


def test_many_sessions_are_paged(nn: netnew.Netnew, enter: Enter) -> None:
    for n in range(60):
        nn.sessions.create(f"loop-{n:02}")
    visitor, seen = enter(), list[str]()
    page = visitor.get("/loops").text
    while True:
        seen += re.findall(r"<b>(loop-\d+)</b>", page)
        found = re.search(r'rel="next" href="([^"]+)"', page)
        if found is None:
            break
        page = visitor.get(html.unescape(found[1])).text
    assert seen == [f"loop-{n:02}" for n in range(60)]
