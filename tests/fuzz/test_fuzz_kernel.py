"""Hostile arguments for every function of the crate: refused with an error, or answered rightly.

A panic arrives in Python as an exception that is no `Exception`, so nothing here can hide one.
NETNEW_FUZZ_SECONDS is shared out over the functions; without it each gets a moment.
"""

import importlib
import os
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from netnew.foundation.errors import NetnewError
from netnew.kernel import primitives as kernel
from tests.kernel.twins import hard_texts, plain
from tests.soak import Report

pytestmark = pytest.mark.needs("crate")

versions = st.one_of(
    st.sampled_from(["l0/1", "claim/1", "claim-lower/1", "word2/1", "char5/1", "word33/1"]),
    hard_texts,
)
numbers = st.one_of(
    st.integers(-2, 80), st.integers(-(2**70), 2**70), st.sampled_from([4096, 4097, 2**63, 2**64])
)
any_array = arrays.arrays(
    st.sampled_from([np.uint64, np.uint32, np.int64, np.float64, np.uint8, ">u8", "S3", "?"]),
    arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=9),
)
views = st.sampled_from([lambda array: array, lambda array: array[::-2], lambda array: array.T])


def arrays_of(kind: type, shape: st.SearchStrategy[object]) -> st.SearchStrategy[np.ndarray]:
    made = st.tuples(views, arrays.arrays(kind, shape))
    return made.map(lambda pair: pair[0](pair[1]))


hashes = arrays_of(np.uint64, st.integers(0, 40))
signatures = arrays_of(np.uint32, st.integers(0, 9))
tables = arrays_of(np.uint32, st.tuples(st.integers(0, 9), st.integers(0, 9)))
offsets = st.lists(st.integers(0, 40), max_size=8).map(
    lambda cuts: np.array([0, *sorted(cuts)], np.uint64)
)
batches = st.lists(hard_texts, max_size=5)
junk = st.one_of(
    hard_texts, versions, numbers, hashes, tables, any_array, st.none(), st.floats(), st.binary()
)
FITTING = {
    "normalize": (hard_texts, versions),
    "normalize_many": (batches, versions),
    "shingles": (hard_texts, versions),
    "shingles_many": (batches, versions),
    "text_overlap_many": (hard_texts, batches),
    "minhash": (hashes, numbers),
    "minhash_many": (hashes, offsets, numbers),
    "matching_lanes": (signatures, tables),
    "bucket_keys": (tables, numbers, numbers),
    "simhash": (hard_texts, numbers),
    "simhash_many": (batches, numbers),
    "hamming_many": (numbers, hashes),
    "sketch_many": (batches, versions, numbers, numbers),
}
SECONDS = float(os.environ.get("NETNEW_FUZZ_SECONDS", "13")) / len(FITTING)


@pytest.mark.soak
@pytest.mark.parametrize("name", FITTING)
def test_the_crate_refuses_or_answers_as_the_definition_does(
    name: str, soak_report: Report
) -> None:
    function: Callable[..., object] = getattr(importlib.import_module("netnew_kernel"), name)
    definition = getattr(kernel, name)
    kernel.use("python")
    # Mostly what fits, so that calls get past the door; sometimes anything at all.
    mixed = st.tuples(*(st.one_of(fits, fits, fits, junk) for fits in FITTING[name]))
    started = time.monotonic()

    @settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
    @given(mixed)
    def holds(arguments: tuple[object, ...]) -> None:
        try:
            answer = function(*arguments)
        except (NetnewError, TypeError):
            return
        if None not in [argument for argument in arguments if not isinstance(argument, np.ndarray)]:
            assert plain(answer) == plain(definition(*arguments))

    while time.monotonic() - started < SECONDS:
        holds()
    soak_report.add(f"fuzz, {name}", seconds=round(SECONDS))


def test_every_function_of_the_crate_is_fuzzed() -> None:
    module = importlib.import_module("netnew_kernel")
    twins = {name for name in kernel.__all__ if hasattr(getattr(kernel, name), "__wrapped__")}

    assert twins == set(FITTING) & {name for name in dir(module) if not name.startswith("_")}
