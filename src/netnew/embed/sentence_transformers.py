"""Sentence-transformers models that are on this machine already."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from netnew.embed.unit import unit_rows
from netnew.foundation.errors import MissingExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class SentenceTransformersEmbedder:
    """Any model of the package `sentence-transformers`, run on the processor."""

    def __init__(self, model: str) -> None:
        try:
            package: Any = import_module("sentence_transformers")
        except ModuleNotFoundError as error:
            raise MissingExtraError(
                "embeddings by sentence-transformers", "sentence-transformers"
            ) from error
        self.model_id = model.rsplit("/", 1)[-1]
        self.implementation_version = f"sentence-transformers-{package.__version__}"
        self._model = package.SentenceTransformer(model, device="cpu")

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row for each text."""
        return unit_rows(self._model.encode(list(texts), batch_size=1, show_progress_bar=False))
