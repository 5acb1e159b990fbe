"""Adding one item and finding it, and opening what was stored, beside the peers.

    .venv/bin/python -m benchmarks growing            # 100,000 and 1,000,000 items
    .venv/bin/python -m benchmarks.growing 5000       # fewer

Each engine fills an index of word bigrams in a process of its own, gets new claims one by one, each
of which it then has to find, and at last is stored, opened and asked once more. What opening reads
lies in the page cache. An engine that cannot add is built anew for each claim; one that cannot be
stored is built anew to be opened. `on disk` says whether what was added outlives the process, or
a power cut as well (synced). An engine that takes more memory or time than it may (`apart`) is
named above the table in place of its row.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import corpus, report
from benchmarks.apart import BeyondBudgetError, measured_apart
from benchmarks.growing_engines import ENGINES, REBUILT, Engine

ADDED = 100


def main(sizes: tuple[int, ...] = (100_000, 1_000_000)) -> None:
    for items in sizes:
        rows, beyond = [], {}
        for engine in ENGINES:
            try:
                rows.append(
                    measured_apart("benchmarks.growing", "--engine", engine.name, str(items))
                )
            except BeyondBudgetError as why:
                beyond[engine.name] = str(why)
        for row in rows:
            row["beside ours"] = row["add and find, p50 ms"] / rows[0]["add and find, p50 ms"]
        facts = {
            "items": items,
            "n-grams": "word bigrams",
            "claims added": f"{ADDED}, one by one (3 where each needs a new index)",
            "load while measuring": f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
            **beyond,
        }
        report.write(f"growing-{items}", facts, rows, plotted=False)


def measured(name: str, items: int) -> dict[str, Any]:
    engine = next(kind for kind in ENGINES if kind.name == name)()
    claims = corpus.claims(items, seed=1)
    texts = [text.decode() for text in corpus.texts(claims)]
    added = ADDED if REBUILT.get(name) != "add" else 3
    asked = [text.decode() for text in corpus.texts(corpus.questions(claims, added, seed=7))]
    with tempfile.TemporaryDirectory(prefix="netnew-growing") as made:
        folder = Path(made)
        before = resident()
        built = seconds(lambda: engine.fill(texts, folder))
        memory = resident() - before
        times = list(growth(engine, asked))
        engine.save(folder)
        opening = seconds(lambda: (engine.load(folder), engine.find(asked[0])))
    return {
        "engine": name,
        "build s": built,
        "add and find, p50 ms": float(np.percentile(times, 50)) * 1000,
        "p99 ms": float(np.percentile(times, 99)) * 1000,
        "beside ours": 1.0,
        "on disk": engine.on_disk,
        "open and answer, ms": opening * 1000,
        "memory an item": f"{memory / items:.0f} bytes",
        "note": f"built anew to {REBUILT[name]}" if name in REBUILT else "",
    }


def growth(engine: Engine, asked: list[str]) -> Iterator[float]:
    for number, text in enumerate(asked):
        new = f"{text} {number}"
        start = time.perf_counter()
        engine.add(f"new{number}", new)
        found = engine.find(new)
        yield time.perf_counter() - start
        assert found, f"{engine.name} does not find what was just added"


def seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--engine", name, items, "--into", file]:
            Path(file).write_text(json.dumps(measured(name, int(items))))
        case [items]:
            main((int(items),))
        case _:
            main()
