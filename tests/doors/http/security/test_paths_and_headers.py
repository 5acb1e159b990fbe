"""No path leads to a file, no header ends early, and no name leads to another's database."""

from __future__ import annotations

import hmac
import sqlite3
from urllib.parse import quote

import pytest

import netnew
from netnew.access import token as tokens
from netnew.doors.http.console import PAGES
from tests.doors.http.asking import ASKS
from tests.doors.http.conftest import World

OUT = ("../../../../etc/passwd", "..\\..\\etc\\passwd", "....//etc/passwd", "/etc/passwd",
       "%2e%2e%2fetc%2fpasswd", "file:///etc/passwd", "console.css/../../page.py")  # fmt: skip
SPLIT = "x\r\nSet-Cookie: planted=1\r\n\r\n<h1>planted</h1>"


@pytest.mark.parametrize("path", OUT)
def test_no_path_leads_out(world: World, path: str) -> None:
    for place in (path, quote(path, safe=""), quote(path)):
        answer = world.client.get(f"/static/{place}")
        assert answer.status_code in {404, 405}
        assert "root:" not in answer.text
        assert "import" not in answer.text
    for ask in ASKS:
        if "{" not in ask.route:
            continue
        names = dict.fromkeys(world.known, quote(path, safe=""))
        answer = world.client.request(ask.method, ask.route.format(**names), json=ask.body)
        assert answer.status_code < 500, (ask.name, answer.text)
        assert "root:" not in answer.text, ask.name
    assert world.client.get("/v1/policies/" + quote(path)).status_code in {404, 422}


def test_what_a_base_is_called_makes_no_file_elsewhere(world: World) -> None:
    for name in (*OUT, ".", "..", "a/b", "a\\b", "-rf", " "):
        answer = world.client.post(
            f"/v1/bases/{quote(name, safe='')}/items", json={"items": [{"id": "a", "text": "b"}]}
        )
        assert answer.status_code in {404, 405, 422}, name


def test_nothing_that_is_sent_ends_a_header(world: World) -> None:
    for page in PAGES:
        answer = world.client.request(
            page.method, page.path, params={"next": SPLIT, "back": SPLIT, "id": SPLIT},
            follow_redirects=False,
        )  # fmt: skip
        assert "planted" not in answer.headers.get("set-cookie", ""), page.path
        assert not any("\n" in value or "\r" in value for value in answer.headers.values())
    answer = world.client.get("/health", headers={"X-Request-ID": "a%0d%0aSet-Cookie:x"})
    assert answer.headers["x-request-id"].startswith("req_")
    answer = world.client.get(f"/v1/ledger/streams/{quote(SPLIT)}/rows")
    assert "planted" not in str(answer.headers)


def test_a_secret_is_compared_in_constant_time_whether_it_is_known_or_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[str, str]] = []
    real = hmac.compare_digest

    def watched(one: str, other: str) -> bool:
        compared.append((one, other))
        return real(one, other)

    monkeypatch.setattr(tokens.hmac, "compare_digest", watched)
    text = world.nn.tokens.create("ann", scopes=["read"]).text
    known, _, _secret = text.rpartition(".")
    for wrong in (f"{known}.nonsense", text.replace("tok_", "tok_0")):
        with pytest.raises(netnew.AccessError, match="not known here"):
            world.nn.tokens.recognise(wrong)
    world.nn.tokens.recognise(text)
    assert len(compared) == 3
    # Hashes are compared, so what differs first tells nothing about the secret.
    assert all(len(one) == len(other) == 64 for one, other in compared)


def test_what_was_changed_in_the_database_is_seen_over_http(world: World) -> None:
    path = world.nn.database_name.removeprefix("sqlite:///")
    with sqlite3.connect(path) as opened:
        changed = opened.execute(
            "UPDATE ledger_rows SET body_json = replace(body_json, 'Zebras', 'Horses') "
            "WHERE body_json LIKE '%Zebras%'"
        ).rowcount
    assert changed >= 1
    told = world.client.get("/v1/ledger/verify").json()
    assert told["ok"] is False
    assert {fault["stream"] for fault in told["faults"]} >= {"gate"}
