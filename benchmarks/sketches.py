"""Sketches: text to word bigrams to MinHash-128 and SimHash-64, beside the MinHash libraries.

The claims have 8 to 30 words of a Zipf vocabulary of 50,000. Peers make no SimHash. rensa and
datasketch make no shingles either: they are measured with bigrams made by Python, and once more
with the bigrams given to them for nothing. gaoya makes its own, and puts them into its index,
which it cannot do without. All run in turn in one process with the threads they take by
themselves; the medians of seven rounds are compared.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
from datasketch import MinHash
from gaoya.minhash import MinHashStringIndex
from rensa import RMinHash

from netnew.kernel import primitives as kernel

RESULTS = Path(__file__).resolve().parent / "results" / "sketches.md"
TEXTS, SLOW_TEXTS, ROUNDS, LANES = 50_000, 1_000, 7, 128


def claims(count: int) -> list[str]:
    random = np.random.default_rng(11)
    letters = np.array(list("etaoinshrdlucmwfgypbvk"))
    vocabulary = ["".join(random.choice(letters, size)) for size in random.integers(2, 11, 50_000)]
    weights = np.cumsum(1 / np.arange(1, len(vocabulary) + 1))
    lengths = random.integers(8, 31, count)
    places = np.searchsorted(weights, random.random(int(lengths.sum())) * weights[-1])
    words = iter(places)
    return [" ".join(vocabulary[next(words)] for _ in range(length)) for length in lengths]


def bigrams(text: str) -> list[str]:
    words = text.split()
    return [f"{first} {second}" for first, second in pairwise(words)]


def rensa(grams: list[list[str]]) -> None:
    RMinHash.digest_matrix_from_token_sets(grams, LANES, 42)


def datasketch(grams: list[list[str]]) -> None:
    MinHash.bulk([[gram.encode() for gram in row] for row in grams], num_perm=LANES)


def gaoya(texts: list[str]) -> None:
    index = MinHashStringIndex(
        hash_size=32, num_bands=32, band_size=4, analyzer="word", ngram_range=(2, 2)
    )
    index.par_bulk_insert_docs(list(range(len(texts))), texts)


def ours(twin: kernel.Choice, texts: list[str]) -> None:
    kernel.use(twin)
    kernel.sketch_many(texts, "word2/1", LANES)
    kernel.use("auto")


def main() -> None:
    texts = claims(TEXTS)
    grams = [bigrams(text) for text in texts]
    few = slice(SLOW_TEXTS)
    # Each is paired with the number of texts that it gets.
    runs: dict[str, tuple[int, Callable[[], None]]] = {
        "netnew, Rust: shingles, MinHash, SimHash": (TEXTS, lambda: ours("rust", texts)),
        "rensa, bigrams by Python": (TEXTS, lambda: rensa([bigrams(text) for text in texts])),
        "rensa, bigrams for nothing": (TEXTS, lambda: rensa(grams)),
        "gaoya, with its index": (TEXTS, lambda: gaoya(texts)),
        "datasketch, bigrams for nothing": (SLOW_TEXTS, lambda: datasketch(grams[few])),
        "netnew, Python: shingles, MinHash, SimHash": (
            SLOW_TEXTS,
            lambda: ours("python", texts[few]),
        ),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, (count, run) in runs.items():
            started = time.perf_counter()
            run()
            times[name].append((time.perf_counter() - started) / count)
    medians = {name: statistics.median(found) for name, found in times.items()}
    write(medians)


def write(medians: dict[str, float]) -> None:
    base = next(iter(medians.values()))
    lines = ["| sketches of 50,000 claims | µs a text | beside ours |", "|---|---|---|"]
    for name, median in medians.items():
        lines.append(f"| {name} | {median * 1e6:.2f} | {median / base:.1f}× |")
    table = "\n".join(lines)
    print(table)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(f"# Sketches\n\n{(__doc__ or '').strip()}\n\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
