"""Hostile values for the crate's writer of canonical JSON: the definition's bytes, or none."""

from __future__ import annotations

import importlib
import os
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import InputError
from netnew.kernel.implementation import use
from tests.fuzz.test_fuzz_kernel import any_array
from tests.kernel.twins import hard_texts
from tests.soak import Report

pytestmark = pytest.mark.needs("crate")

SECONDS = float(os.environ.get("NETNEW_FUZZ_SECONDS", "3"))
LEAVES = st.one_of(
    st.none(), st.booleans(), hard_texts, st.floats(), st.integers(),
    st.integers(-(2**3000), 2**3000), st.binary(), st.complex_numbers(), any_array,
)  # fmt: skip
KEYS = st.one_of(hard_texts, hard_texts, hard_texts, st.integers(), st.none(), st.binary())
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner), st.lists(inner).map(tuple), st.dictionaries(KEYS, inner)
    ),
    max_leaves=30,
)


def nested(value: Any, depth: int) -> Any:
    for level in range(depth):
        value = [value] if level % 2 else {"k": value}
    return value


@pytest.mark.soak
def test_the_writer_gives_the_definitions_bytes_or_leaves_it_to_it(soak_report: Report) -> None:
    write = importlib.import_module("netnew_kernel").canonical_json
    use("python")

    @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
    @given(VALUES, st.sampled_from([0, 0, 0, 190, 199, 200, 201, 5000]))
    def holds(value: Any, depth: int) -> None:
        value = nested(value, depth)
        written = write(value)
        if written is not None:
            assert written == canonical_json(value)

    started = time.monotonic()
    while time.monotonic() - started < SECONDS:
        holds()
    soak_report.add("fuzz, canonical_json", seconds=round(SECONDS))


def test_what_the_definition_refuses_the_writer_never_writes() -> None:
    write = importlib.import_module("netnew_kernel").canonical_json
    use("python")
    for value in (float("nan"), {1: 2}, [b"x"], {"a": {2j}}, nested(1, 201), 10**640):
        with pytest.raises(InputError):
            canonical_json(value)
        assert write(value) is None
