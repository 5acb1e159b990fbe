"""Shingles: a text as the set of its n-grams, each as a 64-bit hash.

The version names the kind and the length: `word2/1` is word bigrams, `char5/1` character
5-grams, with n from 1 to 32. A text is first read as its tokens joined by single spaces. One
that is shorter than n is a single n-gram, filled up so that it equals no whole one: none but the
empty text has an empty set, and two short texts share a shingle only where they are the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from netnew.foundation.errors import InputError
from netnew.kernel.hashes import hash64, text_bytes
from netnew.kernel.implementation import twin
from netnew.kernel.ragged import Hashes, Offsets, ragged
from netnew.kernel.tokens import batch, single_spaced, tokens

LONGEST: Final = 32
_VERSION = re.compile(r"(word|char)([1-9][0-9]?)/1", re.ASCII)


@twin
def shingles(text: str, version: str) -> Hashes:
    """Hashes of the n-grams of `text`, sorted, each once.

    >>> len(shingles("ship it now", "word2/1"))
    2
    >>> shingles(" ship  it", "word2/1") == shingles("ship it", "word2/1")
    array([ True])
    """
    return np.unique(
        np.array([hash64(text_bytes(gram)) for gram in grams(text, version)], np.uint64)
    )


@twin
def shingles_many(texts: Sequence[str], version: str) -> tuple[Hashes, Offsets]:
    """Do what `shingles` does to each text, laid end to end with offsets.

    >>> flat, offsets = shingles_many(["ship it now", "", "wait"], "word2/1")
    >>> offsets.tolist()
    [0, 2, 2, 3]
    """
    kind_and_length(version)
    return ragged([shingles(text, version) for text in batch(texts)])


def grams(text: str, version: str) -> list[str]:
    """N-grams of `text` in order, repeats kept.

    >>> grams("ship it now", "word2/1"), grams("ship", "word2/1")
    (['ship it', 'it now'], ['ship '])
    >>> grams("to be", "char3/1"), grams("so", "char3/1")
    (['to ', 'o b', ' be'], ['so'])
    """
    kind, length = kind_and_length(version)
    if kind == "char":
        return _windows(single_spaced(text), length)
    words = tokens(text)
    # Empty words fill a short text up: no token is empty, so the gram is nobody else's.
    words += [""] * (length - len(words)) if words else []
    return [" ".join(words[i : i + length]) for i in range(len(words) - length + 1) if words]


def kind_and_length(version: str) -> tuple[str, int]:
    """Read a version such as `char5/1`.

    >>> kind_and_length("char5/1")
    ('char', 5)
    """
    match = _VERSION.fullmatch(version)
    if match is None or int(match[2]) > LONGEST:
        raise InputError(
            f"no n-grams are called {version!r}",
            f"choose word<n>/1 or char<n>/1 with n from 1 to {LONGEST}, as in word2/1",
        )
    return match[1], int(match[2])


def _windows(line: str, length: int) -> list[str]:
    if len(line) <= length:
        return [line] if line else []
    return [line[i : i + length] for i in range(len(line) - length + 1)]
