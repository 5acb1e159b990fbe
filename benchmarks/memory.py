"""Learning, searching, contexts and whole turns on a large memory, beside one fsynced insert.

`python -m benchmarks memory`; NETNEW_BENCH_ITEMS says how many facts there are, NETNEW_BENCH_PEER
how many the peers hold, NETNEW_BENCH_HOME a folder where filled SQLite stores are kept for the
next run.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from time import perf_counter, thread_time

import numpy as np
from sqlalchemy import create_engine, text
from tests.parts import postgres_database, postgres_server

from benchmarks import facts, report
from benchmarks.memory_peers import GraphFile, Mem0
from netnew import Settings, TurnInput, TurnResult, connect
from netnew.memory.memory import Memory
from netnew.stores.database import Database
from netnew.stores.tables import metadata

ITEMS = int(os.environ.get("NETNEW_BENCH_ITEMS", "100000"))
PEER_ITEMS = int(os.environ.get("NETNEW_BENCH_PEER", "10000"))
ROUNDS = int(os.environ.get("NETNEW_BENCH_ROUNDS", "300"))
WRITERS = 16
SESSIONS = 50
Steps = dict[str, Callable[[], object]]
Took = dict[str, list[tuple[float, float]]]


def main() -> None:
    words, loads = Words(), [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        here = Path(folder)
        file = filled(here)
        rows = on_database("SQLite", f"sqlite:///{file}", sqlite_insert(here), words)
        written(rows, loads)
        rows += peers(here)
        written(rows, loads)
        with postgres_database(server) as url:
            copy(f"sqlite:///{file}", url)
            rows += on_database("PostgreSQL", url, postgres_insert(url), words)
        written(rows, loads)


def written(rows: list[dict], loads: list[float]) -> None:
    """Write what is measured so far: a run that is cut off leaves what it has."""
    loads.append(os.getloadavg()[0])
    told = {
        "what": f"{ITEMS:,} generated facts of 8 to 30 words, {facts.OF_A_SUBJECT} a subject; "
        f"durability full, no embedder; {ROUNDS} rounds in which the steps take turns",
        "× fsync": "beside one bare fsynced insert into the same kind of database, same loop, "
        "p50 by p50 and p99 by p99",
        "processor": "time that the step's own thread had one: the rest of the clock's time is "
        "waiting, for the disk, a lock, the database's server, or other work on the machine",
        "16 writers": "threads of one process on one agent's memory, as in the service: each "
        "waits for its turn",
        "peers": f"they hold {PEER_ITEMS:,} texts; their ratio is beside SQLite's insert",
        "MCP `memory` server": "a package for Node.js that is not installed here; the row of the "
        "JSONL graph file does what it documents of its store, and is not it",
        "load of the machine meanwhile": f"{', '.join(f'{one:.1f}' for one in loads)} "
        f"on {os.cpu_count()} cores",
    }
    report.write("memory", told, rows, plotted=False)


def filled(here: Path) -> Path:
    """A SQLite file with the facts: made here, or taken from where filled ones are kept."""
    kept = Path(os.environ.get("NETNEW_BENCH_HOME", here)) / f"facts-{ITEMS}.db"
    if not kept.exists():
        facts.fill(f"sqlite:///{kept}", ITEMS)
    return Path(shutil.copy(kept, here / "measured.db"))


def copy(source: str, target: str) -> None:
    """The same rows in another database."""
    Database(target, Settings()).close()
    read, write = create_engine(source), create_engine(target)
    with read.connect() as old, write.begin() as new:
        for table in metadata.sorted_tables:
            result = old.execute(table.select())
            while some := [dict(row._mapping) for row in result.fetchmany(facts.AT_ONCE)]:
                new.execute(table.insert(), some)
    with write.connect().execution_options(isolation_level="AUTOCOMMIT") as maintained:
        maintained.execute(text("ANALYZE"))
    read.dispose()
    write.dispose()


def on_database(
    name: str, url: str, bare: Callable[[], Callable[[], object]], words: Words
) -> list[dict]:
    with connect(url, settings=Settings(busy_timeout_seconds=120)) as nn:
        memory = facts.opened(nn)
        alone = measured({"one fsynced insert": bare(), **steps_of(memory, words)}, ROUNDS)
        together = at_once(lambda: {"one fsynced insert": bare()})
        together |= at_once(lambda: writing(steps_of(memory, words)))
    return [
        *rows_of(name, 1, alone, alone["one fsynced insert"]),
        *rows_of(name, WRITERS, together, together["one fsynced insert"]),
    ]


class Words:
    """New facts and questions, each used once; threads may take from it at once."""

    def __init__(self) -> None:
        self.new = iter(list(facts.facts(facts.texts(ROUNDS * 5, 3), ITEMS, 3)))
        self.asked = iter(facts.questions(ROUNDS * 16, min(ITEMS, 20_000), 4))
        self.sessions = count()


def steps_of(memory: Memory, words: Words) -> Steps:
    """Each step with new words at each call."""

    def turn() -> object:
        session = f"session {next(words.sessions) % SESSIONS}"
        given = TurnInput(next(words.asked), session_id=session, frame="decision")
        said = TurnResult(f"We will use {next(words.asked)}")
        return memory.post_turn(memory.pre_turn(given), said)

    return {
        "learn": lambda: memory.learn(next(words.new)),
        "facts.search": lambda: memory.facts.search(next(words.asked)),
        "context": lambda: memory.context(next(words.asked)),
        "pre_turn + post_turn": turn,
    }


def writing(steps: Steps) -> Steps:
    return {name: steps[name] for name in ("learn", "pre_turn + post_turn")}


def measured(steps: Steps, rounds: int) -> Took:
    """Seconds of each step, and of the processor in it, one after the other in every round."""
    took: Took = defaultdict(list)
    for _ in range(rounds):
        for name, step in steps.items():
            started, worked = perf_counter(), thread_time()
            step()
            took[name].append((perf_counter() - started, thread_time() - worked))
    return took


def at_once(steps_for: Callable[[], Steps]) -> Took:
    """The same from sixteen threads at once."""
    all_took: Took = defaultdict(list)
    ready = [steps_for() for _ in range(WRITERS)]

    def work(steps: Steps) -> None:
        for name, took in measured(steps, max(1, ROUNDS // WRITERS)).items():
            all_took[name].extend(took)

    threads = [threading.Thread(target=work, args=(steps,)) for steps in ready]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return all_took


def sqlite_insert(here: Path) -> Callable[[], Callable[[], object]]:
    """Makes inserters into a file of its own, each insert durable before it returns."""
    file = here / "bare.db"
    with sqlite3.connect(file) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE said (text TEXT)")

    def inserter() -> Callable[[], object]:
        raw = sqlite3.connect(file, isolation_level=None, timeout=120, check_same_thread=False)
        raw.execute("PRAGMA synchronous=FULL")
        return lambda: raw.execute("INSERT INTO said VALUES (?)", ("so many words " * 8,))

    return inserter


def postgres_insert(url: str) -> Callable[[], Callable[[], object]]:
    """The same in PostgreSQL: one row, one commit."""
    engine = create_engine(url, pool_size=WRITERS + 1, isolation_level="AUTOCOMMIT")
    with engine.connect() as made:
        made.execute(text("CREATE TABLE bare_said (text TEXT)"))

    def inserter() -> Callable[[], object]:
        raw = engine.connect()
        insert = text("INSERT INTO bare_said VALUES (:said)")
        return lambda: raw.execute(insert, {"said": "so many words " * 8})

    return inserter


def peers(here: Path) -> list[dict]:
    said = facts.texts(PEER_ITEMS, 1)
    rows = []
    for made in (Mem0, GraphFile):
        peer = made(here)
        peer.fill(said)
        asked, new = iter(said), iter(said[: PEER_ITEMS // 2 : -1])
        steps: Steps = {
            "one fsynced insert": sqlite_insert_again(here, made.__name__),
            "learn": lambda peer=peer, new=new: peer.learn(next(new)),
            "facts.search": lambda peer=peer, asked=asked: peer.search(next(asked)),
        }
        steps["learn"]()
        steps["facts.search"]()
        took = measured(steps, min(100, ROUNDS - 1))
        bare = took.pop("one fsynced insert")
        rows += rows_of(peer.name, 1, took, bare)
    return rows


def sqlite_insert_again(here: Path, name: str) -> Callable[[], object]:
    folder = here / name
    folder.mkdir()
    return sqlite_insert(folder)()


def rows_of(
    engine: str, writers: int, took: Took, bare: list[tuple[float, float]]
) -> Iterator[dict]:
    (bare_p50, bare_p99), _ = quantiles(bare)
    for task, seconds in took.items():
        (p50, p99), (worked_p50, worked_p99) = quantiles(seconds)
        yield {
            "engine": engine,
            "task": task,
            "writers": writers,
            "p50 µs": p50,
            "p99 µs": p99,
            "p50 × fsync": p50 / bare_p50,
            "p99 × fsync": p99 / bare_p99,
            "processor p50 µs": worked_p50,
            "processor p99 µs": worked_p99,
        }


def quantiles(took: list[tuple[float, float]]) -> list[list[float]]:
    """p50 and p99, by the clock and of the processor, in microseconds."""
    found = np.quantile(np.array(took), (0.5, 0.99), axis=0) * 1e6
    return found.T.tolist()


if __name__ == "__main__":
    main()
