"""A change that comes twice under one key happens once, whichever process gets it."""

from __future__ import annotations

import json

from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service
from tests.doors.http.conftest import HERE, World
from tests.doors.http.test_routes import check_problem

KEY = {"Idempotency-Key": "k1"}
BODY = {"claim": {"raw_idea": "Iron rusts."}, "user": "mine", "core": "core"}


def rows(nn: netnew.Netnew, stream: str) -> int:
    return len(list(nn.ledger.rows(stream)))


def test_the_same_request_again_gives_the_first_answer(world: World) -> None:
    other = TestClient(make_service(world.nn), base_url=HERE)
    first = world.client.post("/v1/gate/judge", json=BODY, headers=KEY)
    before = rows(world.nn, "gate")
    for client in (world.client, other):
        again = client.post("/v1/gate/judge", json=BODY, headers=KEY)
        assert again.headers["idempotent-replayed"] == "true"
        assert (again.status_code, again.content) == (first.status_code, first.content)
    assert rows(world.nn, "gate") == before


def test_the_key_of_another_request_is_refused(world: World) -> None:
    world.client.post("/v1/gate/judge", json=BODY, headers=KEY)
    changed = {**BODY, "claim": {"raw_idea": "Iron never rusts."}}
    check_problem(world.client.post("/v1/gate/judge", json=changed, headers=KEY), 422)
    check_problem(world.client.post("/v1/meter/sessions", json={}, headers=KEY), 422)


def test_each_caller_has_keys_of_their_own(world: World) -> None:
    ann = world.token("admin", name="ann")
    first = world.client.post("/v1/meter/sessions", json={}, headers=KEY)
    second = world.client.post("/v1/meter/sessions", json={}, headers=KEY | ann)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["session_id"] != second.json()["session_id"]


def test_a_request_that_failed_may_come_again(world: World) -> None:
    absent = {**BODY, "user": "later"}
    check_problem(world.client.post("/v1/gate/judge", json=absent, headers=KEY), 404)
    world.nn.bases.add("later", [{"id": "a", "text": "Iron rusts."}])
    assert world.client.post("/v1/gate/judge", json=absent, headers=KEY).status_code == 200


def test_a_request_that_is_under_way_is_a_conflict(world: World) -> None:
    world.nn.answers.begin("local", "k2", "0" * 64)
    assert world.nn.answers.begin("local", "k2", "0" * 64).standing == "running"
    assert world.nn.answers.begin("local", "k2", "1" * 64).standing == "other"


def test_a_key_that_cannot_be_kept_is_refused(world: World) -> None:
    for key in ("", "x" * 201):
        headers = {"Idempotency-Key": key}
        check_problem(world.client.post("/v1/meter/sessions", json={}, headers=headers), 422)


def test_the_lines_of_a_stream_are_judged_once(world: World) -> None:
    lines = b"".join(b'{"raw_idea": "Claim %d."}\n' % n for n in range(5))
    url = "/v1/gate/stream?user=mine&core=core"
    first = world.client.post(url, content=lines, headers=KEY)
    before = rows(world.nn, "gate")
    again = world.client.post(url, content=lines, headers=KEY)
    assert [json.loads(line) for line in again.text.splitlines()] == [
        json.loads(line) for line in first.text.splitlines()
    ]
    assert rows(world.nn, "gate") == before
    assert len(first.text.splitlines()) == 5


def test_the_last_round_sent_again_changes_nothing(world: World) -> None:
    url, body = "/v1/meter/sessions/s1/rounds", {"round": 2, "outputs": {"claims": ["New."]}}
    first = world.client.post(url, json=body)
    assert world.client.post(url, json=body).json() == first.json()
    assert world.nn.sessions.show("s1").rounds == 2
