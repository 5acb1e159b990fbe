"""Workers that are killed in the midst of requests lose nothing that they acknowledged."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests import soak
from tests.doors.http.serving import process

SECONDS = soak.amount(9, 600)
KILL_EVERY = soak.amount(3, 20)
WRITERS = 4
# A worker holds caches that fill; after a tenth of a long run they have filled.
WARM_SECONDS = SECONDS / 10
MOST_GROWTH = 1.5


class Acknowledged(NamedTuple):
    """What one writer was told was done."""

    rounds: list[int]
    facts: list[str]
    judgements: list[str]


def children(pid: int) -> list[int]:
    """The workers of a supervisor."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    found = [(int(one), Path(f"/proc/{one}/cmdline")) for one in listed]
    return [one for one, line in found if b"resource_tracker" not in line.read_bytes()]


def resident(pids: list[int]) -> int:
    """Megabytes that they hold together."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def attempts(client: httpx.Client, path: str, body: object, key: str) -> Iterator[httpx.Response]:
    """Send it until an answer comes: a killed worker gives none."""
    for _ in range(20):
        try:
            answer = client.post(path, json=body, headers={"Idempotency-Key": key})
        except httpx.TransportError:
            time.sleep(0.1)
            continue
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        if answer.status_code < 300:
            yield answer
            return
        time.sleep(0.1)


def write(address: str, number: int, stop: threading.Event, told: Acknowledged) -> None:
    with httpx.Client(base_url=address, timeout=30) as client:
        n = 0
        while not stop.is_set():
            n += 1
            key, text = f"w{number}-{n}", f"Writer {number} says that {n * 37} kg is claim {n}."
            body = {"round": n, "outputs": {"claims": [text]}}
            for _ in attempts(client, f"/v1/meter/sessions/s{number}/rounds", body, f"r{key}"):
                told.rounds.append(n)
            fact = {"subject": f"subject {n}", "content": text, "key": key}
            for answer in attempts(client, f"/v1/agents/a{number}/facts", fact, f"f{key}"):
                told.facts.append(answer.json()["fact"]["id"])
            claim = {"claim": {"raw_idea": text, "risk_class": "LOW"}, "user": "m", "core": "c"}
            for answer in attempts(client, "/v1/gate/judge", claim, f"j{key}"):
                told.judgements.append(answer.json()["kgr"]["kgr_id"])


@pytest.mark.soak
@pytest.mark.timeout(2400)
def test_a_killed_worker_loses_nothing_that_was_acknowledged(
    database_url: str, tmp_path: Path, soak_report: soak.Report
) -> None:
    told = [Acknowledged([], [], []) for _ in range(WRITERS)]
    stop, chance, kills, sizes = threading.Event(), random.Random(3), 0, []
    with process(database_url, "--workers", "2", home=tmp_path) as (supervisor, address, _):
        with httpx.Client(base_url=address, timeout=120) as client:
            for base in ("m", "c"):
                items = {"items": [{"id": "k", "text": "Iron rusts."}]}
                client.post(f"/v1/bases/{base}/items", json=items).raise_for_status()
            for number in range(WRITERS):
                session = {"session_id": f"s{number}"}
                client.post("/v1/meter/sessions", json=session).raise_for_status()
        writers = [
            threading.Thread(target=write, args=(address, number, stop, told[number]))
            for number in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        started = time.monotonic()
        while time.monotonic() < started + SECONDS:
            time.sleep(KILL_EVERY * chance.uniform(0.8, 1.2))
            workers = children(supervisor.pid)
            if time.monotonic() > started + WARM_SECONDS:
                sizes.append(resident(workers))
            os.kill(chance.choice(workers), signal.SIGKILL)
            kills += 1
        stop.set()
        for writer in writers:
            writer.join(timeout=120)
        assert not any(writer.is_alive() for writer in writers)
        with httpx.Client(base_url=address, timeout=60) as client:
            for number, done in enumerate(told):
                assert done.rounds
                state = client.get(f"/v1/meter/sessions/s{number}").json()
                kept = [row["round"] for row in state["reading"]["novelty_by_round"]]
                assert set(done.rounds) <= set(kept)
                assert len(kept) == len(set(kept))
                for fact in done.facts:
                    assert client.get(f"/v1/agents/a{number}/facts/{fact}").status_code == 200
                for kgr_id in done.judgements:
                    assert client.get(f"/v1/gate/judgements/{kgr_id}").status_code == 200
            assert client.get("/v1/ledger/verify").json()["ok"] is True
    count = sum(len(part) for done in told for part in done)
    assert kills >= 2
    if soak.LONG:
        assert max(sizes) < MOST_GROWTH * min(sizes), sizes
    soak_report.add(
        f"killed workers, {database_url.partition(':')[0]}", seconds=SECONDS, kills=kills,
        acknowledged=count, lost=0, most_megabytes=max(sizes, default=0),
    )  # fmt: skip
