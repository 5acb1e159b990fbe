"""Whatever text is put in, anywhere: it comes out as text, and is never run."""

from __future__ import annotations

import re

import pytest

import netnew
from netnew.doors.http.console import PAGES
from tests.doors.http.conftest import World
from tests.doors.http.security.asking import form_fields, page_queries, sent, walked

SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}</title>"
# As markup these would run; escaped they read as text.
LIVE = re.compile(r"<script>alert|<img src=x|\"'><|{{7\*7}}</title>")
QUOTES = (
    "'; DROP TABLE ledger_rows; --",
    "%' OR '%'=' \\'; SELECT pg_sleep(9); --",
    '" OR "1"="1") $1 ? :x %s {0} a%00b',
)


def test_script_that_was_stored_anywhere_is_text_on_every_page(world: World) -> None:
    document = world.client.get("/openapi.json").json()
    taken = 0
    for place, answer in sent(world, document, SCRIPT):
        assert answer.status_code < 500, (place, answer.text)
        assert not answer.headers.get("content-type", "").startswith("text/html"), place
        taken += answer.status_code < 300
    assert taken > 8
    gate = world.nn.gate.open(user="mine", core="core")
    told = {"author_id": SCRIPT}
    world.nn.gate.judge(gate, [netnew.Claim(SCRIPT, f"c{SCRIPT}", "HIGH", metadata=told)])

    pages = walked(world)

    assert len(pages) > 25
    assert "&lt;script&gt;alert(1)" in "".join(pages.values())
    for path, text in pages.items():
        assert not LIVE.search(text), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.method} {page.path}")
def test_script_that_comes_with_a_request_is_text_in_its_answer(world: World, page) -> None:
    text = world.client.get("/login").text
    csrf = re.search(r'name="csrf" value="(\w+)"', text)
    assert csrf is not None
    names = page_queries() if page.method == "GET" else form_fields()
    assert len(names) > 3
    for name in names:
        if page.method == "GET":
            answer = world.client.get(page.path, params={name: SCRIPT})
        else:
            fields = {**dict.fromkeys(names, "x"), name: SCRIPT, "csrf": csrf[1]}
            answer = world.client.post(page.path, data=fields, follow_redirects=False)
        assert answer.status_code < 500, name
        assert not LIVE.search(answer.text), name
        assert "\n" not in answer.headers.get("location", "")
        if answer.status_code == 303:
            # A note of what was done is shown on the next page.
            assert not LIVE.search(world.client.get("/").text), name
        if page.path in {"/logout", "/login/token"}:
            break  # the rest of this visit would be another's


@pytest.mark.parametrize("quote", QUOTES)
def test_sql_in_any_text_is_a_text(world: World, quote: str) -> None:
    document = world.client.get("/openapi.json").json()
    for place, answer in sent(world, document, quote):
        assert answer.status_code < 500, (place, answer.text)
        if "{fact_id} fact_id" in place or "{row_id} row_id" in place:
            assert answer.status_code in {404, 405, 422}, place
    found = world.client.get("/v1/review", params={"kind": quote, "state": "all"}).json()
    assert found["status"] == 422
    facts = world.client.get("/v1/agents/a1/facts", params={"subject": quote + "!"}).json()
    assert facts["facts"] == []
    assert world.client.get("/v1/ledger/verify").json()["ok"] is True
