"""What normalisers, shingles and sketches promise, seen from outside."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.foundation.errors import InputError
from netnew.kernel import primitives as kernel
from netnew.kernel.normalizers import NORMALIZERS
from netnew.kernel.tokens import WHITE_SPACE, single_spaced
from tests.kernel.twins import hard_texts


def one_pass(text: str) -> str:
    text = kernel.lower(text).strip(WHITE_SPACE)
    return re.sub(f"[{WHITE_SPACE}]+", " ", text).rstrip(".!?")


@given(hard_texts)
def test_l0_is_its_four_steps_until_nothing_changes(text: str) -> None:
    before, after = text, one_pass(text)
    while after != before:
        before, after = after, one_pass(after)

    assert kernel.normalize(text, "l0/1") == after


@pytest.mark.parametrize("version", NORMALIZERS)
def test_normalising_twice_is_normalising_once(version: str) -> None:
    @given(hard_texts)
    def holds(text: str) -> None:
        once = kernel.normalize(text, version)
        assert kernel.normalize(once, version) == once

    holds()


def test_claims_keep_their_case_unless_the_policy_lowers_it() -> None:
    claim = " Use\u00a0ﬁle² "

    assert kernel.normalize(claim, "claim/1") == "Use file2"
    assert kernel.normalize(claim, "claim-lower/1") == "use file2"


def test_an_unknown_normaliser_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"'l0/9'; choose one of claim-lower/1, claim/1, l0/1"):
        kernel.normalize("x", "l0/9")


@given(hard_texts)
def test_white_space_is_what_python_splits_at(text: str) -> None:
    assert kernel.tokens(text) == text.split()


@given(hard_texts, st.sampled_from(["word1/1", "word3/1", "char1/1", "char5/1"]))
def test_only_the_empty_text_has_no_shingles(text: str, version: str) -> None:
    shingles = kernel.shingles(text, version)

    assert (len(shingles) == 0) == (text.split() == [])
    assert np.all(shingles[1:] > shingles[:-1])


@given(hard_texts, hard_texts, st.sampled_from(["word9/1", "char32/1"]))
def test_short_texts_share_a_shingle_only_when_they_are_the_same(
    a: str, b: str, version: str
) -> None:
    a, b = single_spaced(a)[:16], single_spaced(b)[:16]
    shared = np.intersect1d(kernel.shingles(a, version), kernel.shingles(b, version))

    assert (len(shared) > 0) == (single_spaced(a) == single_spaced(b) != "")


@pytest.mark.parametrize("version", ["word0/1", "word33/1", "char5/2", "char٣/1", "bytes3/1", ""])
def test_an_unknown_kind_of_gram_is_refused(version: str) -> None:
    with pytest.raises(InputError, match="choose word<n>/1 or char<n>/1 with n from 1 to 32"):
        kernel.shingles("ship it", version)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: kernel.minhash(np.zeros(3), 8),
        lambda: kernel.minhash(np.zeros(3, np.uint64), 0),
        lambda: kernel.minhash(np.zeros(3, np.uint64), 4097),
        lambda: kernel.minhash(np.zeros(3, np.uint64), -(2**80)),
        lambda: kernel.minhash_many(np.zeros(3, np.uint64), np.array([0, 4], np.uint64), 8),
        lambda: kernel.minhash_many(np.zeros(3, np.uint64), np.zeros(0, np.uint64), 8),
        lambda: kernel.bucket_keys(np.zeros((2, 8), np.uint32), 3, 3),
        lambda: kernel.bucket_keys(np.zeros(8, np.uint32), 4, 2),
        lambda: kernel.bucket_keys(np.zeros((0, 0), np.uint32), 0, 0),
        lambda: kernel.matching_lanes(np.zeros(8, np.uint32), np.zeros((2, 9), np.uint32)),
        lambda: kernel.simhash("ship it", 65),
        lambda: kernel.hamming_many(-1, np.zeros(3, np.uint64)),
        lambda: kernel.shingles_many("ship it", "word2/1"),
    ],
)
@pytest.mark.parametrize("twin", ["python", pytest.param("rust", marks=pytest.mark.needs("crate"))])
def test_what_does_not_fit_is_refused(wrong, twin: kernel.Choice) -> None:
    kernel.use(twin)

    with pytest.raises(InputError):
        wrong()


@pytest.mark.parametrize("shared", [0, 20, 100, 180, 200])
def test_the_estimate_is_unbiased_and_as_sharp_as_theory_allows(shared: int) -> None:
    trials, k, size = 400, 128, 200
    exact = shared / (2 * size - shared)
    random = np.random.default_rng(7)
    errors = []
    for _ in range(trials):
        drawn = random.integers(0, 2**64, 2 * size - shared, np.uint64)
        a, b = kernel.minhash(drawn[:size], k), kernel.minhash(drawn[-size:], k)
        errors.append(float(kernel.jaccard_estimate(a, b)) - exact)

    spread = math.sqrt(exact * (1 - exact) / k)
    assert abs(np.mean(errors)) <= 4 * spread / math.sqrt(trials)
    assert np.std(errors) <= 1.15 * spread


def test_buckets_are_shared_by_the_similar_and_not_by_strangers() -> None:
    said = "the cache must be warm before the first request of the day arrives at the gate"
    texts = [said, said + " today", "nothing of this was ever heard in any meeting that we had"]
    signatures, _ = kernel.sketch_many(texts, "word2/1", 128)
    first, near, far = kernel.bucket_keys(signatures, 32, 4)

    assert set(first) & set(near)
    assert not set(first) & set(far)


def test_fingerprints_are_near_for_the_similar_and_far_for_strangers() -> None:
    said = " ".join(f"word{i}" for i in range(40))
    near, far = said + " more", " ".join(f"other{i}" for i in range(40))

    assert kernel.hamming(kernel.simhash(said), kernel.simhash(near)) <= 10
    assert kernel.hamming(kernel.simhash(said), kernel.simhash(far)) >= 20


class TestTextOverlap:
    """The six cases that the specification lists."""

    def test_identical_texts_overlap_fully(self) -> None:
        assert float(kernel.text_overlap("use postgres here", "use postgres here")) == 1.0

    def test_texts_without_a_common_word_do_not_overlap(self) -> None:
        assert float(kernel.text_overlap("use postgres", "drop redis")) == 0.0

    def test_a_partial_overlap_is_the_share_of_the_smaller_text(self) -> None:
        assert kernel.text_overlap("a b c d", "c d e f g") == (2, 4)

    def test_case_does_not_matter(self) -> None:
        assert float(kernel.text_overlap("Use POSTGRES", "use postgres")) == 1.0

    def test_an_empty_text_overlaps_with_nothing(self) -> None:
        assert [float(kernel.text_overlap(*pair)) for pair in (("", "a"), ("a", ""), ("", ""))] == [
            0.0,
            0.0,
            0.0,
        ]

    def test_single_words_work(self) -> None:
        assert (kernel.text_overlap("ship", "Ship"), kernel.text_overlap("ship", "wait")) == (
            (1, 1),
            (0, 1),
        )
