"""The service answers what the library says, and errors say the same as the command line."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.cli.serve import listen
from netnew.doors.http import make_service
from tests.doors.conftest import Cli
from tests.doors.http.serving import process, served

HERE = "http://127.0.0.1"


@pytest.fixture
def nn(database_url: str) -> Iterator[netnew.Netnew]:
    with netnew.connect(database_url, settings=netnew.Settings()) as opened:
        yield opened


@pytest.fixture
def client(nn: netnew.Netnew) -> TestClient:
    return TestClient(make_service(nn), base_url=HERE)


def test_health_and_readiness(client: TestClient) -> None:
    assert client.get("/health").json() == {"ok": True, "version": netnew.__version__}
    assert client.get("/ready").json() == {"ok": True}


def test_the_ledger_over_http_is_the_ledger(client: TestClient, nn: netnew.Netnew) -> None:
    nn.ledger.append("gate", [netnew.Entry("note", {"n": 1})])
    (head,) = nn.ledger.heads()
    assert client.get("/v1/ledger/heads").json() == {"heads": [head._asdict()]}
    assert client.get("/v1/ledger/verify").json() == {"ok": True, "streams": 1, "faults": []}


def test_an_error_is_a_problem_document(tmp_path: Path) -> None:
    opened = netnew.connect(f"sqlite:///{tmp_path / 'x.db'}", settings=netnew.Settings())
    opened.close()
    for file in tmp_path.glob("x.db*"):
        file.unlink()
    (tmp_path / "x.db").write_bytes(b"no database at all" * 100)
    answer = TestClient(make_service(opened), base_url=HERE).get("/ready")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"] == "DamagedError"
    assert answer.json()["way_out"] == "restore it from a copy"


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/nowhere", 404), ("POST", "/health", 405)]
)
def test_what_no_route_takes_is_a_problem_document(
    client: TestClient, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == answer.json()["status"] == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] == f"no route takes {method} {path}"


@pytest.mark.parametrize("path", ["/health", "/v1/ledger/heads", "/openapi.json"])
def test_requests_to_another_name_are_refused(client: TestClient, path: str) -> None:
    for host in ("evil.example", "evil.example:8765", "127.0.0.1.evil.example"):
        assert client.get(path, headers={"host": host}).status_code == 400
    for host in ("localhost", "localhost:8765", "127.0.0.1:8765", "[::1]:8765"):
        assert client.get(path, headers={"host": host}).status_code == 200


def test_a_busy_port_is_one_line(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = cli("serve", "--port", str(port))
    assert (answer.code, answer.out) == (2, "")
    told = f"port {port} of 127.0.0.1 cannot be bound (Address already in use);"
    assert answer.err.startswith(f"netnew: {told}")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_it_binds_beyond_loopback_only_where_there_is_a_good_token(cli: Cli, host: str) -> None:
    made = cli("token", "create", "ann", "--scope", "read", "--json").json
    cli("token", "revoke", made["token_id"])
    answer = cli("serve", "--host", host, "--port", "0")
    assert answer.code == 2
    assert "netnew token create" in answer.err
    assert "bind 127.0.0.1" in answer.err


def test_it_serves_until_interrupted(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "netnew", "serve", "--port", "0"],
        cwd=tmp_path, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    watchdog = threading.Timer(30, process.kill)
    watchdog.start()
    assert process.stderr is not None
    try:
        found = next(
            m for line in process.stderr if (m := re.search(r"http://127\.0\.0\.1:\d+", line))
        )
        assert httpx.get(f"{found[0]}/ready", timeout=20).json()["ok"] is True
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        assert process.wait(timeout=20) in (0, 130)
    finally:
        watchdog.cancel()
        process.kill()
        process.stderr.close()


def test_what_was_taken_is_finished_before_it_stops(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with process(url) as (running, address, _printed):
        for base in ("mine", "core"):
            body = {"items": [{"id": "k", "text": "Iron rusts."}]}
            httpx.post(f"{address}/v1/bases/{base}/items", json=body, timeout=30)
        stopping = threading.Event()

        def lines() -> Iterator[bytes]:
            yield b'{"raw_idea": "Water boils."}\n'
            running.send_signal(signal.SIGTERM)
            stopping.set()
            time.sleep(1)
            yield b'{"raw_idea": "Ice melts."}\n'

        stream = f"{address}/v1/gate/stream?user=mine&core=core"
        answer = httpx.post(stream, content=lines(), timeout=60)
        assert stopping.is_set()
        assert len(answer.text.splitlines()) == 2
        # It ends by the signal that it was sent, once all is done.
        assert running.wait(timeout=30) in {0, -signal.SIGTERM}
    with netnew.connect(url, settings=netnew.Settings()) as nn:
        assert len(list(nn.ledger.rows("gate"))) == 2


def test_several_workers_answer_and_what_they_stored_is_there_after_a_restart(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with process(url, "--workers", "2") as (_, address, printed):
        with httpx.Client(base_url=address, timeout=60) as client:
            client.post("/v1/meter/sessions", json={"session_id": "s"})
            for number in range(6):
                body = {"round": number, "outputs": {"claims": [f"Claim {number * 37}."]}}
                # A new connection each time, which either worker may take.
                answer = httpx.post(f"{address}/v1/meter/sessions/s/rounds", json=body, timeout=60)
                assert answer.status_code == 200
            counted = client.get("/metrics").text
        assert 'route="/v1/meter/sessions/{session_id}/rounds",status="200"} 6.0' in counted
    logged = [json.loads(line) for line in printed if line.startswith("{")]
    told = {"request_id", "at", "method", "route", "status", "ms", "workspace", "token_id"}
    assert told == set(logged[0])
    assert "Claim" not in "".join(printed)
    with process(url) as (_, address, _printed):
        state = httpx.get(f"{address}/v1/meter/sessions/s", timeout=30).json()
    assert state["rounds"] == 6
    assert len(state["reading"]["novelty_by_round"]) == 6


def test_behind_a_proxy_it_answers_to_the_proxys_name_where_all_need_a_token(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with netnew.connect(url, settings=netnew.Settings()) as nn:
        text = nn.tokens.create("ann", scopes=["read"]).text
    with served(url, "--require-token") as address:
        named = {"Host": "netnew.example"}
        assert httpx.get(f"{address}/v1/bases", headers=named, timeout=30).status_code == 401
        good = {**named, "Authorization": f"Bearer {text}"}
        assert httpx.get(f"{address}/v1/bases", headers=good, timeout=30).status_code == 200


def test_beyond_this_machine_every_request_needs_a_token(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with netnew.connect(url, settings=netnew.Settings()) as nn:
        text = nn.tokens.create("ann", scopes=["read"]).text
    with served(url, "--host", "0.0.0.0") as address:
        here = address.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{here}/v1/bases", timeout=30).status_code == 401
        header = {"Authorization": f"Bearer {text}"}
        assert httpx.get(f"{here}/v1/bases", headers=header, timeout=30).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_no_answer_waits_for_an_acknowledgement(host: str) -> None:
    with (
        listen(host, 0) as listener,
        socket.create_connection(listener.getsockname()[:2]),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
