"""Hostile arguments for the crate's searches, straight at the crate: refused, or answered.

The package checks what it passes on; here nothing is checked before. A panic arrives in Python as
an exception that is no `Exception`, so nothing here can hide one.
NETNEW_FUZZ_SECONDS is shared out over the calls; without it each gets a moment.
"""

from __future__ import annotations

import importlib
import os
import resource
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netnew.foundation.errors import NetnewError
from tests.fuzz.test_fuzz_kernel import FITTING, any_array, arrays_of, hashes, junk, numbers
from tests.kernel.claims import collections
from tests.kernel.test_setindex_damage import damage
from tests.kernel.test_setsearch import built
from tests.soak import Report

pytestmark = pytest.mark.needs("crate")

sets = hashes.map(np.unique)
ranks = arrays_of(np.uint32, st.integers(0, 9))
flags = st.one_of(st.none(), arrays_of(np.uint8, st.integers(0, 120)))
counts = st.one_of(st.integers(0, 200), numbers)
ratios = st.one_of(st.just((1, 2)), st.tuples(counts, counts))
ends = st.lists(st.integers(0, 40), max_size=8).map(
    lambda cuts: np.array([0, *sorted(cuts)], np.uint64)
)
levels = st.sampled_from(["auto", "scalar", "avx2", "avx512", "vnni", "", "sse9"])
vectors = arrays_of(np.int8, st.tuples(st.integers(0, 120), st.sampled_from([1, 2, 16])))
alike = st.tuples(arrays_of(np.int8, st.sampled_from([1, 2, 16])), vectors, ratios)
floors = arrays_of(np.uint64, st.integers(0, 16))
SEARCHES = {
    "top_k": (sets, counts, ratios, flags),
    "at_least": (sets, ratios, flags),
    "top_k_connected": (sets, alike, ranks, counts, flags),
    "top_k_batch": (ends, hashes, counts, floors, flags, st.integers(0, 3)),
    "at_least_batch": (ends, hashes, ratios, flags, st.integers(0, 3)),
}
FUNCTIONS = {
    "build_set_index": (ends, hashes, ranks),
    "quantize": (arrays_of(np.float32, st.tuples(st.integers(0, 9), st.integers(0, 9))),),
    "nearest_int8": (vectors, ranks, vectors, counts, flags, st.integers(0, 3), levels),
}
GROWING = ("add", "similar")
SECONDS = float(os.environ.get("NETNEW_FUZZ_SECONDS", "10")) / (len(SEARCHES) + len(FUNCTIONS) + 1)
# What a call may raise that was given what does not fit.
REFUSED = (NetnewError, TypeError, OverflowError)


def crate() -> Any:
    return importlib.import_module("netnew_kernel")


def some_of(fitting: tuple[st.SearchStrategy[Any], ...]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Mostly what fits, so that calls get past the door; sometimes anything at all."""
    return st.tuples(*(st.one_of(one, one, one, one, junk, any_array) for one in fitting))


def again_and_again(holds: Callable[[], None]) -> None:
    fuzzed = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
    tested = fuzzed(holds)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.monotonic()
    while time.monotonic() - started < SECONDS:
        tested()
    # In kilobytes: no number that was given becomes an allocation.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000


@pytest.mark.soak
@pytest.mark.parametrize("name", SEARCHES)
def test_searches_of_damaged_indexes_answer_or_refuse(name: str, soak_report: Report) -> None:
    @given(collections(), st.data(), st.integers(0, 2), levels, some_of(SEARCHES[name]))
    def holds(case: Any, data: Any, damages: int, simd: str, arguments: tuple[Any, ...]) -> None:
        items, id_ranks, _ = case
        arrays = {key: array.copy() for key, array in built(items, id_ranks).items()}
        for _ in range(damages):
            damage(arrays, data)
        with suppress(*REFUSED):
            getattr(crate().SetSearch(arrays, simd), name)(*arguments)

    again_and_again(holds)
    soak_report.add(f"fuzz, SetSearch.{name}", seconds=round(SECONDS))


@pytest.mark.soak
@pytest.mark.parametrize("name", FUNCTIONS)
def test_builders_and_vectors_answer_or_refuse(name: str, soak_report: Report) -> None:
    @given(some_of(FUNCTIONS[name]))
    def holds(arguments: tuple[Any, ...]) -> None:
        with suppress(*REFUSED):
            getattr(crate(), name)(*arguments)

    again_and_again(holds)
    soak_report.add(f"fuzz, {name}", seconds=round(SECONDS))


@pytest.mark.soak
def test_growing_sets_answer_or_refuse(soak_report: Report) -> None:
    tokens = st.one_of(st.lists(st.integers(0, 30), max_size=9), st.lists(numbers), junk)
    added = st.tuples(st.just("add"), st.tuples(tokens))
    asked = st.tuples(st.just("similar"), st.tuples(tokens, st.one_of(counts, junk)))

    @given(some_of((counts, counts)), st.lists(st.one_of(added, asked)))
    def holds(ratio: tuple[Any, ...], calls: list[tuple[str, tuple[Any, ...]]]) -> None:
        with suppress(*REFUSED):
            growing = crate().GrowingSets(*ratio)
            for method, arguments in calls:
                with suppress(*REFUSED):
                    getattr(growing, method)(*arguments)

    again_and_again(holds)
    soak_report.add("fuzz, GrowingSets", seconds=round(SECONDS))


def test_everything_in_the_crate_is_fuzzed() -> None:
    def public(of: object) -> set[str]:
        return {name for name in dir(of) if not name.startswith("_")}

    module = crate()
    assert public(module.SetSearch) == {*SEARCHES, "simd"}
    assert public(module.GrowingSets) == set(GROWING)
    # tests/fuzz/test_fuzz_canonical.py has the writer of canonical JSON.
    known = {*FITTING, *FUNCTIONS, "SetSearch", "GrowingSets", "canonical_json"}
    assert {*module.__all__} == {*known, "__version__"}
