from collections.abc import Sequence
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__version__: str
__all__ = [
    "GrowingSets",
    "SetSearch",
    "__version__",
    "bucket_keys",
    "build_set_index",
    "canonical_json",
    "hamming_many",
    "matching_lanes",
    "minhash",
    "minhash_many",
    "nearest_int8",
    "normalize",
    "normalize_many",
    "quantize",
    "shingles",
    "shingles_many",
    "simhash",
    "simhash_many",
    "sketch_many",
    "text_overlap_many",
    "text_overlap_square",
]

@final
class GrowingSets:
    def __new__(cls, numerator: int, denominator: int) -> GrowingSets: ...
    def add(self, tokens: Sequence[int]) -> None: ...
    def similar(
        self, tokens: Sequence[int], most: int | None = None
    ) -> list[tuple[int, int, int]]: ...

def normalize(text: str, version: str) -> str: ...
def normalize_many(texts: Sequence[str], version: str) -> list[str]: ...
def shingles(text: str, version: str) -> NDArray[np.uint64]: ...
def shingles_many(
    texts: Sequence[str], version: str
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
def text_overlap_many(
    text: str, others: Sequence[str]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
def text_overlap_square(texts: Sequence[str]) -> NDArray[np.uint32]: ...
def minhash(shingles: NDArray[np.uint64], k: int) -> NDArray[np.uint32]: ...
def minhash_many(
    shingles: NDArray[np.uint64], offsets: NDArray[np.uint64], k: int
) -> NDArray[np.uint32]: ...
def matching_lanes(
    signature: NDArray[np.uint32], others: NDArray[np.uint32]
) -> NDArray[np.uint32]: ...
def bucket_keys(signatures: NDArray[np.uint32], bands: int, rows: int) -> NDArray[np.uint64]: ...
def simhash(text: str, bits: int | None = None) -> int: ...
def simhash_many(texts: Sequence[str], bits: int | None = None) -> NDArray[np.uint64]: ...
def hamming_many(fingerprint: int, others: NDArray[np.uint64]) -> NDArray[np.uint8]: ...
def sketch_many(
    texts: Sequence[str], version: str, k: int | None = None, bits: int | None = None
) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]: ...
def build_set_index(
    offsets: NDArray[np.uint64], grams: NDArray[np.uint64], id_rank: NDArray[np.uint32]
) -> dict[str, NDArray[Any]]: ...

@final
class SetSearch:
    def __new__(cls, arrays: dict[str, NDArray[Any]], simd: str = "auto") -> SetSearch: ...
    @property
    def simd(self) -> str: ...
    def top_k(
        self,
        grams: NDArray[np.uint64],
        k: int,
        floor: tuple[int, int],
        alive: NDArray[np.uint8] | None,
    ) -> list[tuple[int, int, int]]: ...
    def at_least(
        self,
        grams: NDArray[np.uint64],
        threshold: tuple[int, int],
        alive: NDArray[np.uint8] | None,
    ) -> list[tuple[int, int, int]]: ...
    def top_k_connected(
        self,
        grams: NDArray[np.uint64],
        semantics: tuple[NDArray[np.int8], NDArray[np.int8], tuple[int, int]],
        id_rank: NDArray[np.uint32],
        k: int,
        alive: NDArray[np.uint8] | None,
    ) -> list[tuple[int, int, int, int]]: ...
    def top_k_batch(
        self,
        offsets: NDArray[np.uint64],
        grams: NDArray[np.uint64],
        k: int,
        floors: NDArray[np.uint64],
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> _Columns: ...
    def at_least_batch(
        self,
        offsets: NDArray[np.uint64],
        grams: NDArray[np.uint64],
        threshold: tuple[int, int],
        alive: NDArray[np.uint8] | None,
        threads: int,
    ) -> _Columns: ...

def quantize(vectors: NDArray[np.float32]) -> NDArray[np.int8]: ...
def nearest_int8(
    vectors: NDArray[np.int8],
    id_rank: NDArray[np.uint32],
    queries: NDArray[np.int8],
    k: int,
    alive: NDArray[np.uint8] | None,
    threads: int,
    simd: str,
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.int32]]: ...

# Where each answer starts, then items, intersections and unions.
_Columns = tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]

def canonical_json(value: Any) -> bytes | None: ...
