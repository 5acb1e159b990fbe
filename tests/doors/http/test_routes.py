"""Every route answers what it says it does, and refuses what it does not take."""

from __future__ import annotations

from typing import Any, get_args

import httpx
import pytest

import netnew
from netnew.doors.cli.review import KINDS
from netnew.doors.http.api import gate, review
from netnew.doors.http.openapi import scope_of
from netnew.doors.http.service import api_routes
from netnew.gate import records
from tests.doors.http.asking import ASKS, Ask
from tests.doors.http.conftest import World


def send(world: World, ask: Ask, body: Any = None, **headers: str) -> httpx.Response:
    known = world.known
    if ask.route.startswith("/v1/agents"):
        known = known | {"item_id": known["fact_id"]}
    path = ask.route.format(**known)
    query = ask.query
    if isinstance(body, str):
        query, body = body, ask.body
    if body == {"policy": "PACK"}:
        body = {"policy": netnew.pack_text("lenient")}
    return world.client.request(
        ask.method, f"{path}?{query}" if query else path, json=body, headers=headers
    )


def check_problem(answer: httpx.Response, status: int) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert {"type", "title", "detail", "way_out"} <= set(problem)
    assert "\n" not in problem["detail"]


def test_the_table_names_every_route_with_its_scope() -> None:
    found = {
        (method, route.path_format): scope_of(route)
        for route in api_routes()
        for method in route.methods or ()
    }
    assert found == {(ask.method, ask.route): ask.scope for ask in ASKS}


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.name)
def test_a_route_takes_what_it_should(world: World, ask: Ask) -> None:
    answer = send(world, ask, ask.body)
    assert answer.status_code == ask.status, answer.text
    if ask.status >= 400:
        check_problem(answer, ask.status)


@pytest.mark.parametrize("ask", [ask for ask in ASKS if "{" in ask.route], ids=lambda a: a.name)
def test_what_is_not_there_is_a_404(world: World, ask: Ask) -> None:
    absent = World(world.nn, world.client, dict.fromkeys(world.known, "absent"))
    answer = send(absent, ask, ask.body)
    # A base and a harness come to be by what is put into them; a stream may have no rows yet.
    made = {"/v1/bases/{base}/items", "/v1/ledger/streams/{stream}/rows"}
    made |= {ask.route for ask in ASKS if ask.route.count("{") == 1 and "agent}" in ask.route}
    if ask.route in made or (
        ask.route.startswith("/v1/ratchets") and "expansion_id" not in ask.route
    ):
        assert answer.status_code in {200, 201}
    else:
        check_problem(answer, 404)


@pytest.mark.parametrize("ask", [ask for ask in ASKS if ask.bad], ids=lambda ask: ask.name)
def test_a_route_refuses_what_it_does_not_take(world: World, ask: Ask) -> None:
    for body, status in ask.bad:
        answer = send(world, ask, body)
        if status < 400:
            assert answer.status_code == status, body
        else:
            check_problem(answer, status)


def test_a_fault_is_named_by_its_json_path(world: World) -> None:
    body = {"transcript": {"rounds": [{"round": 1, "outputs": {"claims": [7]}}]}}
    problem = world.client.post("/v1/meter/score", json=body).json()
    path = "body.transcript.rounds[0].outputs.claims[0]"
    assert problem["errors"][0]["path"] == path
    assert problem["detail"] == f"{path}: input should be a valid string"


def test_a_fault_of_a_query_is_named_by_its_name_alone(world: World) -> None:
    for path, name in (
        ("/v1/review?state=odd", "state"), ("/v1/review?kind=odd", "kind"),
        ("/v1/gate/judgements?label=odd", "label"), ("/v1/gate/judgements?route=odd", "route"),
    ):  # fmt: skip
        problem = world.client.get(path).json()
        assert [one["path"] for one in problem["errors"]] == [f"query.{name}"]


def test_every_class_route_and_kind_may_be_asked_for() -> None:
    assert get_args(gate.Class) == get_args(records.Class)
    assert get_args(gate.Label) == get_args(records.Label)
    assert set(get_args(review.Kind)) == set(KINDS)
