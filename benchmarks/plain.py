"""`plain_search.c`, compiled here and called through ctypes."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SOURCE = Path(__file__).with_name("plain_search.c")


class PlainSearch:
    """Exact top-k in plain C, over the same sets."""

    def __init__(self, offsets, grams, id_rank) -> None:
        sizes = np.diff(offsets).astype(np.uint32)
        order = np.argsort(grams, kind="stable")
        owner = np.repeat(np.arange(len(sizes), dtype=np.uint32), sizes)
        keys, starts = np.unique(grams[order], return_index=True)
        starts = np.append(starts, len(grams)).astype(np.uint64)
        self._own = [keys, starts, owner[order], sizes, id_rank.astype(np.uint32)]
        self._c = compiled()
        self._c.plain_open.restype = ctypes.c_void_p
        self._index = ctypes.c_void_p(
            self._c.plain_open(len(sizes), len(keys), *(pointer(a) for a in self._own))
        )
        places = 16
        while places < 2 * len(keys):
            places *= 2
        self.bytes = sum(a.nbytes for a in self._own[1:]) + places * 12 + len(sizes) * 6

    def top_k(self, grams: NDArray[np.uint64], k: int) -> list[tuple[int, int, int]]:
        best = np.empty((k, 3), dtype=np.uint32)
        found = self._c.plain_top_k(self._index, pointer(grams), len(grams), k, pointer(best))
        return [tuple(hit) for hit in best[:found].tolist()]

    def close(self) -> None:
        self._c.plain_close(self._index)


def compiled() -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp())
    library = folder / "plain_search.so"
    command = ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def pointer(array: NDArray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
