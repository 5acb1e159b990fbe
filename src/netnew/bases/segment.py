"""An open segment: its items, where an id lies, and its search indexes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from netnew.bases.build import Vectors, id_keys
from netnew.bases.container import hash_file, open_container
from netnew.bases.items import Encoded
from netnew.bases.manifest import Part
from netnew.bases.recipe import Recipe
from netnew.foundation.errors import DamagedError
from netnew.kernel.setindex import ARRAYS
from netnew.kernel.setsearch import SetIndex

_PARTS: Final = ("ids", "texts", "fields")
# What files hash to, by path, for every connection of the process: hashing a large one takes
# seconds. One that was written anew since is another file.
_HASHES: Final[dict[Path, tuple[tuple[int, ...], str]]] = {}
_MOST_HASHES: Final = 1024
_HASHING: Final = Lock()


class Segment:
    """Items that never change, in the order of their ids, in one mapped file.

    Opening reads the header alone; arrays are looked at when they are used, and one that does
    not fit is a DamagedError then.
    """

    def __init__(self, path: Path, part: Part) -> None:
        try:
            self._contained = open_container(path, part.size)
        except FileNotFoundError as error:
            raise DamagedError(
                f"the segment {path} is missing", "restore it from a copy of its folder"
            ) from error
        except OSError as error:
            raise DamagedError(
                f"the segment {path} cannot be read ({error.strerror})", "check who owns it"
            ) from error
        self.path, self.part = path, Part(part.hash, part.size, part.rows)
        self.recipe = Recipe.from_dict(self._contained.about.get("recipe"))
        if self._contained.about.get("items") != part.rows:
            raise self.damaged(f"it does not hold {part.rows:,} items")
        self._blobs: dict[str, tuple[NDArray[np.uint64], memoryview]] = {}
        self._indexes: dict[str, SetIndex] = {}
        self.is_damaged = False
        self._verified = False

    def __len__(self) -> int:
        return self.part.rows

    def id_at(self, row: int) -> bytes:
        """The id of the item in `row`."""
        return self._part("ids", row)

    def encoded(self, row: int) -> Encoded:
        """The item in `row`, as it is stored."""
        return self._part("ids", row), self._part("texts", row), self._part("fields", row)

    def all_encoded(self, start: int = 0, end: int | None = None) -> Iterator[Encoded]:
        """The items from row `start` up to `end`, in the order of their ids."""
        return zip(*(self._rows(part, start, end) for part in _PARTS), strict=True)

    def ids(self) -> list[bytes]:
        """Every id, in order."""
        return list(self._rows("ids", 0, None))

    def first_row(self, wanted: bytes) -> int:
        """The first row whose id is not before `wanted`."""
        return bisect_left(range(len(self)), wanted, key=self.id_at)

    def rows_of(self, ids: Sequence[bytes]) -> NDArray[np.int64]:
        """The row of each id, -1 for one that is not here."""
        keys = self._array("id_keys", np.uint64, len(self))
        rows = self._array("id_rows", np.uint32, len(self))
        wanted = id_keys(ids)
        first = np.searchsorted(keys, wanted)
        met = np.flatnonzero(first < len(keys))
        met = met[keys[first[met]] == wanted[met]]
        found = np.full(len(ids), -1, np.int64)
        for at, place in zip(met.tolist(), first[met].tolist(), strict=True):
            found[at] = self._row_of(ids[at], place, keys, rows)
        return found

    def index(self, lex_impl_version: str) -> SetIndex:
        """The search index over the n-grams of this version."""
        if lex_impl_version not in self._indexes:
            names = {name: f"{lex_impl_version}/{name}" for name in ARRAYS}
            index = SetIndex.from_arrays(
                {name: self._contained.array(stored) for name, stored in names.items()}
            )
            if len(index) != len(self):
                raise self.damaged("its index tells of another number of items")
            self._indexes[lex_impl_version] = index
        return self._indexes[lex_impl_version]

    @cached_property
    def vectors(self) -> Vectors | None:
        """A vector for each item, or None where the base has none."""
        model = self.recipe.embedding
        if model is None:
            return None
        return self._array("vectors", np.int8, len(self), model.dimensions)

    def verify(self) -> None:
        """Read every byte and raise DamagedError unless they are those that were written."""
        if hash_file(self.path) != self.part.hash:
            raise self.damaged("its bytes are not those that were written")
        self._verified = True

    def verify_once(self) -> None:
        """Hash what is mapped, unless this process has hashed the same file before."""
        if self._verified:
            return
        with _HASHING:
            known = _HASHES.get(self.path)
            if known is None or known[0] != self._contained.identity:
                known = self._contained.identity, self._contained.hash()
                _HASHES.pop(self.path, None)
                _HASHES[self.path] = known
                if len(_HASHES) > _MOST_HASHES:
                    del _HASHES[next(iter(_HASHES))]
        if known[1] != self.part.hash:
            self.is_damaged = True
            raise self.damaged("its bytes are not those that were written")
        self._verified = True

    def damaged(self, problem: str) -> DamagedError:
        """Say what is wrong with this segment."""
        return DamagedError(
            f"the segment {self.path} is damaged: {problem}", "restore it from a copy"
        )

    def _row_of(
        self, wanted: bytes, place: int, keys: NDArray[np.uint64], rows: NDArray[np.uint32]
    ) -> int:
        # Two ids may share a hash: look at all that do.
        key = keys[place]
        while place < len(keys) and keys[place] == key:
            row = int(rows[place])
            if self.id_at(row) == wanted:
                return row
            place += 1
        return -1

    def _array(self, name: str, dtype: type[np.generic], *shape: int) -> NDArray[Any]:
        array = self._contained.array(name)
        if array.dtype != dtype or array.shape != shape:
            raise self.damaged(f"`{name}` is not what {len(self):,} items have")
        return array

    def _blob(self, part: str) -> tuple[NDArray[np.uint64], memoryview]:
        if part not in self._blobs:
            starts = self._array(f"{part}_at", np.uint64, len(self) + 1)
            blob = self._contained.array(part)
            if blob.dtype != np.uint8 or blob.ndim != 1:
                raise self.damaged(f"`{part}` is no row of bytes")
            self._blobs[part] = starts, blob.data
        return self._blobs[part]

    def _part(self, part: str, row: int) -> bytes:
        starts, blob = self._blob(part)
        if not 0 <= row < len(self):
            raise self.damaged(f"it has no row {row}")
        return self._cut(part, blob, int(starts[row]), int(starts[row + 1]))

    def _rows(self, part: str, start: int, end: int | None) -> Iterator[bytes]:
        starts, blob = self._blob(part)
        last = len(self) if end is None else end
        cuts = starts[start : last + 1].tolist()
        return (self._cut(part, blob, *ends) for ends in pairwise(cuts))

    def _cut(self, part: str, blob: memoryview, start: int, end: int) -> bytes:
        if not start <= end <= len(blob):
            raise self.damaged(f"its {part} lie outside their place")
        return bytes(blob[start:end])
