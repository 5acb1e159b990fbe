"""The service answers what the library says, and errors say the same as the command line."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service
from tests.doors.conftest import Cli

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
    assert answer.err.startswith(f"netnew: port {port} of 127.0.0.1 cannot be bound (Address")
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
