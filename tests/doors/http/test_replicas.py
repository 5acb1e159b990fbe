"""Two replicas on one PostgreSQL answer together what one answers alone, and lose nothing."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service
from tests import soak
from tests.doors.http.conftest import HERE
from tests.parts import postgres_database

REQUESTS = soak.amount(300, 10_000)
# What a clock or a random number made; everything else must be equal.
PASSING = {
    "created_at", "observed_at", "recorded_at", "taken_at", "learned_at", "last_seen_at",
    "gating_time_utc", "row_id", "timestamp", "verdict_id", "id", "bytes", "started_at",
    "fact_id", "last_updated", "opened_at", "previous", "seal", "triggered_at",
}  # fmt: skip
WORDS = "water iron gold cloud stone river violin zebra engine parser ledger cache".split()


def ask(choice: random.Random, n: int) -> tuple[str, str, Any]:
    """One request; which, and about what, follows from the seed alone."""
    text = " ".join(choice.choices(WORDS, k=6)) + f" {choice.randrange(50)} kg"
    claim = {"raw_idea": text, "risk_class": choice.choice(["LOW", "MED", "HIGH"])}
    gate = {"user": "mine", "core": "core"}
    session = f"s{choice.randrange(4)}"
    return choice.choice(
        [
            ("POST", f"/v1/meter/sessions/{session}/rounds",
             {"round": n + 1, "outputs": {"claims": [text], "next_actions": ["Measure it."]}}),
            ("GET", f"/v1/meter/sessions/{session}", None),
            ("POST", "/v1/gate/judge", {"claim": claim, **gate}),
            ("POST", "/v1/gate/judge", {"claim": claim, **gate, "admit": True}),
            ("POST", "/v1/bases/mine/items", {"items": [{"id": f"i{n}", "text": text}]}),
            ("POST", "/v1/agents/a1/facts",
             {"subject": choice.choice(WORDS), "content": text.capitalize() + "."}),
            ("GET", f"/v1/agents/a1/facts/search?q={choice.choice(WORDS)}", None),
            ("POST", "/v1/ratchets/h1/cycles",
             {"cycle_id": f"c{n}", "metrics": {"regression_pass_rate": choice.randrange(9) / 8}}),
            ("GET", "/v1/ratchets/h1", None),
            ("GET", "/v1/review?state=all", None),
            ("GET", "/v1/bases/mine", None),
        ]
    )  # fmt: skip


def lasting(value: Any) -> Any:
    """The value without what passes."""
    if isinstance(value, dict):
        return {k: lasting(v) for k, v in value.items() if k not in PASSING}
    return [lasting(one) for one in value] if isinstance(value, list) else value


def replicas(url: str, home: Path, count: int, stack: ExitStack) -> list[TestClient]:
    settings = netnew.Settings(home=str(home), durability="normal")
    found = []
    for _ in range(count):
        nn = stack.enter_context(netnew.connect(url, settings=settings))
        found.append(TestClient(make_service(nn), base_url=HERE))
    return found


def start(client: TestClient) -> None:
    for base in ("mine", "core"):
        client.post(f"/v1/bases/{base}/items", json={"items": [{"id": "k", "text": "Iron rusts."}]})
    for n in range(4):
        client.post("/v1/meter/sessions", json={"session_id": f"s{n}"})


def carried_out(clients: Sequence[TestClient], seed: int) -> Iterator[tuple[int, Any]]:
    choice, where = random.Random(seed), random.Random(seed + 1)
    for n in range(REQUESTS):
        method, path, body = ask(choice, n)
        answer = where.choice(clients).request(method, path, json=body)
        assert answer.status_code < 500, answer.text
        yield answer.status_code, lasting(answer.json())


@pytest.mark.needs("postgres")
@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_mixed_requests_at_random_replicas_equal_the_same_at_one(
    postgres_server: str, tmp_path: Path, soak_report: soak.Report
) -> None:
    with ExitStack() as stack:
        one, two = (
            replicas(stack.enter_context(postgres_database(postgres_server)),
                     tmp_path / str(count), count, stack)
            for count in (1, 2)
        )  # fmt: skip
        start(one[0])
        start(two[0])
        pairs = zip(carried_out(one, 7), carried_out(two, 7), strict=True)
        for n, (alone, together) in enumerate(pairs):
            assert alone == together, n
        assert two[1].get("/v1/ledger/verify").json()["ok"]
    soak_report.add("two replicas against one", requests=REQUESTS, different=0)


@pytest.mark.needs("postgres")
def test_no_round_is_lost_where_replicas_observe_at_once(
    postgres_server: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(postgres_database(postgres_server))
        clients = replicas(url, tmp_path, 2, stack)
        clients[0].post("/v1/meter/sessions", json={"session_id": "s"})
        accepted: list[int] = []

        def observe(client: TestClient, first: int) -> None:
            for number in range(first, 40, 2):
                body = {"round": number, "outputs": {"claims": [f"Claim {number * 37}."]}}
                answer = client.post("/v1/meter/sessions/s/rounds", json=body)
                # A round that came after a later one is refused, and said to be.
                assert answer.status_code in {200, 409}, answer.text
                if answer.status_code == 200:
                    accepted.append(number)

        threads = [
            threading.Thread(target=observe, args=(client, n)) for n, client in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for client in clients:
            state = client.get("/v1/meter/sessions/s").json()
            numbers = [row["round"] for row in state["reading"]["novelty_by_round"]]
            assert numbers == sorted(accepted)
            assert state["rounds"] == len(accepted)
