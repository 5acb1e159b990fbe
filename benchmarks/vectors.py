"""Exact int8 top-10 of 384 dimensions beside faiss and usearch, and beside reading the vectors.

    .venv/bin/python -m benchmarks vectors
    .venv/bin/python -m benchmarks.vectors --items 20000

One thread each. "One read" is the time to sum the same bytes as 64-bit integers. All take turns in
every round; the least of all rounds counts.
"""

from __future__ import annotations

import argparse
import os
import time

import faiss
import numpy as np
from usearch.index import search

from benchmarks import report
from netnew.kernel.int8 import nearest, quantize_vectors

DIMENSIONS, K, BATCH = 384, 10, 32


def main() -> None:
    for items in (100_000, 1_000_000):
        run(items, rounds=7)


def run(items: int, rounds: int) -> None:
    faiss.omp_set_num_threads(1)
    random = np.random.default_rng(11)
    floats = random.standard_normal((items, DIMENSIONS), dtype=np.float32)
    floats /= np.linalg.norm(floats, axis=1, keepdims=True)
    asked = (floats[:BATCH] + random.standard_normal((BATCH, DIMENSIONS)) * 0.05).astype(np.float32)
    steps, queries = quantize_vectors(floats), quantize_vectors(asked)
    ranks = np.arange(items, dtype=np.uint32)
    sq8 = faiss.IndexScalarQuantizer(DIMENSIONS, faiss.ScalarQuantizer.QT_8bit)
    sq8.train(floats[:10_000])
    sq8.add(floats)
    engines = {
        "one read of the vectors": lambda: steps.view(np.uint64).sum(),
        "faiss sq8": lambda: sq8.search(asked[:1], K),
        "faiss sq8, 32 at once": lambda: sq8.search(asked, K),
    }
    flat = faiss.IndexFlatIP(DIMENSIONS)
    flat.add(floats)
    engines["faiss flat"] = lambda: flat.search(asked[:1], K)
    engines["usearch i8"] = lambda: search(steps, queries[:1], K, "ip", exact=True, threads=1)
    del floats
    for simd in ("auto", "avx2", "scalar"):
        for name, some in (
            (f"netnew, {simd}", queries[:1]),
            (f"netnew, {simd}, 32 at once", queries),
        ):
            engines[name] = lambda some=some, simd=simd: nearest(
                steps, ranks, some, K, threads=1, simd=simd
            )
    times = dict.fromkeys(engines, float("inf"))
    for _ in range(rounds):
        for name, ask in engines.items():
            start = time.perf_counter()
            ask()
            times[name] = min(times[name], time.perf_counter() - start)
    rows = [row(name, seconds, times) for name, seconds in times.items()]
    bandwidth = steps.nbytes / times["one read of the vectors"] / 1e9
    facts = {
        "vectors": items,
        "dimensions": DIMENSIONS,
        "bandwidth": f"{bandwidth:.1f} GB/s, one thread",
        "load while measuring": f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
    }
    report.write(f"vectors-{items}", facts, rows, plotted=False)


def row(name: str, seconds: float, times: dict[str, float]) -> dict:
    each = seconds / BATCH if name.endswith("at once") else seconds
    yardstick = (
        times["faiss sq8, 32 at once"] / BATCH if name.endswith("at once") else times["faiss sq8"]
    )
    return {
        "engine": name,
        "ms a query": each * 1000,
        "/ one read": each / times["one read of the vectors"],
        "times as fast as faiss sq8": yardstick / each,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    run(options.items, options.rounds)
