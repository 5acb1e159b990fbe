"""LSH (`lsh/1`): a signature as bucket keys, of which similar texts are likely to share one.

A bucket hit is a hint and never a verdict: candidates are always scored again, exactly.
"""

from __future__ import annotations

import numpy as np

from netnew.foundation.errors import InputError
from netnew.kernel.hashes import hash64
from netnew.kernel.implementation import twin
from netnew.kernel.minhash import MOST_LANES, Signatures
from netnew.kernel.ragged import Hashes


@twin
def bucket_keys(signatures: Signatures, bands: int, rows: int) -> Hashes:
    """One key for each signature (a row of the input) and band; bands times rows must be k.

    >>> keys = bucket_keys(np.zeros((3, 8), np.uint32), bands=4, rows=2)
    >>> keys.shape, len(set(keys[0].tolist()))
    ((3, 4), 4)
    """
    if signatures.dtype != np.uint32 or signatures.ndim != 2:
        raise InputError(
            "got signatures that are not a table of uint32", "give one signature a row"
        )
    k = signatures.shape[1]
    if bands < 1 or rows < 1 or bands * rows != k or k > MOST_LANES:
        raise InputError(
            f"{bands} bands of {rows} rows do not make the {k} lanes of a signature",
            f"choose bands and rows whose product is k, at most {MOST_LANES}",
        )
    cut = np.ascontiguousarray(signatures, "<u4").reshape(-1, bands, rows)
    keys = [[hash64(band.tobytes(), stream=i) for i, band in enumerate(item)] for item in cut]
    return np.array(keys, np.uint64).reshape(-1, bands)
