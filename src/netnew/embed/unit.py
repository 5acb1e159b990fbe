"""Rows of length 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def unit_rows(vectors: ArrayLike) -> NDArray[np.float32]:
    """Each row divided by its length; a row of zeros stays zeros.

    >>> unit_rows([[3.0, 4.0], [0.0, 0.0]]).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    rows = np.atleast_2d(np.asarray(vectors, dtype=np.float64))
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    scaled: NDArray[np.float32] = (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return scaled
