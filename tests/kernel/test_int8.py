from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netnew.foundation.errors import InputError
from netnew.kernel.connect import Connected, Semantics
from netnew.kernel.implementation import crate, use
from netnew.kernel.int8 import nearest, nearest_int8, quantize, quantize_vectors
from netnew.kernel.setdefinition import SetSearch
from netnew.kernel.setsearch import SetIndex
from tests.kernel.claims import collections, laid_out, query
from tests.kernel.test_setsearch import levels, opened

SIZES = st.tuples(st.integers(0, 60), st.sampled_from([1, 3, 16, 64, 67, 384]))


def random_vectors(seed, shape, coarse):
    """Int8 vectors at random; coarse ones tie often and reach both ends."""
    random = np.random.default_rng(seed)
    if coarse:
        return random.choice(np.array([-128, -127, 0, 127], np.int8), shape)
    return random.integers(-128, 128, shape, dtype=np.int8)


@pytest.mark.parametrize("simd", [level for level in levels() if level != "definition"])
@given(
    seed=st.integers(0, 2**32),
    shape=SIZES,
    queries=st.sampled_from([1, 2, 7, 16, 33]),
    k=st.sampled_from([0, 1, 10, 100]),
    threads=st.sampled_from([1, 2, 5]),
    coarse=st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_nearest_is_the_definition_at_any_simd_level_and_thread_count(
    simd, seed, shape, queries, k, threads, coarse
):
    vectors = random_vectors(seed, shape, coarse)
    asked = random_vectors(seed + 1, (queries, shape[1]), coarse)
    ranks = np.random.default_rng(seed).permutation(shape[0]).astype(np.uint32)
    alive = np.random.default_rng(seed).random(shape[0]) < 0.8

    found = nearest(vectors, ranks, asked, k, alive=alive, threads=threads, simd=simd)

    expected = nearest_int8(vectors, ranks, asked, k, alive.view(np.uint8))
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.tobytes() == theirs.tobytes()


@given(seed=st.integers(0, 2**32), shape=SIZES, scale=st.sampled_from([1e-30, 1e-3, 1, 1e30]))
@settings(max_examples=100, deadline=None)
def test_both_twins_quantize_to_the_same_bits(seed, shape, scale):
    random = np.random.default_rng(seed)
    vectors = (random.standard_normal(shape) * scale).astype(np.float32)
    vectors[random.random(shape[0]) < 0.1] = 0

    assert quantize_vectors(vectors).tobytes() == quantize.__wrapped__(vectors).tobytes()


def test_quantized_similarity_stays_within_the_documented_error():
    random = np.random.default_rng(0)
    vectors = random.standard_normal((200, 384)).astype(np.float32)
    steps = quantize_vectors(vectors).astype(np.int64)
    norms = np.linalg.norm(vectors.astype(np.float64), axis=1)

    cosine = (vectors.astype(np.float64) @ vectors.astype(np.float64).T) / np.outer(norms, norms)
    error = np.abs((steps @ steps.T) / 127**2 - cosine)

    assert error.max() <= np.sqrt(384) / 127 + 384 / (4 * 127**2)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_a_vector_that_is_not_finite_is_refused(number):
    with pytest.raises(InputError, match="not finite"):
        quantize_vectors(np.array([[1, number]], dtype=np.float32))


@pytest.mark.parametrize("level", levels())
@given(
    case=collections(),
    seed=st.integers(0, 2**32),
    alpha=st.sampled_from([(0, 1), (1, 3), (1, 2), (999_999_999, 1_000_000_007), (1, 1)]),
    k=st.sampled_from([0, 1, 5, 500]),
)
@settings(max_examples=60, deadline=None)
def test_top_k_by_connectedness_is_the_brute_force_answer(level, case, seed, alpha, k):
    sets, ranks, asked = case
    index = opened(SetIndex.build(*laid_out(sets), ranks).arrays(), level)
    # Few distinct vectors: connectedness ties, and the further rules decide.
    vectors = random_vectors(seed, (3, 5), coarse=True)[np.arange(len(sets)) % 3]
    alive = np.random.default_rng(seed).random(len(sets)) < 0.9

    for number, grams in enumerate(asked):
        asked_vector = random_vectors(seed + number, 5, coarse=True)
        found = index.top_k_connected(
            query(grams), Semantics(asked_vector, vectors, alpha), ranks, k, alive
        )
        everything = [
            Connected(
                item,
                len(grams & mine),
                len(grams | mine),
                int(vectors[item].astype(int) @ asked_vector.astype(int)),
            )
            for item, mine in enumerate(sets)
            if alive[item]
        ]
        weight = Fraction(*alpha)
        everything.sort(
            key=lambda one: (
                -(weight * one.c_lex + (1 - weight) * one.c_sem01),
                -one.c_sem01,
                -one.c_lex,
                ranks[one.item],
            )
        )
        assert found == everything[:k]


def test_the_definition_answers_where_the_crate_is_switched_off():
    rows = np.array([[127, 0], [0, 127]], dtype=np.int8)
    ranks = np.arange(2, dtype=np.uint32)
    before = "python" if crate() is None else "rust"
    use("python")
    try:
        index = SetIndex.build(*laid_out([{1}, {2}]), ranks)
        near = nearest(rows, ranks, rows[1:], 1).of(0)
    finally:
        use(before)

    assert isinstance(index._searcher, SetSearch)
    assert near == [(1, 127 * 127)]
