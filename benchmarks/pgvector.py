"""The nearest vectors by pgvector inside PostgreSQL, and by the kernel beside it: equal, and when.

`python -m benchmarks pgvector`; NETNEW_BENCH_ITEMS says how many vectors there are.
"""

from __future__ import annotations

import os
from time import perf_counter

import numpy as np
import psycopg
from tests.parts import postgres_server

from benchmarks import report
from netnew.kernel.int8 import quantize_vectors
from netnew.memory.searching import MOST
from netnew.memory.vector_index import VectorIndex

ITEMS = int(os.environ.get("NETNEW_BENCH_ITEMS", "100000"))
QUERIES = 60
WIDTH = 256
NEAREST = "SELECT id, -({0} <#> %(asked)s::{1}) FROM kept ORDER BY {0} <#> %(asked)s::{1}{2} LIMIT"


def main() -> None:
    load = os.getloadavg()[0]
    chance = np.random.default_rng(1)
    rows = quantize_vectors(chance.standard_normal((ITEMS, WIDTH)).astype(np.float32))
    asked = quantize_vectors(chance.standard_normal((QUERIES, WIDTH)).astype(np.float32))
    with (
        postgres_server() as url,
        psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection,
    ):
        store(connection, rows)
        index, reading = read_in(connection)
        ways = {
            "kernel, exact": lambda one: index.near(one, MOST),
            "pgvector, exact (vector)": lambda one: ask(connection, one, "f", "vector", ", id"),
            "pgvector, exact (halfvec)": lambda one: ask(connection, one, "h", "halfvec", ", id"),
        }
        measured = run(ways, asked)
        connection.execute("SET maintenance_work_mem = '1GB'")
        connection.execute("CREATE INDEX ON kept USING hnsw (f vector_ip_ops)")
        connection.execute("SET hnsw.ef_search = 200")
        hnsw = {
            "kernel, exact": ways["kernel, exact"],
            "pgvector, HNSW, ef 200": lambda one: ask(connection, one, "f", "vector", ""),
        }
        measured += run(hnsw, asked)[1:]
        [version] = connection.execute(
            "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
        ).fetchone()
    told = {
        "what": f"{ITEMS:,} vectors of {WIDTH} int8 numbers in one table, the {MOST} nearest of "
        f"each of {QUERIES} others, one after the other in turns",
        "pgvector": version,
        "reading all vectors into a process, once": f"{reading:.1f} s",
        "load of the machine at the start": f"{load:.1f} on {os.cpu_count()} cores",
    }
    report.write("pgvector", told, measured, plotted=False)


def store(connection: psycopg.Connection, rows: np.ndarray) -> None:
    connection.execute("CREATE EXTENSION vector")
    connection.execute(
        f'CREATE TABLE kept (id text COLLATE "C" PRIMARY KEY, raw bytea, f vector({WIDTH}), '
        f"h halfvec({WIDTH}))"
    )
    into = "COPY kept FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(into) as copy:
        for n, row in enumerate(rows):
            copy.write_row((f"{n:08}", row.tobytes(), shown(row), shown(row)))
    connection.execute("VACUUM ANALYZE kept")


def read_in(connection: psycopg.Connection) -> tuple[VectorIndex, float]:
    started = perf_counter()
    index = VectorIndex(WIDTH)
    for name, raw in connection.execute("SELECT id, raw FROM kept ORDER BY id"):
        index.put(name, np.frombuffer(raw, np.int8), live=True)
    return index, perf_counter() - started


def ask(connection: psycopg.Connection, row: np.ndarray, column: str, kind: str, ties: str) -> list:
    found = connection.execute(
        NEAREST.format(column, kind, ties) + f" {MOST}", {"asked": shown(row)}
    )
    return [(name, int(product)) for name, product in found]


def run(ways: dict, asked: np.ndarray) -> list[dict]:
    took: dict[str, list[float]] = {name: [] for name in ways}
    met = dict.fromkeys(ways, 0)
    equal = dict.fromkeys(ways, 0)
    for row in asked:
        answers = {}
        for name, way in ways.items():
            started = perf_counter()
            answers[name] = way(row)
            took[name].append(perf_counter() - started)
        right = answers["kernel, exact"]
        for name, answer in answers.items():
            met[name] += len(set(answer) & set(right))
            equal[name] += answer == right
    first = np.median(took["kernel, exact"])
    return [
        {
            "way": name,
            "p50 µs": float(np.median(times) * 1e6),
            "p99 µs": float(np.quantile(times, 0.99) * 1e6),
            "p50 × kernel": float(np.median(times) / first),
            "nearest found": f"{met[name] / (MOST * len(asked)):.1%}",
            "equal answers": f"{equal[name]} of {len(asked)}",
        }
        for name, times in took.items()
    ]


def shown(row: np.ndarray) -> str:
    return f"[{','.join(map(str, row.tolist()))}]"


if __name__ == "__main__":
    main()
