"""A service over a database that holds one of everything, and tokens to ask it with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service

HERE = "http://127.0.0.1"
CLAIM = {"claim_id": "c1", "raw_idea": "Zebras dislike violins.", "risk_class": "HIGH"}
PROPOSAL = "expansion_proposals:\n  threshold_increases: []\n"


class World(NamedTuple):
    """A service, a client without a token, and the names of what is in the database."""

    nn: netnew.Netnew
    client: TestClient
    known: dict[str, str]

    def token(self, *scopes: str, workspace: str = "default", **told: Any) -> dict[str, str]:
        """The header of a new token."""
        name = told.pop("name", f"{'-'.join(scopes)}-{told.get('agent', '')}")
        made = self.nn.in_workspace(workspace).tokens.create(name, scopes=scopes, **told)
        return {"Authorization": f"Bearer {made.text}"}


def fill(nn: netnew.Netnew) -> dict[str, str]:
    """One of everything; give the names by which paths call it."""
    items = [{"id": "k1", "text": "Water boils at 100 °C at sea level."}]
    nn.bases.add("mine", items)
    nn.bases.add("core", [{"id": "k2", "text": "Ice melts at 0 °C."}])
    snapshot = nn.bases.snapshot("mine")
    gate = nn.gate.open(user="mine", core="core")
    (document,) = nn.gate.judge(gate, [netnew.claim_of(CLAIM)])
    nn.sessions.create("s1")
    nn.sessions.observe("s1", {"round": 1, "outputs": {"claims": ["Ship on Friday."]}})
    nn.ratchet("h1").record_cycle({"cycle_id": "c1", "metrics": {"regression_pass_rate": 1}})
    expansion = nn.ratchet("h1").expansions.request(by="bob", reason="went soft")
    (waiting,) = nn.review.list()
    memory = nn.memory(agent_id="a1")
    learned = memory.learn(netnew.FactInput("api", "The API allows 250 requests."))
    recorded = memory.record_decision(netnew.DecisionInput("Use PostgreSQL for the ledger."))
    episode = memory.start_episode("Mend the parser")
    row = next(iter(nn.ledger.rows("gate")))
    return {
        "base": "mine", "snapshot_id": snapshot.id, "kgr_id": document["kgr"]["kgr_id"],
        "session_id": "s1", "harness": "h1", "expansion_id": expansion["expansion_id"],
        "item_id": waiting.item_id, "stream": "gate", "row_id": row.row_id, "name": "strict",
        "agent": "a1", "fact_id": str(learned.id), "decision_id": str(recorded.id),
        "episode_id": episode.id,
    }  # fmt: skip


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder with a database that holds one of everything: what each test starts from."""
    folder = tmp_path_factory.mktemp("filled")
    with netnew.connect(f"sqlite:///{folder / 'x.db'}", settings=netnew.Settings()) as nn:
        return folder, fill(nn)


@pytest.fixture
def world(filled: tuple[Path, dict[str, str]], tmp_path: Path) -> Iterator[World]:
    folder, known = filled
    shutil.copytree(folder, tmp_path / "world")
    url = f"sqlite:///{tmp_path / 'world' / 'x.db'}"
    with (
        netnew.connect(url, settings=netnew.Settings(durability="normal")) as nn,
        TestClient(make_service(nn), base_url=HERE, raise_server_exceptions=False) as client,
    ):
        yield World(nn, client, known)


@pytest.fixture
def guarded(world: World) -> World:
    """The same, where everybody needs a token."""
    service = make_service(world.nn, guarded=True)
    return World(world.nn, TestClient(service, base_url=HERE), world.known)
