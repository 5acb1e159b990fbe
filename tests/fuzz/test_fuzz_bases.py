"""Damaged and hostile segments and manifests: an answer or a NetnewError, never anything else.

NETNEW_FUZZ_SECONDS is shared out over the readers; without it each gets a moment.
"""

from __future__ import annotations

import os
import random
import resource
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from netnew import NetnewError
from netnew.bases.build import Batch, build
from netnew.bases.manifest import Manifest, Part
from netnew.bases.recipe import Recipe
from netnew.bases.segment import Segment
from tests.bases.claims import some_items
from tests.soak import Report

SECONDS = float(os.environ.get("NETNEW_FUZZ_SECONDS", "6")) / 2
# Another run, other bytes; a failure shows the seed.
SEED = int(time.time())
ITEMS = some_items(40, seed=1)


def use_everything(segment: Segment) -> None:
    """Do with a segment whatever the package does."""
    ids = segment.ids()
    segment.rows_of([*ids[:3], b"absent"])
    list(segment.all_encoded())
    if len(segment):
        segment.encoded(len(segment) - 1)
    index = segment.index("char5/1")
    grams = np.sort(np.random.default_rng(0).integers(0, 2**64, 9, np.uint64))
    index.top_k(grams, 5)
    index.at_least(grams, 1, 2)


@pytest.mark.soak
def test_fuzzed_segments_give_errors_of_ours_and_no_other(
    tmp_path: Path, soak_report: Report
) -> None:
    whole = b"".join(build(Batch([item.encoded() for item in ITEMS]), Recipe()))
    file, chance = tmp_path / "x.segment", random.Random(SEED)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    rounds = 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        data = mutated(whole, chance)
        file.write_bytes(data)
        with suppress(NetnewError):
            use_everything(Segment(file, Part("0" * 64, len(data), len(ITEMS))))
        rounds += 1
    assert rounds > 100
    # In kilobytes: whatever a header claims, it is not allocated.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000
    soak_report.add("fuzz, segments", seconds=round(SECONDS), rounds=rounds, seed=SEED)


def mutated(whole: bytes, chance: random.Random) -> bytes:
    """Flip, overwrite, cut, repeat or drop some of the bytes; mostly near the beginning."""
    data = bytearray(whole)
    for _ in range(chance.randint(1, 4)):
        span = min(len(data), 4096) if chance.random() < 0.7 else len(data)
        at = chance.randrange(max(1, span))
        match chance.randrange(5):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                data[at : at + 8] = chance.choice([b"\xff" * 8, bytes(8), b"99999999"])
            case 2:
                del data[chance.randrange(len(data) + 1) :]
            case 3:
                data[at:at] = data[: chance.randrange(64)]
            case _:
                del data[at : at + chance.randrange(64)]
    return bytes(data)


@pytest.mark.soak
def test_fuzzed_manifests_give_errors_of_ours_and_no_other(soak_report: Report) -> None:
    part = Part("a" * 64, 10, 5, (1, 3))
    whole = Manifest("co_id", Recipe(), (part, part)).json.encode()
    chance = random.Random(SEED)
    refused = rounds = 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        text = mutated(whole, chance).decode("utf-8", "replace")
        try:
            Manifest.parse(text)
        except NetnewError:
            refused += 1
        rounds += 1
    assert rounds > refused > 100
    soak_report.add("fuzz, manifests", seconds=round(SECONDS), rounds=rounds, seed=SEED)
