"""Lists come in pages that together are the whole; what has not changed is not sent again."""

from __future__ import annotations

import netnew
from tests.doors.http.conftest import World
from tests.doors.http.test_routes import check_problem


def walk(world: World, path: str, key: str, limit: int) -> list[object]:
    """All items, page by page."""
    found: list[object] = []
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


def test_a_cursor_that_no_page_gave_is_refused(world: World) -> None:
    for cursor in ("x", "e30", "W10", "WyJhIiwgImIiXQ", "%00"):
        answer = world.client.get(f"/v1/ledger/streams/gate/rows?cursor={cursor}")
        check_problem(answer, 400 if cursor == "%00" else 422)
