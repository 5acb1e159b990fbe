"""Making a segment: the same items give the same bytes, in whatever order they came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from netnew.bases.container import SEGMENT_FORMAT, chunks
from netnew.bases.items import Encoded
from netnew.bases.recipe import Recipe
from netnew.kernel.setsearch import SetIndex

# Texts turned into n-grams at once: enough to use all cores, little enough to stay small.
_BLOCK: Final = 1 << 14

Vectors = NDArray[np.int8]


class Batch(NamedTuple):
    """Items on their way into one segment, with a vector each where the base has them."""

    items: Sequence[Encoded]
    vectors: Vectors | None = None


def id_keys(ids: Sequence[bytes]) -> NDArray[np.uint64]:
    """Hash of each id, by which a segment finds it."""
    return np.array([xxh3_64_intdigest(name) for name in ids], np.uint64)


def build(batch: Batch, recipe: Recipe) -> list[bytes | memoryview]:
    """Lay out the segment of these items, whose ids must differ.

    >>> one, two = (b"a", b"ship it", b""), (b"b", b"wait", b"")
    >>> joined = [b"".join(build(Batch(items), Recipe())) for items in ([one, two], [two, one])]
    >>> joined[0] == joined[1]
    True
    """
    order = sorted(range(len(batch.items)), key=lambda row: batch.items[row][0])
    items = [batch.items[row] for row in order]
    keys = id_keys([item[0] for item in items])
    by_key = np.argsort(keys, kind="stable")
    arrays: dict[str, NDArray[Any]] = {
        "id_keys": keys[by_key],
        "id_rows": by_key.astype(np.uint32),
        **_blob("ids", [item[0] for item in items]),
        **_blob("texts", [item[1] for item in items]),
        **_blob("fields", [item[2] for item in items]),
    }
    for version, index in _indexes([item[1] for item in items], recipe).items():
        arrays |= {f"{version}/{name}": array for name, array in index.items()}
    if batch.vectors is not None:
        arrays["vectors"] = batch.vectors[order]
    return chunks(
        {"format": SEGMENT_FORMAT, "items": len(items), "recipe": recipe.as_dict()}, arrays
    )


def _blob(name: str, rows: Sequence[bytes]) -> dict[str, NDArray[Any]]:
    ends = np.zeros(len(rows) + 1, np.uint64)
    np.cumsum([len(row) for row in rows], out=ends[1:])
    return {name: np.frombuffer(b"".join(rows), np.uint8), f"{name}_at": ends}


def _indexes(texts: Sequence[bytes], recipe: Recipe) -> dict[str, dict[str, NDArray[Any]]]:
    parts: dict[str, list[tuple[NDArray[np.uint64], NDArray[np.uint64]]]] = {
        version: [] for version in recipe.lex_impl_versions
    }
    for start in range(0, len(texts), _BLOCK):
        block = [text.decode("utf-8", "surrogatepass") for text in texts[start : start + _BLOCK]]
        normalized = recipe.normalized(block)
        for version, blocks in parts.items():
            blocks.append(recipe.grams(normalized, version))
    # Rows are in the order of their ids, so a row's number is its id's rank.
    rank = np.arange(len(texts), dtype=np.uint32)
    return {
        version: SetIndex.build(_joined_offsets(blocks), _joined(blocks), rank).arrays()
        for version, blocks in parts.items()
    }


def _joined(
    blocks: Sequence[tuple[NDArray[np.uint64], NDArray[np.uint64]]],
) -> NDArray[np.uint64]:
    return np.concatenate([np.zeros(0, np.uint64), *(grams for grams, _ in blocks)])


def _joined_offsets(
    blocks: Sequence[tuple[NDArray[np.uint64], NDArray[np.uint64]]],
) -> NDArray[np.uint64]:
    lengths = [np.diff(offsets) for _, offsets in blocks]
    return np.cumsum(np.concatenate([np.zeros(1, np.uint64), *lengths]), dtype=np.uint64)
