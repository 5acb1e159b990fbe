"""The same answer in every process: any number of threads, any hash seed, after a fork."""

import hashlib
import multiprocessing
import os
import subprocess
import sys

import numpy as np
import pytest

from netnew.kernel import primitives as kernel

pytestmark = pytest.mark.needs("crate")

TEXTS = [f"claim {i} says that {i * 7919 % 1000} is more than {i % 13}" for i in range(3000)]
PRINT_DIGEST = "from tests.kernel.test_processes import digest; print(digest())"


def digest() -> str:
    seen = hashlib.sha256()
    flat, offsets = kernel.shingles_many(TEXTS, "char5/1")
    signatures, fingerprints = kernel.sketch_many(TEXTS, "word2/1")
    shared, smaller = kernel.text_overlap_many(TEXTS[0], TEXTS)
    arrays = (flat, offsets, signatures, fingerprints, shared, smaller)
    for array in (*arrays, kernel.minhash_many(flat, offsets, 32)):
        seen.update(np.ascontiguousarray(array).tobytes())
    seen.update("\0".join(kernel.normalize_many(TEXTS, "claim-lower/1")).encode())
    return seen.hexdigest()


@pytest.mark.parametrize(
    "environment",
    [
        {"RAYON_NUM_THREADS": "1", "PYTHONHASHSEED": "1"},
        {"RAYON_NUM_THREADS": "2", "PYTHONHASHSEED": "2", "LC_ALL": "C", "TZ": "Asia/Tokyo"},
    ],
)
def test_threads_seeds_and_locales_change_no_answer(environment: dict[str, str]) -> None:
    command = [sys.executable, "-c", PRINT_DIGEST]
    there = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )

    assert there.stdout.strip() == digest()


def test_the_definitions_give_the_same_answer() -> None:
    fast = digest()
    kernel.use("python")

    assert digest() == fast


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_answers_too() -> None:
    here = digest()  # starts the threads that the child will lack

    with multiprocessing.get_context("fork").Pool(1) as children:
        there = children.apply_async(digest)
        assert there.get(timeout=60) == here
