"""Frozen bytes and answers: `setindex/1` and `int8/1` are today what they were when named."""

import hashlib
import json

import numpy as np
import pytest

from netnew.kernel import primitives as kernel
from netnew.kernel.connect import Semantics
from netnew.kernel.int8 import INT8_VERSION, nearest, quantize_vectors
from netnew.kernel.setindex import SETINDEX_VERSION
from netnew.kernel.setsearch import SetIndex
from tests.conftest import Golden

ITEMS = 300

twins = pytest.mark.parametrize(
    "twin", ["python", pytest.param("rust", marks=pytest.mark.needs("crate"))]
)


def steps(count: int, seed: int) -> np.ndarray:
    """Make integers from a rule of our own: a library's generator may change."""
    values, state = [], seed
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        values.append(state >> 33)
    return np.array(values, dtype=np.uint64)


def frozen() -> dict:
    sizes = steps(ITEMS, 1) % np.uint64(24)
    sets = [np.unique(steps(int(size), item) % np.uint64(90)) for item, size in enumerate(sizes)]
    offsets = np.cumsum([0, *(len(one) for one in sets)]).astype(np.uint64)
    ranks = np.argsort(steps(ITEMS, 2), kind="stable").astype(np.uint32)
    index = SetIndex.build(offsets, np.concatenate(sets), ranks)
    floats = (steps(ITEMS * 8, 3) % np.uint64(2001)).astype(np.float32).reshape(ITEMS, 8) - 1000
    vectors = quantize_vectors(floats)
    asked = [sets[7], sets[20], np.arange(5, dtype=np.uint64)]
    return {
        f"{SETINDEX_VERSION}: sha256 of each array": {
            name: hashlib.sha256(array.tobytes()).hexdigest()
            for name, array in index.arrays().items()
        },
        "top 5": [index.top_k(grams, 5) for grams in asked],
        "at least 1/3": [index.at_least(grams, 1, 3) for grams in asked],
        f"{INT8_VERSION}: first vectors": vectors[:4].tolist(),
        "nearest 5": [nearest(vectors, ranks, vectors[:3], 5).of(query) for query in range(3)],
        "connected 5, alpha 7/10": [
            index.top_k_connected(grams, Semantics(vectors[0], vectors, (7, 10)), ranks, 5)
            for grams in asked
        ],
    }


@twins
def test_versions_answer_as_they_always_did(twin: kernel.Choice, golden: Golden) -> None:
    kernel.use(twin)

    golden("kernel/search.json", json.dumps(frozen(), indent=1) + "\n")
