"""What every answer carries, whoever asks: an id, headers, the methods that a path takes."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import anyio
import anyio.to_thread
import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service
from netnew.doors.http.service import api_routes
from tests.doors.http.conftest import HERE, World
from tests.doors.http.test_routes import check_problem


def test_every_answer_has_the_id_that_the_log_calls_it_by(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "netnew.http")
    given = world.client.get("/v1/bases", headers={"X-Request-ID": "trace-1:a.b"})
    made = world.client.get("/nowhere")
    ids = [given.headers["x-request-id"], made.headers["x-request-id"]]
    assert ids[0] == "trace-1:a.b"
    assert ids[1].startswith("req_")
    assert [json.loads(record.message)["request_id"] for record in caplog.records] == ids


@pytest.mark.parametrize("odd", ["", "x" * 65, "a b", 'a"b', "é"])
def test_an_id_that_could_upset_a_log_is_not_taken(world: World, odd: str) -> None:
    answer = world.client.get("/health", headers={"X-Request-ID": odd.encode()})  # type: ignore[dict-item]
    assert answer.headers["x-request-id"].startswith("req_")


def test_an_error_of_our_own_names_the_request_and_not_what_was_said(world: World) -> None:
    world.nn.close()
    world.client.app.state.workspaces.of = lambda _name: 1 / 0  # type: ignore[attr-defined]
    answer = world.client.get("/v1/bases?cursor=Zebras", headers={"X-Request-ID": "mine"})
    check_problem(answer, 500)
    assert answer.headers["x-request-id"] == "mine"
    assert "ZeroDivisionError" in answer.json()["detail"]
    assert "Zebras" not in answer.text


def test_a_method_that_a_path_does_not_take_is_told_all_that_it_takes(world: World) -> None:
    found: dict[str, set[str]] = {}
    for route in api_routes():
        found.setdefault(route.path_format, set()).update(route.methods or ())
    for path, methods in found.items():
        answer = world.client.request("TRACE", path.replace("{", "").replace("}", ""))
        check_problem(answer, 405)
        allowed = set(answer.headers["allow"].split(", "))
        assert methods == allowed, path


def test_a_key_does_not_hide_that_a_path_takes_no_such_method(world: World) -> None:
    key = {"Idempotency-Key": "k"}
    assert world.client.post("/v1/meter/sessions", json={}, headers=key).status_code == 201
    check_problem(world.client.put("/v1/meter/sessions", json={}, headers=key), 405)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", None])
def test_a_body_that_is_said_to_be_no_json_is_refused(world: World, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = world.client.post("/v1/meter/sessions", content=b"{}", headers=headers)
    check_problem(answer, 415)
    assert "application/json" in answer.json()["way_out"]


def test_no_answer_is_kept_by_shared_caches_or_guessed_at_by_browsers(world: World) -> None:
    for path in ("/health", "/v1/bases", "/nowhere", "/metrics", "/openapi.json"):
        headers = world.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["cache-control"] == "private, no-cache", path


def test_the_document_has_an_example_on_every_operation(world: World) -> None:
    document = TestClient(make_service(world.nn), base_url=HERE).get("/openapi.json").json()
    schemas = document["components"]["schemas"]

    def shown(content: dict[str, dict[str, object]]) -> bool:
        (told,) = content.values()
        schema: dict[str, str] = told.get("schema", {})  # type: ignore[assignment]
        return "example" in told or "example" in schemas[schema["$ref"].rpartition("/")[2]]

    for path, methods in document["paths"].items():
        for method, told in methods.items():
            good = [one for status, one in told["responses"].items() if status in {"200", "201"}]
            contents = [one["content"] for one in good]
            contents += [told["requestBody"]["content"]] if "requestBody" in told else []
            assert all(shown(content) for content in contents), (method, path)
            assert contents or method == "delete", (method, path)
            for one in told.get("parameters", ()):
                assert "example" in one or not one["required"], (method, path, one["name"])


def test_a_whole_number_may_be_written_with_a_point(world: World) -> None:
    url = "/v1/meter/sessions/s1/rounds"
    told = {"round": 2.0, "outputs": {"claims": ["New."]}}
    assert world.client.post(url, json=told).status_code == 200
    check_problem(world.client.post(url, json={**told, "round": 2.5}), 422)
    check_problem(world.client.post(url, json={**told, "round": "3"}), 422)
    search = f"/v1/snapshots/{world.known['snapshot_id']}/search"
    assert world.client.post(search, json={"text": "Water", "k": 3.0}).status_code == 200


def test_a_body_that_is_no_json_is_told_where(world: World) -> None:
    headers = {"Content-Type": "application/json"}
    answer = world.client.post("/v1/gate/judge", content='{"claim": ', headers=headers)
    check_problem(answer, 422)
    problem = answer.json()
    assert problem["detail"] == "body: is no JSON (expecting value, at character 11)"
    assert problem["errors"][0]["path"] == "body"


def test_a_request_takes_one_thread(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []
    run_sync = anyio.to_thread.run_sync

    async def counted(function: Callable[..., Any], *given: Any, **told: Any) -> Any:
        taken.append(function)
        return await run_sync(function, *given, **told)

    monkeypatch.setattr(anyio.to_thread, "run_sync", counted)
    body = {"subject": "s", "content": "Water boils."}
    assert world.client.post("/v1/agents/a/facts", json=body).status_code == 200
    assert len(taken) == 1
    assert world.client.get("/v1/bases/nope").status_code == 404
    assert len(taken) == 2


def test_pages_of_the_console_are_logged_and_counted_by_their_paths(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "netnew.http")
    for path in ("/review", "/static/console.css", "/nowhere", "/v1/bases/core"):
        world.client.get(path)
    told = [json.loads(record.message)["route"] for record in caplog.records]
    assert told == ["/review", "/static/{name}", "none", "/v1/bases/{base}"]
    assert 'route="/review"' in world.client.get("/metrics").text


def test_a_memory_tells_what_it_holds_for_a_task(world: World) -> None:
    client, known = world.client, world.known
    assert client.get("/v1/agents").json()["agents"] == ["a1"]
    place = "/v1/agents/a1"
    told = client.get(f"{place}/context?q=how many requests does the API allow").json()
    assert "The API allows 250 requests." in told["text"]
    assert known["fact_id"] in told["ids"]
    assert told["tokens"] > 0
    little = client.get(f"{place}/context?q=API requests&kinds=fact&budget_tokens=1").json()
    assert little["ids"] == []
    assert {"budget"} == {one["rule"] for one in little["left_out"]}
    (found,) = client.get(f"{place}/decisions/search?q=PostgreSQL").json()["decisions"]
    assert client.get(f"{place}/decisions/{known['decision_id']}").json() == found


def test_a_bound_token_is_told_of_its_own_memory_alone(guarded: World) -> None:
    guarded.nn.memory(agent_id="a2").learn(netnew.FactInput("b", "B holds 7."))
    bound = guarded.token("memory:read", agent="a2")
    assert guarded.client.get("/v1/agents", headers=bound).json()["agents"] == ["a2"]
    for path in (
        "context?q=x",
        "decisions/search?q=x",
        f"decisions/{guarded.known['decision_id']}",
    ):
        assert guarded.client.get(f"/v1/agents/a1/{path}", headers=bound).status_code == 403
