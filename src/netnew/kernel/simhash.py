"""SimHash (`simhash/1`): a text as one number, near in Hamming distance when tokens are shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.errors import InputError
from netnew.kernel.hashes import hash64, text_bytes
from netnew.kernel.implementation import twin
from netnew.kernel.ragged import Hashes, hashes_given
from netnew.kernel.tokens import batch, tokens

MOST_BITS: Final = 64


@twin
def simhash(text: str, bits: int = MOST_BITS) -> int:
    """Fingerprint of `text` in `bits` bits (1 to 64); 0 for a text without tokens.

    Each token votes with its hash, as often as it occurs; a bit is set where more than half of
    the tokens set it.

    >>> simhash("ship it") == simhash("it  ship"), simhash("")
    (True, 0)
    """
    _check(bits)
    votes = np.array([hash64(text_bytes(token)) for token in tokens(text)], np.uint64)
    places = np.arange(bits, dtype=np.uint64)
    yes = ((votes[:, None] >> places) & np.uint64(1)).sum(axis=0)
    return sum(1 << place for place in range(bits) if 2 * int(yes[place]) > len(votes))


@twin
def simhash_many(texts: Sequence[str], bits: int = MOST_BITS) -> Hashes:
    """Do what `simhash` does to each text.

    >>> simhash_many(["", "ship it"]).shape
    (2,)
    """
    _check(bits)
    return np.array([simhash(text, bits) for text in batch(texts)], np.uint64)


def hamming(a: int, b: int) -> int:
    """Count the bits in which two fingerprints differ: 0 to 64.

    >>> hamming(0b1011, 0b0010)
    2
    """
    return (a ^ b).bit_count()


@twin
def hamming_many(fingerprint: int, others: Hashes) -> NDArray[np.uint8]:
    """Do what `hamming` does against each of `others`.

    >>> hamming_many(3, np.array([0, 3], np.uint64))
    array([2, 0], dtype=uint8)
    """
    if not 0 <= fingerprint < 1 << MOST_BITS:
        raise InputError(
            f"{fingerprint} is no fingerprint", "give a whole number from 0 to 2**64 - 1"
        )
    differing = np.ascontiguousarray(hashes_given(others) ^ np.uint64(fingerprint))
    bits = np.unpackbits(differing.view(np.uint8).reshape(-1, 8), axis=1)
    return np.asarray(bits.sum(axis=1), np.uint8)


def _check(bits: int) -> None:
    if not 1 <= bits <= MOST_BITS:
        raise InputError(
            f"a fingerprint cannot have {bits} bits", f"give bits from 1 to {MOST_BITS}"
        )
