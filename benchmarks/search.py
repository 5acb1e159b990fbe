"""Exact set search beside its peers, in one run: time a query, recall, memory, opening.

    .venv/bin/python -m benchmarks search           # every size and kind of n-gram
    .venv/bin/python -m benchmarks.search --items 5000 --grams characters --only netnew plain

Each query's time is the least of several rounds; in every round all engines take turns, so that
what else the machine does falls on all of them. The right answers are those of plain C, which walks
all postings. Where all engines together need more memory than there is, they run in groups, each in
a process of its own with plain C in it: ratios are those within the group. A group that takes more
memory or time than it may (`apart`) is named above the table in place of its rows.
Results go to `benchmarks/results/`.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks import corpus, report
from benchmarks.apart import BeyondBudgetError, measured_apart
from benchmarks.peers import ANCHORS, GROUPS, PEERS, K
from netnew.kernel.setsearch import SetIndex

GRAMS = {"words": "word bigrams", "characters": "character 5-grams"}
PAGE = os.sysconf("SC_PAGE_SIZE")
# More than an engine needs to give all that are like a query by half.
MANY = 4_096
# An engine that takes longer than this for all queries is asked them once.
LONGEST_ROUND_SECONDS = 60


class Data:
    """Sets, texts and queries, and the right answers."""

    def __init__(self, items: int, queries: int, kind: str) -> None:
        self.kind, self.items = kind, items
        self.claims = corpus.claims(items, seed=1)
        self.questions = corpus.questions(self.claims, queries, seed=7)
        self.offsets, self.grams = corpus.GRAMS[kind](self.claims)
        asked_offsets, asked = corpus.GRAMS[kind](self.questions)
        self.asked = np.split(asked, asked_offsets[1:-1].astype(np.int64))
        self.sizes = np.diff(self.offsets).astype(np.int64)
        self.ranks = np.random.default_rng(3).permutation(items).astype(np.uint32)
        # Made now: they are in no engine's memory.
        self.texts = [text.decode() for text in corpus.texts(self.claims)]
        self.asked_texts = [text.decode() for text in corpus.texts(self.questions)]

    def set_of(self, item: int):
        return self.grams[int(self.offsets[item]) : int(self.offsets[item + 1])]


def main() -> None:
    """Run the sizes that are reported."""
    for items, groups in ((100_000, [[""]]), (1_000_000, GROUPS)):
        for grams in GRAMS:
            facts: dict = {}
            rows: dict[str, dict] = {}
            for only in groups:
                try:
                    found = measured_apart(
                        "benchmarks.search", f"--items={items}", f"--grams={grams}", "--only", *only
                    )
                except BeyondBudgetError as why:
                    facts["; ".join(only)] = str(why)
                    continue
                facts = found["facts"] | facts
                rows = {row["engine"]: row for row in found["rows"]} | rows
            order = [peer.name for peer in PEERS]
            listed = sorted(rows.values(), key=lambda row: order.index(row["engine"]))
            report.write(f"search-{items}-{grams}", facts, listed)


def measured(options: argparse.Namespace) -> dict:
    data = Data(options.items, options.queries, GRAMS[options.grams])
    wanted = [peer for peer in PEERS if any(word in peer.name for word in options.only)]
    built = []
    for peer in (peer for peer in PEERS if peer in (*ANCHORS, *wanted)):
        gc.collect()
        before, start = resident(), time.perf_counter()
        engine = peer(data)
        seconds = time.perf_counter() - start
        built.append((engine, seconds, getattr(engine, "bytes", resident() - before)))
        print(f"{peer.name}: built in {seconds:.1f} s", flush=True)
    truth = right_answers(built, data)
    times, answers = measure([engine for engine, *_ in built], options.queries, options.rounds)
    rows = [
        row(engine, seconds, size, times, recall(answers[engine.name], truth[engine.task]), data)
        for engine, seconds, size in built
    ]
    opening = open_seconds(built[0][0].index)
    facts = {
        "items": options.items,
        "n-grams": data.kind,
        "queries": options.queries,
        "mean set": round(float(data.sizes.mean()), 1),
        "opening our index (memory-mapped)": f"{opening * 1000:.1f} ms",
        "processor": processor(),
        "load while measuring": f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
    }
    return {"facts": facts, "rows": rows}


def right_answers(built: list, data: Data) -> dict[str, list[list[int]]]:
    """Walk all postings for each query: the K best, and all that are alike by half."""
    plain = next(engine.index for engine, *_ in built if engine.name.startswith("plain C"))
    best = [plain.top_k(asked, MANY) for asked in data.asked]
    return {
        "top": [[item for item, _, _ in hits[:K]] for hits in best],
        "near": [[item for item, shared, whole in hits if 2 * shared >= whole] for hits in best],
    }


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--grams", choices=GRAMS, default="words")
    parser.add_argument("--only", nargs="*", default=[""], help="parts of names of engines")
    parser.add_argument("--into", type=Path, help="where to put what was measured; else shown")
    return parser.parse_args()


def measure(engines, queries: int, rounds: int):
    times = {engine.name: np.full(queries, np.inf) for engine in engines}
    answers = {}
    slow = set()
    for _ in range(rounds):
        for engine in engines:
            if engine.name in slow:
                continue
            began, best, found = time.perf_counter(), times[engine.name], []
            for query in range(queries):
                start = time.perf_counter()
                found.append(engine.ask(query))
                best[query] = min(best[query], time.perf_counter() - start)
            answers[engine.name] = found
            if time.perf_counter() - began > LONGEST_ROUND_SECONDS:
                slow.add(engine.name)
    return times, answers


def recall(found, truth) -> float:
    right = sum(len(set(one) & set(true)) for one, true in zip(found, truth, strict=True))
    return right / max(sum(len(set(true)) for true in truth), 1)


def row(engine, seconds, size, times, recalled, data):
    yardstick = times.get("plain C, all postings")
    p50, p99 = (float(np.percentile(times[engine.name], at)) * 1e6 for at in (50, 99))
    ratios = {}
    if yardstick is not None:
        for label, value, at in (("p50", p50, 50), ("p99", p99, 99)):
            ratios[f"{label} / plain C"] = value / (float(np.percentile(yardstick, at)) * 1e6)
    return {
        "engine": engine.name,
        "task": {"top": f"top-{K}", "near": "J ≥ 0.5"}[engine.task],
        "p50 µs": p50,
        "p99 µs": p99,
        **ratios,
        "recall": recalled,
        "bytes an item": size / data.items,
        "build s": seconds,
        "note": engine.note,
    }


def open_seconds(index: SetIndex) -> float:
    """Time from files on disk to an index that answers."""
    with tempfile.TemporaryDirectory() as folder:
        for name, array in index.arrays().items():
            np.save(Path(folder) / name, array)
        start = time.perf_counter()
        SetIndex.from_arrays(
            {path.stem: np.load(path, mmap_mode="r") for path in Path(folder).glob("*.npy")}
        )
        return time.perf_counter() - start


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    chosen = arguments()
    outcome = measured(chosen)
    if chosen.into:
        chosen.into.write_text(json.dumps(outcome))
    else:
        print(report.table(outcome["rows"]))
