"""No form is carried out that another page sent, and nobody votes in another's name."""

from __future__ import annotations

import re

import pytest

import netnew
from netnew.doors.http.console import PAGES, is_page
from netnew.doors.http.console.forms import form_token, is_seed, new_seed
from netnew.doors.http.console.visit import NAME_COOKIE
from tests.doors.http.console.conftest import Enter

FORMS = [page.path for page in PAGES if page.method == "POST"]


def test_every_page_is_known_to_the_guard() -> None:
    assert all(is_page(page.path) for page in PAGES)
    assert not any(is_page(path) for path in ("/health", "/metrics", "/v1/gate", "/statics"))


def test_a_seed_is_what_was_drawn_and_tokens_end_with_the_login() -> None:
    seed = new_seed()
    assert is_seed(seed)
    assert not any(is_seed(text) for text in (None, "", seed[:-1], seed + "x", "ä" * 43))
    assert len({form_token(seed, None), form_token(seed, "t"), form_token(new_seed(), None)}) == 3


@pytest.mark.parametrize("path", FORMS)
def test_a_form_without_its_token_is_refused(nn: netnew.Netnew, enter: Enter, path: str) -> None:
    visitor = enter().called("Ben")
    before = nn.ledger.heads(), len(nn.tokens.list())
    item = nn.review.list()[0].item_id
    fields = {"item": item, "act": "approve", "reason": "r", "name": "demo", "scopes": "read"}
    for csrf in ({}, {"csrf": ""}, {"csrf": "0" * 64}, {"csrf": "ä"}):
        answer = visitor.client.post(path, data={**fields, **csrf}, follow_redirects=False)
        assert answer.status_code == 403, path
        assert "not carried out" in answer.text
    assert (nn.ledger.heads(), len(nn.tokens.list())) == before


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize(
    "header",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:81"},
     {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}],
    ids=str,
)  # fmt: skip
def test_a_form_from_elsewhere_is_refused_even_with_its_token(
    enter: Enter, path: str, header: dict[str, str]
) -> None:
    visitor = enter()
    answer = visitor.client.post(path, data={"csrf": visitor.csrf()}, headers=header)
    assert answer.status_code == 403


def test_a_token_of_one_visitor_is_no_good_to_another(enter: Enter) -> None:
    stolen = enter().csrf()
    other = enter()
    other.csrf()
    assert other.client.post("/name", data={"csrf": stolen, "name": "x"}).status_code == 403


def test_a_form_holds_on_every_replica(nn: netnew.Netnew, enter: Enter) -> None:
    one, two = enter(), enter()
    csrf = one.csrf()
    two.client.cookies = one.client.cookies
    answer = two.client.post("/name", data={"csrf": csrf, "name": "Ben"}, follow_redirects=False)
    assert answer.status_code == 303


def test_forms_of_before_the_login_end_with_it(nn: netnew.Netnew, enter: Enter) -> None:
    made = nn.tokens.create("ann", scopes=["admin"])
    visitor = enter()
    old = visitor.csrf()
    assert visitor.post("/login/token", token=made.text).status_code == 303
    assert visitor.client.post("/theme", data={"csrf": old}).status_code == 403


def test_cookies_are_for_this_site_alone_and_for_no_script(enter: Enter) -> None:
    visitor = enter()
    first = visitor.get("/")
    named = visitor.post("/name", name="Ben")
    for line in (*first.headers.get_list("set-cookie"), *named.headers.get_list("set-cookie")):
        assert "HttpOnly" in line, line
        assert "SameSite=strict" in line, line


@pytest.mark.parametrize("path", sorted({page.path for page in PAGES if page.method == "GET"}))
def test_every_page_forbids_scripts_from_elsewhere_and_frames(enter: Enter, path: str) -> None:
    answer = enter().get(path)
    assert answer.headers["content-security-policy"].startswith("default-src 'self'; ")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    assert not re.search(r"<style|<script(?! src=\"/static/)|\son\w+=|\sstyle=", answer.text)
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", answer.text)


def test_a_nul_and_a_form_that_is_too_large_are_refused(enter: Enter) -> None:
    visitor = enter()
    assert visitor.post("/name", name="B\0n").status_code == 422
    assert visitor.post("/loops/score", transcript="x" * 9_000_000).status_code == 413
    sent = {"csrf": (None, visitor.csrf()), "file": ("t.json", b"\xff\xfe\x00", "application/json")}
    assert visitor.client.post("/loops/score", files=sent).status_code == 422


def test_a_cookie_that_we_did_not_write_reads_as_none(enter: Enter) -> None:
    visitor = enter()
    for text in ("zz", "7b7d", '"x"', "22" + "c3" + "22", "5b" * 20):
        visitor.client.cookies.set(NAME_COOKIE, text, domain="127.0.0.1")
        answer = visitor.get("/review")
        assert answer.status_code == 200
        assert "Who are you?" in answer.text
