"""The offline default: static word vectors whose weights come in the package's own wheel."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netnew.embed.unit import unit_rows
from netnew.foundation.errors import MissingExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSIONS = 256
# Texts that are read into tokens at once: enough for all cores, little enough to stay small.
_BLOCK = 1024


@contextmanager
def _root_logger_kept() -> Iterator[None]:
    """Undo what an import does to the root logger: how loud it is, its user decides."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


class WordLlamaEmbedder:
    """A mean of static token vectors: fast, the same everywhere, and blind to word order.

    >>> WordLlamaEmbedder().embed(["the pump is loud"]).shape
    (1, 256)
    """

    model_id = f"wordllama-{DIMENSIONS}"

    def __init__(self) -> None:
        try:
            with _root_logger_kept():
                package: Any = import_module("wordllama")
        except ModuleNotFoundError as error:
            raise MissingExtraError("embeddings by wordllama", "embed") from error
        # Its loader looks for the weights in a cache of downloads unless told where the wheel is.
        folder = Path(package.__file__).parent
        model = package.WordLlama.load(dim=DIMENSIONS, cache_dir=folder, disable_download=True)
        self._vectors, self._tokenizer = model.embedding, model.tokenizer
        self._tokenizer.no_padding()

    @property
    def implementation_version(self) -> str:
        """The version of the package that holds the weights."""
        return f"wordllama-{version('wordllama')}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row for each text, the same in whatever company it is embedded."""
        import numpy as np

        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        for start in range(0, len(texts), _BLOCK):
            block = [text if text.strip() else "" for text in texts[start : start + _BLOCK]]
            encoded = self._tokenizer.encode_batch_fast(block, add_special_tokens=False)
            for at, one in enumerate(encoded, start):
                if one.ids:
                    rows[at] = self._mean(one.ids)
        return unit_rows(rows)

    def _mean(self, tokens: list[int]) -> NDArray[np.float32]:
        # Only reading texts into tokens is done for many at once: that adds no numbers. Each
        # text's vectors are added by itself, one after the other.
        mean: NDArray[np.float32] = self._vectors.take(tokens, 0).sum(0) / len(tokens)
        return mean
