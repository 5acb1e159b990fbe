"""How a base reads its texts: fixed when the base is made, bound into every snapshot."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from netnew.embed.protocol import Embedder
from netnew.foundation.errors import DamagedError, InputError
from netnew.kernel.int8 import quantize_vectors
from netnew.kernel.normalizers import normalize, normalize_many
from netnew.kernel.ragged import Hashes, Offsets, ragged
from netnew.kernel.setindex import SETINDEX_VERSION
from netnew.kernel.shingles import shingles, shingles_many

RETRIEVAL_VERSION: Final = "exact/1"
DEFAULT_NORMALIZER: Final = "claim/1"
# docs/decisions/0005-default-ngrams.md
DEFAULT_NGRAMS: Final = ("char5/1",)


@dataclass(frozen=True, slots=True)
class Embedding:
    """The model that a base's vectors come from."""

    model_id: str
    implementation_version: str
    dimensions: int

    @classmethod
    def of(cls, embedder: Embedder) -> Self:
        """What stands for the vectors of this embedder."""
        (probe,) = embedder.embed(["probe"])
        return cls(embedder.model_id, embedder.implementation_version, len(probe))


@dataclass(frozen=True, slots=True)
class Recipe:
    """Versions of all that turns a text into what is searched.

    Parameters
    ----------
    normalizer_version
        How texts are normalised before anything else.
    lex_impl_versions
        The n-gram functions that are indexed; the first answers when none is named.
    embedding
        The model of the vectors, or None where the base has none.

    >>> Recipe().lex_impl_versions
    ('char5/1',)
    """

    normalizer_version: str = DEFAULT_NORMALIZER
    lex_impl_versions: tuple[str, ...] = DEFAULT_NGRAMS
    index_version: str = SETINDEX_VERSION
    retrieval_impl_version: str = RETRIEVAL_VERSION
    embedding: Embedding | None = None

    def __post_init__(self) -> None:
        versions = self.lex_impl_versions
        if not versions or len(set(versions)) != len(versions):
            raise InputError(
                f"the n-gram functions {list(versions)} are none or name one twice",
                "name each once, for example char5/1",
            )

    def check(self) -> Self:
        """Raise InputError where this build does not have one of the versions."""
        for version in self.lex_impl_versions:
            shingles_many([""], version)
        normalize_many([""], self.normalizer_version)
        return self

    def normalized(self, texts: list[str]) -> list[str]:
        """The texts as they are compared."""
        if len(texts) == 1:
            # Waking a pool of threads takes longer than one text does.
            return [normalize(texts[0], self.normalizer_version)]
        return normalize_many(texts, self.normalizer_version)

    def grams(self, texts: list[str], lex_impl_version: str) -> tuple[Hashes, Offsets]:
        """N-grams of normalised texts, laid end to end."""
        if len(texts) == 1:
            return ragged([shingles(texts[0], lex_impl_version)])
        return shingles_many(texts, lex_impl_version)

    def embedded(self, texts: list[str], embedder: Embedder) -> NDArray[np.int8]:
        """The vectors of normalised texts, quantised; the embedder must be the base's own."""
        found = Embedding.of(embedder)
        if self.embedding != found:
            wanted = self.embedding.model_id if self.embedding else "no model"
            raise InputError(
                f"the vectors of the base are of {wanted}, the embedder is {found.model_id} "
                f"({found.implementation_version}, {found.dimensions} dimensions)",
                "use the embedder that the base was made with",
            )
        return quantize_vectors(embedder.embed(texts))

    def as_dict(self) -> dict[str, Any]:
        """The versions, for a manifest."""
        return asdict(self) | {"lex_impl_versions": list(self.lex_impl_versions)}

    @classmethod
    def from_dict(cls, stored: Any) -> Self:
        """Read what `as_dict` gave."""
        try:
            embedding = stored["embedding"]
            return cls(
                str(stored["normalizer_version"]),
                tuple(str(version) for version in stored["lex_impl_versions"]),
                str(stored["index_version"]),
                str(stored["retrieval_impl_version"]),
                None if embedding is None else Embedding(**embedding),
            )
        except (KeyError, TypeError, InputError) as error:
            raise DamagedError(
                "a manifest holds no recipe that can be read", "restore the database from a copy"
            ) from error
