"""Full audited judgements beside the bare search they rest on: latency, throughput, ratio.

`python -m benchmarks gate`; NETNEW_BENCH_ITEMS says how many items each base holds.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks import corpus
from netnew import Gate, Recipe, Settings, connect, default_policy, load_policy

ITEMS = int(os.environ.get("NETNEW_BENCH_ITEMS", "100000"))
QUERIES = 300
K = 10
RESULTS = Path(__file__).parent / "results" / "gate.md"


def main() -> None:
    rows = "".join(measured(function) for function in ("word2/1", "char5/1"))
    text = (
        "# Full judgements beside the bare search\n\n"
        f"{ITEMS:,} generated claims in each base, {QUERIES} queries one by one on one thread, "
        f"K = {K}, near-dup channel off, interleaved. Bare: exact top-K of both bases. Full: "
        "normalise, retrieve, classify, diff, route, record and its ids.\n\n"
        "| n-grams | bare p50 µs | bare p99 µs | full p50 µs | full p99 µs | full throughput |\n"
        f"|---|---|---|---|---|---|\n{rows}"
    )
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def measured(function: str) -> str:
    bare: list[float] = []
    full: list[float] = []
    with (
        tempfile.TemporaryDirectory() as home,
        connect("sqlite://", settings=Settings(home=home)) as nn,
    ):
        for name, seed in (("user", 1), ("core", 2)):
            texts = corpus.texts(corpus.claims(ITEMS, seed))
            items = ({"id": f"i{n}", "text": text.decode()} for n, text in enumerate(texts))
            nn.bases.add(name, items, recipe=Recipe(lex_impl_versions=(function,)))
        user, core = nn.bases.snapshot("user"), nn.bases.snapshot("core")
        policy = load_policy({**default_policy().told, "policy.step4.retrieval.K_default": K})
        gate = Gate(policy, user=user, core=core)
        asked = corpus.texts(corpus.questions(corpus.claims(ITEMS, 2), QUERIES, 9))
        for text in (one.decode() for one in asked):
            started = perf_counter()
            for snapshot in (user, core):
                snapshot.top_k(text, K)
            between = perf_counter()
            gate.judge(text)
            full.append(perf_counter() - between)
            bare.append(between - started)
    columns = [f"{np.quantile(times, q) * 1e6:,.0f}" for times in (bare, full) for q in (0.5, 0.99)]
    return f"| {function} | {' | '.join(columns)} | {sum(bare) / sum(full):.0%} of bare |\n"


if __name__ == "__main__":
    main()
