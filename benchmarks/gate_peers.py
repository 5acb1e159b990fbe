"""The nearest that can be had of a gate from two libraries, with the glue a user would write.

datasketch: MinHash LSH of both bases, exact Jaccard of its candidates, classes by the thresholds
of the default pack, a JSON record with its hash, one SQLite transaction a batch. SemHash: the
nearest neighbour by embedding above a threshold; same record. Both lose neighbours; neither says
how a claim differs. Each runs in a process of its own, and holds as many items as fit into the
memory that is free; its note says how many, where that is not all.
"""

from __future__ import annotations

import hashlib
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks import corpus

ROOT = Path(__file__).resolve().parent.parent
K, CHUNK, ASKED = 10, 256, 512
# SemHash looks at every item for each question, whether it is of one claim or of many.
ASKED_SINGLY = {"datasketch": 200, "SemHash": 10}
# Bytes that each takes for one item in each base, and how much of what is free it may take.
NEEDS = {"datasketch": 2 * 8_900, "SemHash": 2 * 7_200}
SHARE, MOST_MINUTES = 0.85, 20

Row = dict[str, Any]
Judge = Callable[[str], Row]


def measured_apart(items: int) -> list[Row]:
    return [_measured_apart(name, items) for name in PEERS]


def _measured_apart(name: str, items: int) -> Row:
    held = min(items, int(SHARE * available() / NEEDS[name]))
    command = [sys.executable, "-m", "benchmarks.gate_peers", name, str(held)]
    try:
        run = subprocess.run(
            command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
            timeout=60 * MOST_MINUTES,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return _row(name, note=f"not done in {MOST_MINUTES} minutes with {held:,} items a base")
    except subprocess.CalledProcessError as error:
        return _row(name, note=f"ended with {error.returncode} at {held:,} items a base")
    row: Row = json.loads(run.stdout.splitlines()[-1])
    if held < items:
        row["note"] += f"; {held:,} items in each base: no more fit into memory"
    print(row, flush=True)
    return row


def available() -> int:
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable"))


def peak() -> int:
    """The most memory that this process has held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def measured(name: str, items: int) -> Row:
    started = perf_counter()
    texts = {
        base: [text.decode() for text in corpus.texts(corpus.claims(items, seed))]
        for base, seed in (("B_user", 1), ("B_core", 2))
    }
    judge, judge_many = PEERS[name](texts)
    built = perf_counter() - started
    questions = corpus.questions(corpus.claims(items, 2), ASKED, 9)
    asked = [text.decode() for text in corpus.texts(questions)]
    singles = []
    for text in asked[: ASKED_SINGLY[name]]:
        one = perf_counter()
        recorded(judge(text))
        singles.append((perf_counter() - one) * 1e6)
    with tempfile.TemporaryDirectory() as folder:
        ledger = sqlite3.connect(Path(folder, "records.db"))
        ledger.execute("CREATE TABLE record (id TEXT, body TEXT)")
        started = perf_counter()
        for start in range(0, len(asked), CHUNK):
            rows = [recorded(row) for row in judge_many(asked[start : start + CHUNK])]
            with ledger:
                ledger.executemany("INSERT INTO record VALUES (?, ?)", rows)
        seconds = perf_counter() - started
        ledger.close()
    return _row(
        name,
        p50=float(np.quantile(singles, 0.5)),
        p99=float(np.quantile(singles, 0.99)),
        batch=len(asked) / seconds,
        note=f"approximate; built in {built:.0f} s, {peak() / 1e9:.1f} GB",
    )


def recorded(row: Row) -> tuple[str, str]:
    body = json.dumps(row, sort_keys=True)
    return hashlib.sha256(body.encode()).hexdigest(), body


def judged(text: str, near: list[tuple[float, str, str]]) -> Row:
    """A record as small as it can be: the claim, its neighbours, its class."""
    best = near[0][0] if near else 0.0
    levels = ((0.8, "KNOWN"), (0.6, "NEAR_DUP"), (0.04, "NOVEL_CONNECTED"), (-1, "NOVEL_ORPHAN"))
    label = next(name for tau, name in levels if best >= tau)
    told = [{"score": score, "base": base, "id": name} for score, base, name in near]
    return {"claim": text, "class": label, "neighbours": told}


def datasketch_glue(texts: dict[str, list[str]]) -> tuple[Judge, Any]:
    from datasketch import MinHash, MinHashLSH

    def grams(text: str) -> set[bytes]:
        return {text[at : at + 5].encode() for at in range(max(1, len(text) - 4))}

    def sketch(some: set[bytes]) -> MinHash:
        made = MinHash(num_perm=128, seed=1)
        made.update_batch(list(some))
        return made

    indexes = {}
    for base, items in texts.items():
        indexes[base] = MinHashLSH(threshold=0.5, num_perm=128)
        with indexes[base].insertion_session() as session:
            for at, text in enumerate(items):
                session.insert(at, sketch(grams(text)))

    def judge(text: str) -> Row:
        own = grams(text)
        mark, near = sketch(own), []
        for base, index in indexes.items():
            found = []
            for at in index.query(mark):
                other = grams(texts[base][at])
                found.append((len(own & other) / len(own | other), base, f"i{at}"))
            near += sorted(found, key=lambda one: (-one[0], one[2]))[:K]
        return judged(text, sorted(near, key=lambda one: (-one[0], one[2])))

    return judge, lambda some: map(judge, some)


def semhash_glue(texts: dict[str, list[str]]) -> tuple[Judge, Any]:
    from semhash import SemHash

    from netnew import load_embedder

    embedder = load_embedder("wordllama")

    class Encoder:
        def encode(self, inputs: Any, **_: Any) -> Any:
            return embedder.embed(list(inputs))

    records = [
        {"text": text, "base": base, "id": f"i{at}"}
        for base, items in texts.items()
        for at, text in enumerate(items)
    ]
    index = SemHash.from_records(records, columns=["text"], model=Encoder())

    def judge_many(some: list[str]) -> Iterator[Row]:
        asked = [{"text": text, "base": "", "id": ""} for text in some]
        found = index.deduplicate(asked, threshold=0.6)
        near = {
            one.record["text"]: [
                (float(one.score), one.duplicate_of["base"], one.duplicate_of["id"])
            ]
            for one in found.filtered
            if one.duplicate_of is not None
        }
        for text in some:
            yield judged(text, near.get(text, []))

    return lambda text: next(judge_many([text])), judge_many


def _row(
    name: str, *, p50: float | None = None, p99: float | None = None,
    batch: float | None = None, note: str = "",
) -> Row:  # fmt: skip
    return {
        "engine": f"{name} and glue",
        "one claim, p50 µs": "" if p50 is None else p50,
        "p99 µs": "" if p99 is None else p99,
        "batch, claims/s": "" if batch is None else batch,
        "of bare": "",
        "processor µs a claim": "",
        "of bare, processor": "",
        "note": note,
    }


PEERS: dict[str, Callable[[dict[str, list[str]]], tuple[Judge, Any]]] = {
    "datasketch": datasketch_glue,
    "SemHash": semhash_glue,
}

if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]))))
