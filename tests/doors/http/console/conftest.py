"""The console as a browser without scripts meets it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service

HERE = "http://127.0.0.1"
ORPHANS = ("Zebras graze beyond the river.", "Two moons rise at noon.")

LEARNED = ("The API allows 100 requests.", "The API allows 250 requests.")


class Visitor:
    """Somebody with a browser: keeps cookies, and sends forms as the pages hold them."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.client.get(path, **options)

    def csrf(self) -> str:
        found = re.search(r'name="csrf" value="(\w+)"', self.get("/login").text)
        assert found is not None
        return found[1]

    def post(self, path: str, **fields: Any) -> httpx.Response:
        sent = {"csrf": self.csrf(), **fields}
        return self.client.post(path, data=sent, follow_redirects=False)

    def called(self, name: str) -> Visitor:
        assert self.post("/name", name=name).status_code == 303
        return self


Enter = Callable[..., Visitor]


@pytest.fixture
def nn(tmp_path: Path) -> Iterator[netnew.Netnew]:
    settings = netnew.Settings(home=str(tmp_path))
    with netnew.connect(f"sqlite:///{tmp_path / 'netnew.db'}", settings=settings) as opened:
        opened.bases.add("core", [{"id": "k1", "text": "Checkout requests time out."}])
        opened.bases.add("user", [{"id": "u1", "text": "Ada is on call this week."}])
        gate = opened.gate.open(user="user", core="core")
        claims = [
            netnew.Claim(text, f"c{at}", "HIGH", metadata={"author_id": "scout"})
            for at, text in enumerate(ORPHANS)
        ]
        opened.gate.judge(gate, claims)
        cycle = {"cycle_id": "run-1", "metrics": {"regression_pass_rate": 1.0}}
        opened.ratchet("demo").record_cycle(cycle)
        memory = opened.memory(agent_id="scout")
        for text in LEARNED:
            memory.learn(netnew.FactInput("api", text, attribute="limit"))
        memory.learn(netnew.FactInput("api", "The key is rotated monthly.", hold=True))
        memory.record_decision(netnew.DecisionInput("Use PostgreSQL for the ledger."))
        memory.start_episode("Mend the parser")
        yield opened


@pytest.fixture
def enter(nn: netnew.Netnew) -> Enter:
    """Open the console: anew with each call, and with a token where one is given."""

    def make(token: str | None = None, **options: Any) -> Visitor:
        visitor = Visitor(TestClient(make_service(nn, **options), base_url=HERE))
        if token is not None:
            assert visitor.post("/login/token", token=token).status_code == 303
        return visitor

    return make
