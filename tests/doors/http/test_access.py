"""Nobody does what their token does not say, and no token leads out of its workspace."""

from __future__ import annotations

import pytest

import netnew
from netnew.access.scopes import ACTS, NOUNS
from netnew.doors.http import make_service
from tests.doors.http.asking import ASKS
from tests.doors.http.conftest import HERE, World
from tests.doors.http.test_routes import check_problem, send

SCOPED = [ask for ask in ASKS if ask.scope is not None]
REFUSED = {401, 403}


@pytest.mark.parametrize("noun", NOUNS)
def test_a_scope_opens_its_routes_and_no_other(guarded: World, noun: str) -> None:
    for place, act in enumerate(ACTS):
        token = guarded.token(f"{noun}:{act}")
        for ask in SCOPED:
            needed, _, needed_act = str(ask.scope).partition(":")
            may = needed == noun and ACTS.index(needed_act) <= place
            answer = send(guarded, ask, ask.body, **token)
            assert (answer.status_code != 403) == may, (noun, act, ask.name, answer.text)
            if not may:
                check_problem(answer, 403)
                assert str(ask.scope) in answer.json()["detail"]


def test_without_a_good_token_every_route_is_closed(guarded: World) -> None:
    wrong = guarded.token("admin")["Authorization"][:-4] + "AAAA"
    headers: list[dict[str, str]] = [
        {}, {"Authorization": wrong}, {"Authorization": "Bearer nonsense"},
        {"Authorization": "Basic YTpi"}, {"Cookie": "netnew_token=nonsense"},
    ]  # fmt: skip
    for ask in SCOPED:
        for header in headers:
            answer = send(guarded, ask, ask.body, **header)
            check_problem(answer, 401)
            assert answer.headers["www-authenticate"] == "Bearer"
    check_problem(guarded.client.get("/openapi.json"), 401)
    check_problem(guarded.client.get("/nowhere"), 401)
    assert guarded.client.get("/health").status_code == 200


def test_no_route_shows_or_changes_what_is_in_another_workspace(guarded: World) -> None:
    token = guarded.token("admin", workspace="other")
    before = guarded.nn.ledger.heads()
    ids = [one for one in guarded.known.values() if "_" in one or "-" in one]
    for ask in SCOPED:
        answer = send(guarded, ask, ask.body, **token)
        # A problem repeats the id that was asked for; an answer must hold none of them.
        if answer.status_code < 400:
            assert not [one for one in ids if one in answer.text], ask.name
        for text in ("Zebras", "allows 250", "Ship on Friday", "Use PostgreSQL"):
            assert text not in answer.text, ask.name
    assert guarded.nn.ledger.heads() == before


def test_a_token_of_one_agent_has_no_other_agents_memory(guarded: World) -> None:
    bound = guarded.token("admin", agent="a2")
    for ask in ASKS:
        if ask.route.startswith("/v1/agents/"):
            check_problem(send(guarded, ask, ask.body, **bound), 403)
    held = netnew.FactInput("api", "The API allows 900 requests.", hold=True)
    guarded.nn.memory(agent_id="a1").learn(held)
    (waiting,) = [one for one in guarded.nn.review.list() if one.kind == "memory_fact"]
    listed = guarded.client.get("/v1/review", headers=bound).json()["items"]
    assert waiting.item_id not in {one["item_id"] for one in listed}
    path = f"/v1/review/{waiting.item_id}"
    check_problem(guarded.client.get(path, headers=bound), 404)
    said = guarded.client.post(f"{path}/approve", headers=bound, json={"reason": "mine"})
    check_problem(said, 404)


def test_an_agent_votes_as_an_agent_and_says_nothing_on_expansions(guarded: World) -> None:
    bot = guarded.token("admin", agent="bot", name="bot")
    path = f"/v1/review/{guarded.known['item_id']}/approve"
    voted = guarded.client.post(path, headers=bot, json={"reason": "x"}).json()
    assert [(vote["reviewer"], vote["kind"]) for vote in voted["votes"]] == [("bot", "agent")]
    forged = {"reason": "x", "reviewer": "ann", "kind": "human"}
    check_problem(guarded.client.post(path, headers=bot, json=forged), 422)
    path = f"/v1/ratchets/h1/expansions/{guarded.known['expansion_id']}/reject"
    check_problem(guarded.client.post(path, headers=bot, json={"reason": "x"}), 403)


