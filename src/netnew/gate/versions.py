"""The implementation versions that this build has, by the policy key that names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from netnew.bases.recipe import RETRIEVAL_VERSION
from netnew.foundation.errors import InputError
from netnew.kernel.normalizers import NORMALIZERS
from netnew.kernel.shingles import kind_and_length

# Embeddings as int8, C_sem = dot / 127², C_sem01 = (C_sem + 1) / 2.
SIMILARITY_VERSION: Final = "int8-cosine/1"
MINHASH_VERSION: Final = "minhash/1"
LSH_VERSION: Final = "lsh/1"
SIMHASH_VERSION: Final = "simhash/1"
GATE_VERSION: Final = "gate/1"


@dataclass(frozen=True, slots=True)
class Known:
    """Says whether this build has a version; `choices` tells which it has."""

    has: Callable[[str], bool]
    choices: str


def known_versions() -> Mapping[str, Known]:
    """For each version key of a policy, what this build has.

    >>> known_versions()["policy.versions.lsh_impl_version"].has("lsh/9")
    False
    """
    return _KNOWN


def _is_ngram(version: str) -> bool:
    try:
        kind_and_length(version)
    except InputError:
        return False
    return True


def _one(version: str) -> Known:
    return Known(lambda asked: asked == version, version)


_KNOWN: Final = {
    "policy.versions.normalizer_version": Known(
        lambda asked: asked in NORMALIZERS, ", ".join(NORMALIZERS)
    ),
    "policy.versions.retrieval_impl_version": _one(RETRIEVAL_VERSION),
    "policy.versions.similarity_impl_version": _one(SIMILARITY_VERSION),
    "policy.versions.minhash_impl_version": _one(MINHASH_VERSION),
    "policy.versions.lsh_impl_version": _one(LSH_VERSION),
    "policy.versions.simhash_impl_version": _one(SIMHASH_VERSION),
    "policy.versions.lex_impl_version": Known(_is_ngram, "word<n>/1 or char<n>/1, as in char5/1"),
}
