"""Who gets in, what they see, and under which name they vote."""

from __future__ import annotations

import pytest

import netnew
from netnew.doors.http.console import PAGES
from netnew.doors.http.console.visit import TOKEN_COOKIE
from tests.doors.http.console.conftest import ORPHANS, Enter

NEEDING = [page for page in PAGES if page.needs is not None]


@pytest.mark.parametrize("page", NEEDING, ids=lambda page: f"{page.method} {page.path}")
def test_where_tokens_are_needed_everybody_is_sent_to_the_login(enter: Enter, page) -> None:
    visitor = enter(guarded=True)
    if page.method == "GET":
        answer = visitor.get(page.path, follow_redirects=False)
    else:
        answer = visitor.post(page.path)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/login?next=")


@pytest.mark.parametrize("page", NEEDING, ids=lambda page: f"{page.method} {page.path}")
def test_a_page_asks_for_its_scope(nn: netnew.Netnew, enter: Enter, page) -> None:
    noun = page.needs.partition(":")[0]
    others = [n for n in ("meter", "gate", "review", "ratchet", "ledger", "service") if n != noun]
    made = nn.tokens.create("ann", scopes=[f"{other}:admin" for other in others])
    visitor = enter(made.text, guarded=True)
    answer = visitor.get(page.path) if page.method == "GET" else visitor.post(page.path)
    assert answer.status_code == 403
    assert page.needs in answer.text


