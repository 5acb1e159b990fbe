"""Rust equals the Python definitions bit for bit, whatever the text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.kernel import primitives as kernel
from netnew.kernel.normalizers import NORMALIZERS
from tests.kernel.twins import HARD, batches, both, hard_texts

pytestmark = pytest.mark.needs("crate")

GRAMS = [f"{unit}{length}/1" for unit in ("word", "char") for length in (1, 2, 3, 5, 9, 32)]
grams = st.sampled_from(GRAMS)
hashes = st.lists(st.integers(0, 2**64 - 1)).map(lambda values: np.array(values, np.uint64))


@given(hard_texts, st.sampled_from([*NORMALIZERS]))
def test_normalisers_are_equal(text: str, version: str) -> None:
    once = both(kernel.normalize, text, version)

    assert both(kernel.normalize, once, version) == once


@given(batches, st.sampled_from([*NORMALIZERS]))
def test_normalised_batches_are_equal(texts: list[str], version: str) -> None:
    both(kernel.normalize_many, texts, version)


@given(hard_texts, grams)
def test_shingles_are_equal(text: str, version: str) -> None:
    both(kernel.shingles, text, version)


@given(batches, grams)
def test_shingled_batches_are_equal(texts: list[str], version: str) -> None:
    both(kernel.shingles_many, texts, version)


@given(hashes, st.integers(1, 300))
def test_signatures_are_equal(shingles: np.ndarray, k: int) -> None:
    both(kernel.minhash, shingles, k)


def test_lanes_may_be_counted_by_whatever_is_an_integer() -> None:
    shingles, k = np.array([5, 7], np.uint64), np.array(4, np.uint64)

    assert both(kernel.minhash, shingles, k).tolist() == kernel.minhash(shingles, 4).tolist()
    both(kernel.minhash_many, shingles, np.array([0, 1, 2], np.uint64), k)


@given(st.lists(hashes, max_size=5), st.integers(1, 70))
def test_batches_of_signatures_are_equal(rows: list[np.ndarray], k: int) -> None:
    both(kernel.minhash_many, *kernel.ragged(rows), k)


@given(batches, st.integers(1, 8), st.integers(1, 8))
def test_buckets_and_matching_lanes_are_equal(texts: list[str], bands: int, rows: int) -> None:
    signatures, _ = kernel.sketch_many([*texts, "ship it"], "char2/1", bands * rows)

    both(kernel.bucket_keys, signatures, bands, rows)
    both(kernel.matching_lanes, signatures[-1], signatures)


@given(hard_texts, st.integers(1, 64))
def test_fingerprints_are_equal(text: str, bits: int) -> None:
    both(kernel.simhash, text, bits)


@given(st.integers(0, 2**64 - 1), hashes)
def test_hamming_distances_are_equal(fingerprint: int, others: np.ndarray) -> None:
    distances = both(kernel.hamming_many, fingerprint, others)

    assert distances.tolist() == [kernel.hamming(fingerprint, int(other)) for other in others]


@given(hard_texts, batches)
def test_overlaps_are_equal(text: str, others: list[str]) -> None:
    both(kernel.text_overlap_many, text, others)
    both(kernel.text_overlap_square, [text, *others])
    both(kernel.text_overlap_square, others)


@given(batches, grams, st.integers(1, 140), st.integers(1, 64))
def test_sketches_are_equal(texts: list[str], version: str, k: int, bits: int) -> None:
    both(kernel.sketch_many, texts, version, k, bits)


@pytest.mark.parametrize("character", ["a", " ", ".", "é", "\0", "\ud800", "Σ", "\u0301", "a b. "])
def test_a_text_of_a_megabyte_is_equal(character: str) -> None:
    text = character * (2**20 // len(character))

    for version in NORMALIZERS:
        both(kernel.normalize, text, version)
    both(kernel.sketch_many, [text], "char5/1", 16)
    both(kernel.text_overlap_many, text, [text])


def test_hard_texts_are_equal_all_at_once() -> None:
    texts = ["".join(HARD), *HARD, ""]

    for version in GRAMS:
        both(kernel.sketch_many, texts, version)


def test_arrays_with_gaps_are_read_as_what_they_show() -> None:
    table = np.arange(64, dtype=np.uint32).reshape(8, 8)
    row = np.arange(20, dtype=np.uint64)

    for view in (table.T, table[::2], table[:, ::-1], np.asfortranarray(table)):
        both(kernel.bucket_keys, view, view.shape[1] // 4, 4)
        both(kernel.matching_lanes, view[1], view)
    both(kernel.minhash, row[::-3], 9)
    unaligned = np.frombuffer(b"\0" + row.tobytes(), np.uint64, 20, offset=1)
    both(kernel.minhash, unaligned, 9)
