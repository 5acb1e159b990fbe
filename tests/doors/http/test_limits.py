"""What is too large, too deep, too long, too slow or too often is refused, and soon."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

import netnew
from netnew.doors.http import make_service
from tests.doors.http.conftest import HERE, World, fill
from tests.doors.http.serving import served
from tests.doors.http.test_routes import check_problem

LIMITS = {"http_body_bytes": 2000, "http_text_chars": 300, "http_body_seconds": 0.5,
          "http_requests_per_minute": 5}  # fmt: skip
URL = "/v1/meter/score"
STREAM = "/v1/gate/stream?user=mine&core=core"


@pytest.fixture(scope="module")
def small() -> Iterator[TestClient]:
    with netnew.connect("sqlite://", settings=netnew.Settings(**LIMITS)) as nn:
        fill(nn)
        yield TestClient(make_service(nn), base_url=HERE, raise_server_exceptions=False)


def told(text: str) -> dict[str, object]:
    return {"transcript": {"rounds": [{"round": 1, "outputs": {"claims": [text]}}]}}


def test_a_long_body_is_refused_whether_it_says_so_or_comes_in_chunks(small: TestClient) -> None:
    check_problem(small.post(URL, json=told("word " * 1000)), 413)

    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    check_problem(small.post(URL, content=chunks()), 413)


def test_a_long_text_and_deep_nesting_are_refused(small: TestClient) -> None:
    check_problem(small.post(URL, json=told("x" * 301)), 422)
    assert small.post(URL, json=told("x" * 300)).status_code == 200
    for deep in ("[" * 900, '{"a":' * 300, '{"a": "\\"' + "[" * 70 + '", "b": ' + "[" * 65):
        answer = small.post(URL, content=deep)
        check_problem(answer, 422)
        assert "nests over 64 deep" in answer.json()["detail"]
    # Brackets in a text are a text.
    assert small.post(URL, json=told("[" * 200)).status_code == 200


@pytest.mark.parametrize("text", ["NaN", "Infinity", '"\\u0000"', '"\\ud800"'])
def test_what_is_no_plain_json_is_refused(small: TestClient, text: str) -> None:
    check_problem(small.post(URL, content=json.dumps(told("?")).replace('"?"', text)), 422)


def test_a_line_of_a_stream_that_is_wrong_is_answered_in_its_place(small: TestClient) -> None:
    good = b'{"raw_idea": "Water boils."}\n'
    lines = [good, b"nonsense\n", b"[]\n", b'{"k": 0}\n', b"\n", b"x" * 1990 + b"\n", good]
    answer = small.post(STREAM, content=b"".join(lines))
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["line"] for one in found] == [1, 2, 3, 4, 6, 7]
    assert ["problem" in one for one in found] == [False, True, True, True, True, False]


def test_a_line_that_never_ends_ends_the_stream(small: TestClient) -> None:
    answer = small.post(STREAM, content=iter([b'{"raw_idea": "a"}\n', *[b"x" * 500] * 6]))
    first, last = (json.loads(line) for line in answer.text.splitlines())
    assert first["line"] == 1
    assert last["problem"]["status"] == 413


def test_a_token_that_asks_too_often_waits(small: TestClient) -> None:
    nn: netnew.Netnew = small.app.state.nn  # type: ignore[attr-defined]
    made = nn.tokens.create("ann", scopes=["read"])
    header = {"Authorization": f"Bearer {made.text}"}
    other = TestClient(make_service(nn), base_url=HERE)
    codes = [
        client.get("/v1/bases", headers=header).status_code
        for client in (small, other, small, other, small, other)
    ]
    assert codes == [200] * 5 + [429]
    answer = small.get("/v1/bases", headers=header)
    check_problem(answer, 429)
    assert 1 <= int(answer.headers["retry-after"]) <= 13


def test_a_body_that_does_not_arrive_is_given_up(world: World) -> None:
    with served(world.nn.settings.db, http_body_seconds=0.5) as url:
        host, port = url.removeprefix("http://").split(":")
        for path, expected in ((URL, b" 408 "), (STREAM, b'"status": 408')):
            with socket.create_connection((host, int(port)), timeout=20) as line:
                head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                line.sendall(f"{head}Content-Length: 900\r\n\r\n".encode())
                started, answer = time.monotonic(), b""
                line.sendall(b"{")
                while expected not in answer and (part := line.recv(4096)):
                    answer += part
                assert expected in answer
                assert time.monotonic() - started < 15
