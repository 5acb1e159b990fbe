"""Sketches: shingles, MinHash and SimHash of a text in one pass, for whole batches."""

from __future__ import annotations

from collections.abc import Sequence

from netnew.kernel.implementation import twin
from netnew.kernel.minhash import Signatures, minhash_many
from netnew.kernel.ragged import Hashes
from netnew.kernel.shingles import shingles_many
from netnew.kernel.simhash import MOST_BITS, simhash_many


@twin
def sketch_many(
    texts: Sequence[str], version: str, k: int = 128, bits: int = MOST_BITS
) -> tuple[Signatures, Hashes]:
    """MinHash signatures (one a row, over shingles of `version`) and SimHash fingerprints.

    >>> signatures, fingerprints = sketch_many(["ship it", "wait"], "word2/1")
    >>> signatures.shape, fingerprints.shape
    ((2, 128), (2,))
    """
    return minhash_many(*shingles_many(texts, version), k), simhash_many(texts, bits)
