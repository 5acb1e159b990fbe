"""What the instruments ask of an embedder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into unit vectors; the same text gives the same vector."""

    @property
    def model_id(self) -> str:
        """The model and its size: thresholds are calibrated for it."""

    @property
    def implementation_version(self) -> str:
        """Changes whenever the same text may get another vector."""

    def embed(self, texts: Sequence[str]) -> NDArray[float32]:
        """Return one row of length 1 for each text; a text without content gets a row of zeros."""