def test_a_reader_sees_pages_and_changes_nothing(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter(nn.tokens.create("ann", scopes=["read"]).text, guarded=True)
    item = nn.review.list()[0]
    page = visitor.get(f"/review/item?id={item.item_id}")
    assert item.document["claim"]["raw_idea"] in page.text
    assert "Approve" not in page.text
    vote = visitor.post("/review/vote", item=item.item_id, act="approve", reason="r")
    assert vote.status_code == 403
    assert nn.review.show(item.item_id).votes == ()


def test_the_tokens_name_is_the_reviewer_and_cannot_be_changed(
    nn: netnew.Netnew, enter: Enter
) -> None:
    visitor = enter(nn.tokens.create("ann", scopes=["admin"]).text, guarded=True)
    assert visitor.post("/name", name="ben").status_code == 422
    item = nn.review.list()[0]
    done = visitor.post("/review/vote", item=item.item_id, act="reject", reason="seen")
    assert done.status_code == 303
    (vote,) = nn.review.show(item.item_id).votes
    assert (vote.reviewer, vote.kind, vote.reason) == ("ann", "human", "seen")


def test_an_agents_token_votes_as_an_agent(nn: netnew.Netnew, enter: Enter) -> None:
    made = nn.tokens.create("bot", scopes=["admin"], agent="auditor")
    visitor = enter(made.text, guarded=True)
    item = nn.review.list()[0]
    visitor.post("/review/vote", item=item.item_id, act="approve", reason="seen")
    (vote,) = nn.review.show(item.item_id).votes
    assert vote.kind == "agent"
    assert visitor.post("/settings/tokens", name="x", scopes="read").status_code == 422
    refused = visitor.post("/ratchet/review", name="demo", act="approve", reason="r")
    assert refused.status_code == 422


def test_nobody_approves_their_own(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter().called(" Scout ")
    item = nn.review.list()[0]
    answer = visitor.post("/review/vote", item=item.item_id, act="approve", reason="mine")
    assert answer.status_code == 422
    assert "cannot review it" in answer.text
    assert nn.review.show(item.item_id).votes == ()


def test_nobody_votes_without_a_name_or_a_reason(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter()
    item = nn.review.list()[0].item_id
    assert visitor.post("/review/vote", item=item, act="approve", reason="r").status_code == 422
    visitor.called("Ben")
    assert visitor.post("/review/vote", item=item, act="approve", reason=" ").status_code == 422
    assert visitor.post("/review/vote", item=item, act="shrug", reason="r").status_code == 422
    assert visitor.post("/review/vote", act="approve", reason="r").status_code == 422
    assert nn.review.show(item).votes == ()


def test_votes_on_many_say_which_were_refused(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter().called("Ben")
    ids = [item.item_id for item in nn.review.list() if item.kind == "orphan"]
    nn.review.reject(ids[0], reviewer="lin", kind="human", reason="no")
    visitor.post("/review/vote", item=[*ids, "review_none"], act="approve", reason="r")
    told = visitor.get("/review").text
    assert "You approved 1 item." in told
    assert "2 refused" in told
    visitor.post("/review/undo", item=ids[1])
    assert nn.review.show(ids[1]).votes == ()


def test_another_workspace_is_not_seen(nn: netnew.Netnew, enter: Enter) -> None:
    other = nn.in_workspace("other")
    visitor = enter(other.tokens.create("eve", scopes=["admin"]).text, guarded=True)
    for path in ("/", "/gate", "/review", "/ratchet", "/ledger"):
        answer = visitor.get(path)
        assert answer.status_code == 200
        assert not any(text in answer.text for text in ORPHANS), path
    kgr_id = nn.gate.newest()[0]["judgement"]["kgr"]["kgr_id"]
    item = nn.review.list()[0].item_id
    assert visitor.get(f"/gate/verdict?id={kgr_id}").status_code == 404
    assert visitor.get(f"/review/item?id={item}").status_code == 404
    assert visitor.get("/ratchet/harness?name=demo").status_code == 404
    assert visitor.post("/review/vote", item=item, act="reject", reason="r").status_code == 422


def test_a_token_is_made_shown_once_and_revoked(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter()
    shown = visitor.post("/settings/tokens", name="<ann>", scopes="gate:read", days="7")
    (token,) = nn.tokens.list()
    assert token.scopes == ("gate:read",)
    assert "netnew." in shown.text
    assert "&lt;ann&gt;" in shown.text
    again = visitor.get("/settings").text
    assert token.token_id in again
    assert 'class="secret"' not in again
    assert visitor.post("/settings/tokens/revoke", token_id=token.token_id).status_code == 303
    assert nn.tokens.list()[0].revoked_at is not None


def test_nobody_gives_away_more_than_they_have(nn: netnew.Netnew, enter: Enter) -> None:
    text = nn.tokens.create("ann", scopes=["service:admin", "gate:read"]).text
    visitor = enter(text, guarded=True)
    for scopes in ("gate:write", "read", "review:read", "admin", "*:read"):
        answer = visitor.post("/settings/tokens", name="x", scopes=scopes)
        assert answer.status_code == 422, scopes
    assert visitor.post("/settings/tokens", name="x", scopes="gate:read").status_code == 200


@pytest.mark.parametrize("text", ["", "nonsense", "netnew.ZGVmYXVsdA.tok_0.x", "a;b", "ä"])
def test_what_is_no_token_does_not_log_in(enter: Enter, text: str) -> None:
    visitor = enter(guarded=True)
    answer = visitor.post("/login/token", token=text)
    assert answer.status_code == 401
    assert TOKEN_COOKIE not in visitor.client.cookies


def test_a_revoked_token_leads_back_to_the_login(nn: netnew.Netnew, enter: Enter) -> None:
    made = nn.tokens.create("ann", scopes=["read"])
    visitor = enter(made.text, guarded=True)
    assert visitor.get("/gate").status_code == 200
    nn.tokens.revoke(made.token.token_id)
    answer = visitor.get("/gate", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=%2Fgate")
    assert visitor.get("/events").status_code == 403


def test_logging_out_forgets_token_and_name(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter(nn.tokens.create("ann", scopes=["read"]).text, guarded=True)
    assert visitor.post("/logout").status_code == 303
    assert TOKEN_COOKIE not in visitor.client.cookies
    assert visitor.get("/", follow_redirects=False).status_code == 303


def test_the_login_leads_nowhere_else(nn: netnew.Netnew, enter: Enter) -> None:
    made = nn.tokens.create("ann", scopes=["read"])
    for place in (
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "javascript:x",
        "/\n/x",
    ):
        answer = enter(guarded=True).post("/login/token", token=made.text, next=place)
        assert answer.headers["location"] == "/"
    answer = enter(guarded=True).post("/login/token", token=made.text, next="/gate?label=KNOWN")
    assert answer.headers["location"] == "/gate?label=KNOWN"
