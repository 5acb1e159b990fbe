"""The meter beside a loop over all pairs: cost by the number of claims, on both twins.

The loop does the least that the specification asks: normalise, split, Jaccard with every claim
seen. It has no content words, no changed values, no readiness, no warnings.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import altair

from benchmarks.report import RESULTS, write
from netnew.kernel.implementation import use
from netnew.meter.meter import Meter
from netnew.meter.transcript import read_transcript

CLAIMS_A_ROUND = 10
# "The build took 412 seconds on the runner": every claim resembles every other, and none says
# the same.
TEMPLATES = (
    "the build took {} seconds on the runner",
    "request latency of service {} was {} ms, up from {} ms",
    "the nightly export wrote {} rows in {} minutes",
)
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
# The loop takes minutes beyond this.
NAIVE_LIMIT = 3_000
ENOUGH_SECONDS = 3
RUNS = 3
WORDS_A_CLAIM = (8, 16)
VOCABULARY = 20_000


def rounds(claims: int, seed: int) -> list[dict]:
    """Generated claims: words by Zipf's law, a tenth repeated, a tenth edited."""
    source = random.Random(seed)
    names = [
        "".join(source.choices("etaoinshrdlucmfwypvbgk", k=2 + i % 7)) for i in range(VOCABULARY)
    ]
    weights = [1 / (rank + 3) for rank in range(VOCABULARY)]
    words = iter(source.choices(names, weights, k=claims * WORDS_A_CLAIM[1]))
    said: list[str] = []
    for _ in range(claims):
        kind = source.random()
        if said and kind < 0.2:
            parts = source.choice(said).split()
            if kind < 0.1:
                parts[source.randrange(len(parts))] = next(words)
        else:
            parts = [next(words) for _ in range(source.randint(*WORDS_A_CLAIM))]
        said.append(" ".join(parts))
    return in_rounds(said)


def templated(claims: int, seed: int) -> list[dict]:
    """Lines of a few templates, each with other numbers."""
    source = random.Random(seed)
    return in_rounds(
        [
            source.choice(TEMPLATES).format(*(source.randrange(10 * claims) for _ in range(3)))
            for _ in range(claims)
        ]
    )


def in_rounds(said: Sequence[str]) -> list[dict]:
    return [
        {"round": number, "outputs": {"claims": said[at : at + CLAIMS_A_ROUND]}}
        for number, at in enumerate(range(0, len(said), CLAIMS_A_ROUND), 1)
    ]


def naive(items: Sequence[dict]) -> None:
    seen: list[frozenset[str]] = []
    for item in items:
        fresh = []
        for claim in item["outputs"]["claims"]:
            tokens = frozenset(" ".join(claim.lower().split()).rstrip(".!?").split())
            max((len(tokens & other) / len(tokens | other) for other in seen), default=0)
            fresh.append(tokens)
        seen += fresh


def metered(profile: str) -> Callable[[Sequence[dict]], None]:
    def run(items: Sequence[dict]) -> None:
        meter = Meter(profile)
        for round_ in read_transcript({"rounds": items}).rounds:
            reading = meter.observe(round_)
        reading.as_dict()

    return run


def processor_seconds(
    run: Callable[[Sequence[dict]], None],
    size: int,
    said: Callable[[int, int], Sequence[dict]] = rounds,
) -> float:
    """The least of three, for short runs: other work on the machine only ever adds.

    Each run reads other words, so that none finds in a cache what an earlier one left there.
    """
    taken: list[float] = []
    while len(taken) < RUNS and sum(taken) < ENOUGH_SECONDS:
        items = said(size, len(taken) + 1)
        start = time.process_time()
        run(items)
        taken.append(time.process_time() - start)
    return min(taken)


def main() -> None:
    rows = []
    for size in SIZES:
        loop = processor_seconds(naive, size) if size <= NAIVE_LIMIT else None
        if loop:
            rows.append(row("loop over all pairs", size, loop, loop))
        for twin in ("rust", "python"):
            use(twin)
            for profile in ("0.2", "0.3"):
                print(twin, profile, size, flush=True)
                taken = processor_seconds(metered(profile), size)
                rows.append(row(f"meter {profile}, {twin}", size, taken, loop))
            taken = processor_seconds(metered("0.3"), size, templated)
            rows.append(row(f"meter 0.3, {twin}, templates with numbers", size, taken, None))
    use("auto")
    facts = {
        "what": "processor seconds for whole transcripts, ten claims a round",
        "claims": "8 to 16 words by Zipf's law; a tenth repeated, a tenth with a word changed",
        "templates with numbers": "lines of three templates, each with other numbers",
    }
    write("meter", facts, rows, plotted=False)
    chart(rows).save(str(Path(RESULTS) / "meter.svg"))


def row(engine: str, size: int, seconds: float, loop: float | None) -> dict:
    return {
        "engine": engine, "claims": size, "seconds": seconds,
        "µs a claim": seconds / size * 1e6,
        "loop takes times as long": loop / seconds if loop else "",
    }  # fmt: skip


def chart(rows: list[dict]) -> altair.Chart:
    log = altair.Scale(type="log")
    return (
        altair.Chart(altair.InlineData(values=rows))
        .mark_line(point=True)
        .encode(
            x=altair.X("claims:Q", scale=log),
            y=altair.Y("seconds:Q", scale=log, title="processor seconds"),
            color="engine:N",
        )
        .properties(width=420, height=300)
    )
