"""Lists come in pages that together are the whole; what has not changed is not sent again."""

from __future__ import annotations

from typing import Any

import pytest

import netnew
from netnew.doors.http.pages import PLACES, cursor_of
from tests.doors.http.conftest import World
from tests.doors.http.test_routes import check_problem


def walk(world: World, path: str, key: str, limit: int) -> list[Any]:
    """All items, page by page."""
    found: list[Any] = []
    cursor = ""
    while True:
        answer = world.client.get(f"{path}limit={limit}{cursor}").json()
        assert len(answer[key]) <= limit
        found += answer[key]
        if answer["next"] is None:
            return found
        cursor = f"&cursor={answer['next']}"


def test_pages_together_are_the_whole_list(world: World) -> None:
    memory = world.nn.memory(agent_id="a1")
    gate = world.nn.gate.open(user="mine", core="core")
    for n in range(7):
        world.nn.bases.add(f"b{n}", [{"id": "a", "text": "Text."}])
        world.nn.sessions.create(f"t{n}")
        cycle = {"cycle_id": f"n{n}", "metrics": {"regression_pass_rate": 1}}
        world.nn.ratchet("h1").record_cycle(cycle)
        world.nn.ratchet(f"r{n}").record_cycle(cycle)
        memory.learn(netnew.FactInput(f"subject {n}", f"Fact number {n} is about {n * 37}."))
        line = {"raw_idea": f"Gnus {n} sing {n * 7} odes.", "risk_class": "HIGH"}
        world.nn.gate.judge(gate, [netnew.claim_of(line)])
    for path, key, least in (
        ("/v1/bases?", "bases", 9), ("/v1/meter/sessions?", "sessions", 8),
        ("/v1/ratchets?", "harnesses", 8), ("/v1/ratchets/h1/cycles?", "cycles", 8),
        ("/v1/agents/a1/facts?", "facts", 7), ("/v1/gate/judgements?", "judgements", 8),
        ("/v1/review?state=all&", "items", 7), ("/v1/ledger/streams/gate/rows?", "rows", 8),
    ):  # fmt: skip
        whole = walk(world, path, key, 500)
        assert len(whole) >= least, path
        for limit in (1, 3):
            assert walk(world, path, key, limit) == whole, path


def test_what_is_undone_between_two_pages_takes_no_other_row_away(world: World) -> None:
    memory = world.nn.memory(agent_id="a2")
    for n in range(6):
        memory.learn(netnew.FactInput(f"subject {n}", f"Fact number {n} is about {n * 37}."))
        memory.record_decision(netnew.DecisionInput(f"Use tool {n} for job {n * 7}."))
        memory.start_episode(f"Mend part {n} of house {n * 11}")
    for key in ("facts", "decisions", "episodes"):
        path = f"/v1/agents/a2/{key}?limit=3"
        first = world.client.get(path).json()
        gone = first[key][0]["id"]
        memory.undo(gone)
        rest = world.client.get(f"{path}&cursor={first['next']}").json()
        seen = [one["id"] for one in (*first[key], *rest[key])]
        assert len(set(seen)) == 6, key
        standing = world.client.get(path.replace("=3", "=9")).json()
        assert [one["id"] for one in standing[key]] == [one for one in seen if one != gone]
        everything = walk(world, f"/v1/agents/a2/{key}?inactive=true&", key, 2)
        assert [one["id"] for one in everything] == seen


def test_a_page_of_a_subject_or_session_is_of_it_alone(world: World) -> None:
    memory = world.nn.memory(agent_id="a3")
    for n in range(4):
        memory.learn(netnew.FactInput(f"subject {n % 2}", f"Fact number {n} is about {n * 37}."))
        memory.record_decision(netnew.DecisionInput(f"Use tool {n}.", session_id=f"s{n % 2}"))
    for path, key in (("facts?subject=subject 1&", "facts"),
                      ("decisions?session_id=s1&", "decisions")):  # fmt: skip
        whole = walk(world, f"/v1/agents/a3/{path}", key, 500)
        assert len(whole) == 2
        assert walk(world, f"/v1/agents/a3/{path}", key, 1) == whole


def test_what_the_reader_has_is_not_sent_again(world: World) -> None:
    for path in (f"/v1/snapshots/{world.known['snapshot_id']}", "/v1/ledger/heads"):
        tag = world.client.get(path).headers["etag"]
        for known in (tag, f'"other", {tag}', "*"):
            again = world.client.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
        assert world.client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_tag_changes_with_what_it_stands_for(world: World) -> None:
    tag = world.client.get("/v1/ledger/heads").headers["etag"]
    world.nn.ledger.append("notes", [netnew.Entry("note", {"n": 1})])
    again = world.client.get("/v1/ledger/heads", headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert again.headers["etag"] != tag


HUGE, HALF, NUL = "Wzk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5XQ", "WyJcdWQ4MDAiXQ", "WyJcdTAwMDAiXQ"
DEEP = "W1tb" * 490


@pytest.mark.parametrize(
    ("path", "cursor"),
    [
        *((path, cursor) for cursor in (HUGE, "Wy0xXQ", DEEP) for path in (
            "/v1/gate/judgements", "/v1/ledger/streams/gate/rows", "/v1/ratchets/h1/cycles",
            "/v1/ratchets/h1/expansions",
        )),
        *((path, cursor) for cursor in (HALF, NUL) for path in (
            "/v1/meter/sessions", "/v1/bases", "/v1/policies", "/v1/ratchets",
        )),
    ],
)  # fmt: skip
def test_a_cursor_that_no_database_can_compare_with_is_refused(
    world: World, path: str, cursor: str
) -> None:
    check_problem(world.client.get(f"{path}?cursor={cursor}"), 422)


def test_the_furthest_cursor_that_is_taken_finds_nothing_more(world: World) -> None:
    furthest = cursor_of(PLACES - 1)
    for path in ("/v1/ledger/streams/gate/rows", "/v1/ratchets/h1/cycles"):
        assert world.client.get(f"{path}?cursor={furthest}").json()["next"] is None


def test_a_stream_is_read_whatever_its_name_and_a_session_has_one_to_be_read_by(
    world: World,
) -> None:
    for stream in ("memory/a1", "ratchet/h1"):
        for path in (stream, stream.replace("/", "%2F")):
            answer = world.client.get(f"/v1/ledger/streams/{path}/rows").json()
            assert {row["stream"] for row in answer["rows"]} == {stream}
    # No path would lead to it.
    check_problem(world.client.post("/v1/meter/sessions", json={"session_id": "team/a"}), 422)


def test_a_cursor_that_no_page_gave_is_refused(world: World) -> None:
    for cursor in ("x", "e30", "W10", "WyJhIiwgImIiXQ", "%00"):
        answer = world.client.get(f"/v1/ledger/streams/gate/rows?cursor={cursor}")
        check_problem(answer, 400 if cursor == "%00" else 422)
