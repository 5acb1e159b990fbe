r"""Plain arrays by name in one file, read where they lie (`segment/1`).

    magic        8 bytes   b"netnew\x00\x01"
    length       8 bytes   of the header, little-endian
    header       JSON      {"about": …, "arrays": [{"dtype", "name", "offset", "shape"}, …]}
    arrays                 each at a multiple of 64, in the order of the header, zeros between

Opening looks at the header and the sizes alone: no array is touched before it is asked for, and
none lies outside the file, whatever the header claims.
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import DamagedError, SchemaVersionError

SEGMENT_FORMAT: Final = "segment/1"

_MAGIC: Final = b"netnew\x00\x01"
_PREFIX: Final = len(_MAGIC) + 8
_ALIGNMENT: Final = 64
_LONGEST_HEADER: Final = 1 << 20
# What an array may be made of: nothing whose bytes could mean anything but a number.
_DTYPES: Final = {name: np.dtype(name) for name in ("|u1", "|i1", "<u4", "<u8")}
_READ_BLOCK: Final = 1 << 22

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Contained:
    """An open file: what it says about itself, and its arrays by name."""

    about: dict[str, Any]
    places: dict[str, tuple[np.dtype[Any], tuple[int, ...], int]]
    mapped: mmap.mmap
    identity: tuple[int, ...]
    """Which file it is, and when it was written last: device, inode, size, time."""

    def hash(self) -> str:
        """SHA-256 of the very bytes that are read."""
        return hashlib.sha256(self.mapped).hexdigest()

    def __contains__(self, name: str) -> bool:
        return name in self.places

    def array(self, name: str) -> NDArray[Any]:
        """Give one array, read-only and where it lies."""
        if name not in self.places:
            raise _damaged(f"it holds no array `{name}`")
        dtype, shape, offset = self.places[name]
        count = math.prod(shape)
        return np.frombuffer(self.mapped, dtype, count, offset).reshape(shape)


def chunks(about: Mapping[str, Any], arrays: Arrays) -> list[bytes | memoryview]:
    """Lay out a file: the same contents give the same bytes, whatever their order was.

    >>> parts = chunks({"items": 1}, {"b": np.zeros(2, np.uint8), "a": np.ones(1, np.uint64)})
    >>> sum(map(len, parts))
    258
    """
    ordered = {name: _plain(arrays[name]) for name in sorted(arrays)}
    # The offsets stand in the header, whose length moves them; they are counted from its end.
    listed: list[dict[str, Any]] = []
    laid: list[bytes | memoryview] = []
    end = 0
    for name, array in ordered.items():
        offset = _aligned(end)
        listed.append(
            {"name": name, "dtype": array.dtype.str, "shape": list(array.shape), "offset": offset}
        )
        laid += [bytes(offset - end), array.reshape(-1).view(np.uint8).data]
        end = offset + array.nbytes
    header = canonical_json({"format": SEGMENT_FORMAT, "about": about, "arrays": listed})
    header += b" " * (_aligned(_PREFIX + len(header)) - _PREFIX - len(header))
    return [_MAGIC + len(header).to_bytes(8, "little") + header, *laid]


def hash_of(laid: list[bytes | memoryview]) -> tuple[str, int]:
    """SHA-256 of a laid-out file, and its size."""
    hasher = hashlib.sha256()
    for chunk in laid:
        hasher.update(chunk)
    return hasher.hexdigest(), sum(map(len, laid))


def hash_file(path: Path) -> str:
    """SHA-256 of the bytes that are on the disk now."""
    hasher = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_READ_BLOCK):
            hasher.update(block)
    return hasher.hexdigest()


def open_container(path: Path, size: int) -> Contained:
    """Map a file that must have `size` bytes; read its header and nothing else."""
    with path.open("rb") as file:
        found = file.seek(0, 2)
        if found != size:
            raise _damaged(f"{path.name} has {found:,} bytes, {size:,} were written")
        if size < _PREFIX:
            raise _damaged(f"{path.name} is too short to be a segment")
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        stat = os.fstat(file.fileno())
    if mapped[: len(_MAGIC)] != _MAGIC:
        raise _damaged(f"{path.name} does not begin like a segment")
    length = int.from_bytes(mapped[len(_MAGIC) : _PREFIX], "little")
    if length > min(_LONGEST_HEADER, size - _PREFIX):
        raise _damaged(f"{path.name} claims a header of {length:,} bytes")
    header = _header(mapped[_PREFIX : _PREFIX + length], path.name)
    places = dict(_places(header["arrays"], _PREFIX + length, size, path.name))
    identity = stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns
    return Contained(header["about"], places, mapped, identity)


def _header(data: bytes, name: str) -> dict[str, Any]:
    try:
        header = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _damaged(f"the header of {name} is no JSON") from error
    if not isinstance(header, dict):
        raise _damaged(f"the header of {name} is no object")
    if header.get("format") != SEGMENT_FORMAT:
        raise SchemaVersionError(
            f"segment {name} is {header.get('format')!r:.40}, this netnew reads {SEGMENT_FORMAT}",
            "install the netnew that wrote it, or a newer one",
        )
    if not isinstance(header.get("about"), dict) or not isinstance(header.get("arrays"), list):
        raise _damaged(f"the header of {name} lacks a part")
    return header


def _places(
    listed: list[Any], start: int, size: int, name: str
) -> Iterator[tuple[str, tuple[np.dtype[Any], tuple[int, ...], int]]]:
    end = start
    for entry in listed:
        try:
            array, dtype = str(entry["name"]), _DTYPES[entry["dtype"]]
            shape = tuple(_count(number, size) for number in entry["shape"])
            offset = start + _count(entry["offset"], size)
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged(f"the header of {name} describes something that is no array") from error
        taken = math.prod(shape) * dtype.itemsize
        if not 1 <= len(shape) <= 2 or offset < end or offset % _ALIGNMENT or offset + taken > size:
            raise _damaged(f"the array `{array:.40}` of {name} lies outside its place")
        end = offset + taken
        yield array, (dtype, shape, offset)
    if end != size:
        raise _damaged(f"{name} holds {size - end:,} bytes that belong to no array")


def _count(number: Any, most: int) -> int:
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(number)
    return number


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    plain = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    if plain.dtype.str not in _DTYPES:
        raise TypeError(f"segments hold no arrays of {plain.dtype}")
    return plain


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT


def _damaged(problem: str) -> DamagedError:
    return DamagedError(f"a segment is damaged: {problem}", "restore it from a copy")
