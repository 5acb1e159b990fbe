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
        self._model = package.WordLlama.load(
            dim=DIMENSIONS, cache_dir=folder, disable_download=True
        )

    @property
    def implementation_version(self) -> str:
        """The version of the package that holds the weights."""
        return f"wordllama-{version('wordllama')}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row for each text."""
        return unit_rows([self._row(text) for text in texts])

    def _row(self, text: str) -> NDArray[np.float32]:
        import numpy as np

        # One by one: a text must not get another vector for the company it is in.
        if not text.strip():
            return np.zeros(DIMENSIONS, dtype=np.float32)
        row: NDArray[np.float32] = self._model.embed([text])[0]
        return row
