from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netnew.foundation.errors import InputError
from netnew.kernel.implementation import crate
from netnew.kernel.setdefinition import SetSearch
from netnew.kernel.setindex import build_set_index
from netnew.kernel.setsearch import SetIndex
from tests.kernel.claims import brute_force, collections, laid_out, query

THRESHOLDS = [(0, 1), (1, 100), (1, 3), (1, 2), (41, 50), (1, 1), (3, 2)]


def levels():
    rust = crate()
    if rust is None:
        return ["definition"]
    found = ["definition"]
    for simd in ("scalar", "avx2", "avx512", "vnni"):
        try:
            rust.SetSearch(SetIndex.build(*laid_out([]), np.array([], np.uint32)).arrays(), simd)
        except InputError:
            break
        found.append(simd)
    return found


def opened(arrays, level):
    """Open with the definition, or with the crate held to a SIMD level."""
    if level == "definition":
        return SetIndex(arrays, SetSearch(arrays))
    return SetIndex.from_arrays(arrays, simd=level)


def built(sets, ranks):
    return SetIndex.build(*laid_out(sets), ranks).arrays()


@pytest.mark.parametrize("level", levels())
@given(case=collections(), k=st.sampled_from([0, 1, 3, 10, 500]))
@settings(max_examples=150, deadline=None)
def test_top_k_is_the_brute_force_answer_to_the_last_tie(level, case, k):
    sets, ranks, asked = case
    index = opened(built(sets, ranks), level)

    for grams in asked:
        assert index.top_k(query(grams), k) == brute_force(sets, ranks, grams)[:k]


@pytest.mark.parametrize("level", levels())
@given(case=collections(), threshold=st.sampled_from(THRESHOLDS))
@settings(max_examples=150, deadline=None)
def test_at_least_is_the_brute_force_answer_to_the_last_tie(level, case, threshold):
    sets, ranks, asked = case
    index = opened(built(sets, ranks), level)

    for grams in asked:
        expected = [
            hit
            for hit in brute_force(sets, ranks, grams)
            if Fraction(hit[1], hit[2]) >= Fraction(*threshold)
        ]
        assert index.at_least(query(grams), *threshold) == expected


@given(case=collections())
@settings(max_examples=100, deadline=None)
def test_both_twins_build_the_same_bytes(case):
    sets, ranks, _ = case
    offsets, grams = laid_out(sets)

    ours, theirs = (build(offsets, grams, ranks) for build in builders())

    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        assert array.dtype == theirs[name].dtype
        assert array.tobytes() == theirs[name].tobytes(), name


def builders():
    rust = crate()
    definition = build_set_index.__wrapped__
    return definition, definition if rust is None else rust.build_set_index


@pytest.mark.parametrize("level", levels())
@given(case=collections(), k=st.sampled_from([1, 10]))
@settings(max_examples=60, deadline=None)
def test_dead_items_and_items_below_the_floor_are_not_found(level, case, k):
    sets, ranks, asked = case
    index = opened(built(sets, ranks), level)
    alive = np.random.default_rng(k).random(len(sets)) < 0.5

    for grams in asked:
        living = brute_force(sets, ranks, grams, alive)
        alike = [hit for hit in living if hit[1] * 5 >= hit[2]]
        assert index.top_k(query(grams), k, alive) == living[:k]
        assert index.top_k(query(grams), k, alive, floor=(1, 5)) == alike[:k]
        assert index.at_least(query(grams), 1, 5, alive) == alike


@pytest.mark.parametrize("level", levels())
@pytest.mark.parametrize("threads", [0, 1, 2, 5])
@given(case=collections())
@settings(max_examples=20, deadline=None)
def test_a_batch_answers_as_one_query_at_a_time(level, threads, case):
    sets, ranks, asked = case
    index = opened(built(sets, ranks), level)
    offsets, grams = laid_out(asked)
    floors = np.tile(np.array([1, 7], dtype=np.uint64), (len(asked), 1))

    best = index.top_k_batch(offsets, grams, 5, floors=floors, threads=threads)
    alike = index.at_least_batch(offsets, grams, 1, 3, threads=threads)

    for number, one in enumerate(asked):
        assert best.of(number) == index.top_k(query(one), 5, floor=(1, 7))
        assert alike.of(number) == index.at_least(query(one), 1, 3)
