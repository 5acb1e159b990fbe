"""Full audited judgements beside the bare search they rest on, and beside two peers with glue.

    .venv/bin/python -m benchmarks gate              # 100,000 and 1,000,000 items in each base
    .venv/bin/python -m benchmarks.gate 20000        # fewer

Bare and full take turns, round by round, over the same claims; each counts with the median of
its rounds, and ratios are those of one round. Bare is the exact top-10 of both bases. Full is
normalise, search, classify, compare, route, every record with its ids, and in batches the ledger in
SQLite too. A batch goes through `Batch`, which searches for the next claims while the present ones
are recorded. Processor time is that of all threads: it tells what a judgement costs where other
work takes turns on the same cores.
NETNEW_BENCH_HOME keeps the bases for the next run.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks import corpus, gate_peers, report
from netnew import (
    Batch,
    ClaimLine,
    Gate,
    Netnew,
    Recipe,
    Settings,
    connect,
    default_policy,
    load_embedder,
    load_policy,
)
from netnew.gate.claim import given
from netnew.kernel.values import values

K, CHUNK, ROUNDS = 10, 256, 3
SIZES = (100_000, 1_000_000)
LEXICAL = ("word2/1", "char5/1")
MODEL, ALPHA = "wordllama", (1, 2)
SEEDS = {"user": 1, "core": 2}
# What one claim costs decides how many are asked.
ASKED, ASKED_BY_MEANING, ASKED_SINGLY = 2_048, 256, 1_000


class Channel(NamedTuple):
    """One way of searching: its name, the bases, the policy's keys."""

    name: str
    suffix: str
    keys: dict[str, Any]
    asked: int


def main(sizes: tuple[int, ...] = SIZES) -> None:
    for items in sizes:
        peers, rows = gate_peers.measured_apart(items), []
        with bases(items) as nn:
            questions = [
                text.decode()
                for text in corpus.texts(corpus.questions(corpus.claims(items, 2), ASKED, 9))
            ]
            for channel in channels():
                fill(nn, items, channel.suffix)
                rows += measured(nn, channel, questions[: channel.asked])
                print(report.table(rows[-2:]), flush=True)
        rows += peers
        facts = {
            "items in each base": f"{items:,}, compacted",
            "claims": f"{ASKED:,} ({ASKED_BY_MEANING} by meaning), a third of them repeats, a third"
            " edits of items, a third new",
            "K": K,
            "batches": f"of {CHUNK}, {ROUNDS} rounds",
            "load while measuring": f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        }
        report.write(f"gate-{items}", facts, rows, plotted=False)


def channels() -> Iterator[Channel]:
    for function in LEXICAL:
        keys = {"policy.versions.lex_impl_version": function}
        yield Channel(f"lexical, {function}", "", keys, ASKED)
    model = load_embedder(MODEL)
    keys = {
        "policy.step4.scoring.use_semantic": True,
        "policy.step4.scoring.alpha": ALPHA[0] / ALPHA[1],
        "policy.versions.embedding_model_id": model.model_id,
        "policy.versions.embedding_impl_version": model.implementation_version,
    }
    yield Channel("lexical and semantic, char5/1", "-meaning", keys, ASKED_BY_MEANING)


@contextmanager
def bases(items: int) -> Iterator[Netnew]:
    with tempfile.TemporaryDirectory() as made:
        kept = os.environ.get("NETNEW_BENCH_HOME")
        home = Path(kept, f"home{items}") if kept else Path(made)
        home.mkdir(parents=True, exist_ok=True)
        with connect(f"sqlite:///{home}/netnew.db", settings=Settings(home=str(home))) as nn:
            yield nn


def fill(nn: Netnew, items: int, suffix: str) -> None:
    there = {base.name for base in nn.bases.list()}
    for base, seed in SEEDS.items():
        if base + suffix in there:
            continue
        texts = corpus.texts(corpus.claims(items, seed))
        rows = ({"id": f"i{n}", "text": text.decode()} for n, text in enumerate(texts))
        started = perf_counter()
        if suffix:
            nn.bases.add(base + suffix, rows, embedder=load_embedder(MODEL))
        else:
            nn.bases.add(base, rows, recipe=Recipe(lex_impl_versions=LEXICAL))
        nn.bases.compact(base + suffix)
        print(f"{base}{suffix}: built in {perf_counter() - started:.0f} s", flush=True)


def measured(nn: Netnew, channel: Channel, asked: list[str]) -> list[dict[str, Any]]:
    told = {**default_policy().told, "policy.step4.retrieval.K_default": K, **channel.keys}
    embedder = load_embedder(MODEL) if channel.suffix else None
    user, core = (nn.bases.snapshot(base + channel.suffix) for base in SEEDS)
    gate = Gate(load_policy(told), user=user, core=core, embedder=embedder)
    version = gate.bound.lex_impl_version

    def bare(text: str) -> None:
        if embedder is None:
            for snapshot in (user, core):
                snapshot.top_k(text, K, lex_impl_version=version)
            return
        (vector,) = user.recipe.embedded([text], embedder)
        for snapshot in (user, core):
            snapshot.top_k_connected(text, vector, K, ALPHA, lex_impl_version=version)

    def bare_batch() -> None:
        for start in range(0, len(asked), CHUNK):
            some = asked[start : start + CHUNK]
            vectors = list(user.recipe.embedded(some, embedder)) if embedder else []
            for snapshot in (user, core):
                if embedder is None:
                    snapshot.top_k_many(some, K, lex_impl_version=version)
                else:
                    snapshot.top_k_connected_many(some, vectors, K, ALPHA, lex_impl_version=version)

    def full_batch(run: int) -> None:
        # What each text states is remembered; a day of claims does not come three times.
        values.cache_clear()
        lines = [
            ClaimLine(number, given(text, claim_id=f"c{run}-{number}", risk_class="LOW"))
            for number, text in enumerate(asked, 1)
        ]
        for _ in Batch(nn.gate, gate).run(lines):
            pass

    bare_batch()
    singles = [(took(lambda text=text: bare(text)), took(lambda text=text: gate.judge(text)))
               for text in asked[:ASKED_SINGLY]]  # fmt: skip
    batches = [(took(bare_batch), took(lambda run=run: full_batch(run))) for run in range(ROUNDS)]
    rows = []
    for at, name in ((0, "bare top-10 of both bases"), (1, "full judgements, recorded")):
        walls = np.array([pair[at].wall for pair in singles]) * 1e6
        batch = [pair[at] for pair in batches]
        rows.append(
            {
                "engine": f"{name} ({channel.name})",
                "one claim, p50 µs": float(np.quantile(walls, 0.5)),
                "p99 µs": float(np.quantile(walls, 0.99)),
                "batch, claims/s": len(asked) / float(np.median([one.wall for one in batch])),
                "of bare": share(batches, at, "wall"),
                "processor µs a claim": median(batch, "busy") / len(asked) * 1e6,
                "of bare, processor": share(batches, at, "busy"),
                "note": "",
            }
        )
    return rows


class Took(NamedTuple):
    """Seconds of the clock, and of all processors together."""

    wall: float
    busy: float


def took(act: Callable[[], object]) -> Took:
    wall, busy = perf_counter(), process_time()
    act()
    return Took(perf_counter() - wall, process_time() - busy)


def median(some: list[Took], which: str) -> float:
    return float(np.median([getattr(one, which) for one in some]))


def share(batches: list[tuple[Took, Took]], at: int, which: str) -> str:
    shares = [getattr(pair[0], which) / getattr(pair[at], which) for pair in batches]
    return f"{float(np.median(shares)):.0%}"


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
