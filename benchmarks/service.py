"""What the service adds to the least that a service with a database does.

Routes of `netnew serve` (one process) at 1, 16 and 64 connections, on SQLite and on PostgreSQL,
beside a bare FastAPI that inserts (or, for a search, selects) one row with the same database, in
the same run. The client shares the machine, so ratios count, and times do not. A server of mem0 or
of Graphiti is no peer here: what they do in these places asks a language model.

NETNEW_BENCH_SECONDS sets how long each cell is measured (2). The long form, ten minutes with
workers that are killed and a bound on memory, is `tests/doors/http/test_killed_workers.py` under
`make soak`.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.parts import postgres_database, postgres_server

import netnew
from benchmarks.report import table

RESULTS = Path(__file__).with_name("results") / "http.md"
SECONDS = float(os.environ.get("NETNEW_BENCH_SECONDS", "2"))
CONNECTIONS = (1, 16, 64)
ITEMS = 1000
WORDS = "water iron gold cloud stone river violin zebra engine parser ledger cache tower".split()
# What one connection sends as its n-th request: method, path, body.
Asked = Callable[[int, int], tuple[str, str, object]]


def text(seed: int) -> str:
    choice = random.Random(seed)
    return " ".join(choice.choices(WORDS, k=9)).capitalize() + f" {seed} kg."


def gate(lane: int, n: int) -> tuple[str, str, object]:
    claim = {"raw_idea": text(lane * 10**6 + n), "risk_class": "LOW"}
    return "POST", "/v1/gate/judge", {"claim": claim, "user": "mine", "core": "core"}


def observe(lane: int, n: int) -> tuple[str, str, object]:
    # A new session every fifty rounds: loops are about as long.
    path = f"/v1/meter/sessions/s{lane}-{n // 50}"
    if n % 50 == 0:
        return "POST", "/v1/meter/sessions", {"session_id": f"s{lane}-{n // 50}"}
    return "POST", f"{path}/rounds", {"round": n % 50, "outputs": {"claims": [text(n)]}}


def learn(lane: int, n: int) -> tuple[str, str, object]:
    body = {"subject": f"subject {lane} {n}", "content": text(lane * 10**6 + n)}
    return "POST", "/v1/agents/a/facts", body


def recall(lane: int, n: int) -> tuple[str, str, object]:
    return "GET", f"/v1/agents/a/facts/search?q={WORDS[(lane + n) % len(WORDS)]}", None


def echo(lane: int, n: int) -> tuple[str, str, object]:
    return "POST", "/echo", {"text": text(lane * 10**6 + n)}


def select(lane: int, n: int) -> tuple[str, str, object]:
    return "GET", f"/echo?q={n}", None


ROUTES: dict[str, tuple[Asked, str]] = {
    "gate, single": (gate, "insert"),
    "meter, observe": (observe, "insert"),
    "memory, learn": (learn, "insert"),
    "memory, search": (recall, "select"),
}
BARE: dict[str, Asked] = {"insert": echo, "select": select}


def main() -> None:
    rows, before = [], os.getloadavg()
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server() as server,
        postgres_database(server) as postgres,
    ):
        for name, url in (("SQLite", f"sqlite:///{folder}/x.db"), ("PostgreSQL", postgres)):
            rows += measured(name, url, Path(folder) / name)
    load = ", ".join(f"{one:.1f}" for one in before)
    facts = (
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, {SECONDS:g} s a cell; "
        f"load of the machine before the run (1, 5, 15 min): {load}.\n"
    )
    told = f"# HTTP\n\n{(__doc__ or '').strip()}\n\n{facts}\n{table(rows)}"
    RESULTS.write_text(told, encoding="utf-8")
    print(told)


def measured(name: str, url: str, home: Path) -> list[dict]:
    """Every cell of one database."""
    settings = netnew.Settings(home=str(home))
    with netnew.connect(url, settings=settings) as nn:
        items = [{"id": f"k{n}", "text": text(-n - 1)} for n in range(ITEMS)]
        nn.bases.add("core", items)
        nn.bases.add("mine", items[:10])
        for n in range(ITEMS):
            nn.memory(agent_id="a").learn(netnew.FactInput(f"subject {n}", text(-n - 1)))
    ours = [sys.executable, "-m", "netnew", "serve", "--port", "0", "--db", url]
    bare = [sys.executable, "-m", "uvicorn", "benchmarks.service_echo:app", "--port", "0",
            "--no-access-log"]  # fmt: skip
    rows = []
    told = {"NETNEW_HOME": str(home), "ECHO_DB": url}
    with served(ours, told) as netnew_at, served(bare, told) as echo_at:
        lane = 0
        for count in CONNECTIONS:
            least = {}
            for kind, asked in BARE.items():
                least[kind] = asyncio.run(cell(echo_at, asked, count, lane))
            for route, (asked, kind) in ROUTES.items():
                lane += count
                found = asyncio.run(cell(netnew_at, asked, count, lane))
                rows.append(row(name, route, count, found, kind, least[kind]))
                print(rows[-1], flush=True)
    return rows


def row(db: str, route: str, count: int, found: Cell, kind: str, least: Cell) -> dict:
    return {
        "database": db, "route": route, "connections": count,
        "requests/s": round(found.rate, 1), "p50 ms": found.at(0.5), "p99 ms": found.at(0.99),
        "errors": found.errors, "bare": f"{kind}: {least.rate:.0f}/s, "
        f"p50 {least.at(0.5):.3g} ms, p99 {least.at(0.99):.3g} ms",
        "rate beside bare": round(found.rate / least.rate, 3),
        "p50 beside bare": round(found.at(0.5) / least.at(0.5), 1),
    }  # fmt: skip


class Cell:
    """Times of one cell."""

    def __init__(self, times: list[float], errors: int, seconds: float) -> None:
        self._times, self.errors, self.rate = sorted(times), errors, len(times) / seconds

    def at(self, share: float) -> float:
        """Milliseconds at a share of the requests."""
        place = min(int(len(self._times) * share), len(self._times) - 1)
        return self._times[place] * 1000


async def cell(address: str, asked: Asked, count: int, lane: int) -> Cell:
    """Keep so many connections busy, each with one request after the other."""
    times: list[float] = []
    errors = 0
    started = time.perf_counter()
    end = started + SECONDS

    async def keep(number: int) -> None:
        nonlocal errors
        place = urlsplit(address)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        n = 0
        while time.perf_counter() < end:
            request = encoded(place.netloc, *asked(number, n))
            began = time.perf_counter()
            writer.write(request)
            status = await answered(reader)
            times.append(time.perf_counter() - began)
            errors += status >= 400
            n += 1
        writer.close()

    await asyncio.gather(*(keep(lane + number) for number in range(count)))
    return Cell(times, errors, time.perf_counter() - started)


def encoded(host: str, method: str, path: str, body: object) -> bytes:
    sent = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(sent)}\r\n"
    return head.encode() + b"Content-Type: application/json\r\n\r\n" + sent


async def answered(reader: asyncio.StreamReader) -> int:
    """Read one answer; give its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    await reader.readexactly(int(length[1]) if length else 0)
    return int(head[9:12])


@contextmanager
def served(command: list[str], told: dict[str, str]) -> Iterator[str]:
    """A server in a process of its own, and the address that it prints."""
    with tempfile.TemporaryFile("w+") as log:
        running = subprocess.Popen(command, stderr=log, env={**os.environ, **told})
        try:
            for _ in range(600):
                log.seek(0)
                if found := re.search(r"http://[\w.]+:\d+", log.read()):
                    break
                time.sleep(0.1)
            else:
                raise TimeoutError(" ".join(command))
            time.sleep(1)  # uvicorn prints the address of the bare service before it answers
            yield found[0]
        finally:
            running.terminate()
            running.wait(timeout=60)


if __name__ == "__main__":
    main()
