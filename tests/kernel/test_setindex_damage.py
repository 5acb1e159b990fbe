"""Whatever the arrays hold, opening and searching answers or raises DamagedError."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netnew.foundation.errors import DamagedError, InputError
from netnew.kernel.connect import Semantics
from netnew.kernel.setindex import ARRAYS
from netnew.kernel.setsearch import SetIndex
from tests.kernel.claims import collections, laid_out, query
from tests.kernel.test_setsearch import built, levels, opened

NAMES = list(ARRAYS)


@pytest.mark.parametrize("level", levels())
@given(case=collections(), data=st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_arrays_never_crash(level, case, data):
    sets, ranks, asked = case
    arrays = {name: array.copy() for name, array in built(sets, ranks).items()}
    for _ in range(data.draw(st.integers(1, 3))):
        damage(arrays, data)

    with suppress(DamagedError):
        index = opened(arrays, level)
        for grams in asked:
            index.top_k(query(grams), 5)
            index.at_least(query(grams), 1, 3)
            vectors = np.zeros((len(index), 2), np.int8) if len(index) < 1000 else None
            if vectors is not None:
                semantics = Semantics(np.zeros(2, np.int8), vectors, (1, 2))
                index.top_k_connected(query(grams), semantics, np.zeros(len(index), np.uint32), 5)
        index.top_k_batch(*laid_out(asked), 5, threads=2)


def damage(arrays, data):
    name = data.draw(st.sampled_from(NAMES))
    array = arrays[name]
    kind = data.draw(st.sampled_from(["element", "element", "element", "cut", "grow", "type"]))
    if kind == "element" and len(array) and array.dtype.kind == "u":
        most = int(np.iinfo(array.dtype).max)
        around = int(array[data.draw(st.integers(0, len(array) - 1))])
        value = data.draw(
            st.sampled_from([0, 1, 2, 64, 2**25, 2**31, most - 1, most])
            | st.integers(max(around - 2, 0), min(around + 2, most))
        )
        array[data.draw(st.integers(0, len(array) - 1))] = min(value, most)
    elif kind == "cut":
        arrays[name] = array[: data.draw(st.integers(0, len(array)))].copy()
    elif kind == "grow":
        arrays[name] = np.concatenate([array, array[:1], np.ones(1, array.dtype)])
    elif kind == "type":
        kinds = [np.uint16, np.float64, ">u4", np.int64]
        arrays[name] = np.zeros(len(array), data.draw(st.sampled_from(kinds)))


@pytest.mark.parametrize("level", levels())
@pytest.mark.parametrize("name", NAMES)
def test_a_missing_array_is_named(level, name):
    arrays = built([{1, 2}, {2, 3}], np.array([0, 1], np.uint32))
    del arrays[name]

    with pytest.raises(DamagedError, match=name):
        opened(arrays, level)


@pytest.mark.parametrize("level", levels())
def test_an_index_of_another_version_is_refused(level):
    arrays = built([{1, 2}], np.array([0], np.uint32))
    arrays["header"] = arrays["header"].copy()
    arrays["header"][0] = 2

    with pytest.raises(DamagedError, match="setindex/1"):
        opened(arrays, level)


@pytest.mark.parametrize("level", levels())
def test_arrays_on_disk_are_searched_where_they_lie(level, tmp_path):
    for name, array in built([{1, 2, 3}, {2, 3}], np.array([1, 0], np.uint32)).items():
        np.save(tmp_path / f"{name}.npy", array)

    mapped = {name: np.load(tmp_path / f"{name}.npy", mmap_mode="r") for name in NAMES}
    index = opened(mapped, level)

    assert index.top_k(query({2, 3}), 5) == [(1, 2, 2), (0, 2, 3)]


BAD_SETS = {
    "offsets do not run": ([0, 1], [1, 2]),
    "offsets do not ascend": ([0, 2, 1, 3], [1, 2, 3]),
    "not sorted and unique": ([0, 2], [2, 1]),
}


@pytest.mark.parametrize("problem", BAD_SETS)
def test_items_that_are_no_sets_are_refused(problem):
    offsets, grams = (np.array(part, dtype=np.uint64) for part in BAD_SETS[problem])

    with pytest.raises(InputError, match=problem):
        SetIndex.build(offsets, grams, np.arange(len(offsets) - 1, dtype=np.uint32))


BAD_CALLS = {
    "sorted and unique": lambda index: index.top_k(np.array([2, 1], dtype=np.uint64), 3),
    "no count": lambda index: index.top_k(query({1}), -1),
    "ratio 1/0": lambda index: index.at_least(query({1}), 1, 0),
    "alive has not": lambda index: index.top_k(query({1}), 1, np.ones(3, dtype=np.bool_)),
    "floors are no": lambda index: index.top_k_batch(
        *laid_out([{1}]), 1, floors=np.array([[1, 0]], dtype=np.uint64)
    ),
}


@pytest.mark.parametrize("problem", BAD_CALLS)
def test_a_call_that_makes_no_sense_is_refused(problem):
    index = SetIndex.build(*laid_out([{1}]), np.array([0], np.uint32))

    with pytest.raises(InputError, match=problem):
        BAD_CALLS[problem](index)