def test_nobody_reviews_what_they_sent_under_another_name(guarded: World) -> None:
    ann = guarded.token("gate:write", "bases:read", "review:write", name="ann")
    claim = {"raw_idea": "Quarks sing softly.", "risk_class": "HIGH"}
    body = {"claim": {**claim, "metadata": {"author_id": "bob"}}, "user": "mine", "core": "core"}
    check_problem(guarded.client.post("/v1/gate/judge", headers=ann, json=body), 403)
    body["claim"] = claim
    kgr = guarded.client.post("/v1/gate/judge", headers=ann, json=body).json()["kgr"]["kgr_id"]
    (item,) = [one for one in guarded.nn.review.list() if one.subject_id == kgr]
    said = guarded.client.post(
        f"/v1/review/{item.item_id}/approve", headers=ann, json={"reason": "fine"}
    )
    check_problem(said, 409)
    assert "submitted" in said.json()["detail"]


def test_nobody_approves_what_they_sent_to_a_memory(guarded: World) -> None:
    rights = ("memory:write", "review:write")
    ann, ben = (guarded.token(*rights, name=name) for name in ("ann", "ben"))
    body = {"content": "The pager rings at night.", "subject": "pager", "hold": True}
    fact = guarded.client.post("/v1/agents/night/facts", headers=ann, json=body).json()["fact"]
    (item,) = [one for one in guarded.nn.review.list() if one.subject_id == fact["id"]]
    path, said = f"/v1/review/{item.item_id}/approve", {"reason": "fine"}

    refused = guarded.client.post(path, headers=ann, json=said)
    check_problem(refused, 409)
    assert "`ann` submitted" in refused.json()["detail"]

    approved = guarded.client.post(path, headers=ben, json=said).json()
    assert (approved["state"], approved["submitted_by"]) == ("approved", "ann")


def test_a_revoked_or_expired_token_is_refused_at_once(guarded: World) -> None:
    made = guarded.nn.tokens.create("ann", scopes=["read"])
    header = {"Authorization": f"Bearer {made.text}"}
    assert guarded.client.get("/v1/bases", headers=header).status_code == 200
    guarded.nn.tokens.revoke(made.token.token_id)
    answer = guarded.client.get("/v1/bases", headers=header)
    check_problem(answer, 401)
    assert "was revoked" in answer.json()["detail"]
    short = guarded.nn.tokens.create("bob", scopes=["read"], days=1e-9)
    answer = guarded.client.get("/v1/bases", headers={"Authorization": f"Bearer {short.text}"})
    assert "expired" in answer.json()["detail"]


def test_a_page_of_another_site_changes_nothing(world: World) -> None:
    ask = next(one for one in ASKS if one.name == "POST /v1/meter/sessions")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Origin": "null"}):  # fmt: skip
        check_problem(send(world, ask, ask.body, **headers), 403)
    assert send(world, ask, ask.body, Origin=HERE).status_code == 201


@pytest.mark.parametrize("act", ["none", "read", "write"])
def test_programs_here_may_do_what_the_setting_says(act: str) -> None:
    settings = netnew.Settings(http_local=act)
    with netnew.connect("sqlite://", settings=settings) as nn:
        from fastapi.testclient import TestClient

        client = TestClient(make_service(nn), base_url=HERE)
        read = client.get("/v1/bases").status_code
        wrote = client.post("/v1/meter/sessions", json={}).status_code
    assert (read == 200, wrote == 201) == (act != "none", act == "write")


def test_a_secret_is_nowhere_in_the_database(world: World) -> None:
    made = world.nn.tokens.create("ann", scopes=["read"])
    secret = made.text.rpartition(".")[2]
    told = str(world.nn.tokens.list()) + "".join(
        row.body_json for row in world.nn.ledger.rows("access")
    )
    assert secret not in told
    assert "ann" in told
