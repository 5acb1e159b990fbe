"""The manifest: which segments make up a state of a base, and which of their rows are gone.

It is the whole truth about that state. Its hash covers the hash of every segment, so the same
hash means the same items, read in the same way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Self

from netnew.bases.items import ID_TYPES, IdType
from netnew.bases.recipe import Recipe
from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import DamagedError, SchemaVersionError

MANIFEST_FORMAT: Final = "manifest/1"
# What one index can number.
MOST_ROWS: Final = 1 << 30

_HEX_DIGITS: Final = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Part:
    """One segment of a state: its file, and the rows of it that no longer count."""

    hash: str
    size: int
    """Bytes of the file."""
    rows: int
    """Items in the file, those that are gone included."""
    dead: tuple[int, ...] = ()
    """Rows that were removed or replaced, ascending."""

    @property
    def items(self) -> int:
        """Items that still count."""
        return self.rows - len(self.dead)

    def without(self, rows: Sequence[int]) -> Self:
        """The same file with more rows gone."""
        return replace(self, dead=tuple(sorted({*self.dead, *rows})))


@dataclass(frozen=True)
class Manifest:
    """A state of a base.

    >>> empty = Manifest("co_id", Recipe())
    >>> Manifest.parse(empty.json) == empty, empty.items
    (True, 0)
    """

    id_type: IdType
    recipe: Recipe
    parts: tuple[Part, ...] = ()

    @property
    def items(self) -> int:
        """Items that count."""
        return sum(part.items for part in self.parts)

    @property
    def is_compact(self) -> bool:
        """Whether compaction would change nothing."""
        return len(self.parts) <= 1 and not any(part.dead for part in self.parts)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the canonical JSON: of all that can change an answer."""
        return _hash(self.json)

    def as_dict(self) -> dict[str, Any]:
        """The manifest as plain values."""
        return {
            "format": MANIFEST_FORMAT,
            "id_type": self.id_type,
            "items": self.items,
            "recipe": self.recipe.as_dict(),
            "segments": [
                {"hash": part.hash, "bytes": part.size, "rows": part.rows, "dead": list(part.dead)}
                for part in self.parts
            ],
        }

    @cached_property
    def json(self) -> str:
        """The manifest as it is stored."""
        return canonical_json(self.as_dict()).decode()

    @classmethod
    def parse(cls, text: str, expected_hash: str | None = None) -> Self:
        """Read a stored manifest; with `expected_hash` it must be the one of that hash."""
        if expected_hash is not None and _hash(text) != expected_hash:
            raise _damaged(f"is not the one of hash {expected_hash:.16}…")
        try:
            stored = json.loads(text)
            if stored["format"] != MANIFEST_FORMAT:
                raise SchemaVersionError(
                    f"a manifest is {stored['format']!r:.40}, this netnew reads {MANIFEST_FORMAT}",
                    "install the netnew that wrote it, or a newer one",
                )
            found = cls(
                _id_type(stored["id_type"]),
                Recipe.from_dict(stored["recipe"]),
                tuple(_part(entry) for entry in stored["segments"]),
            )
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise _damaged(f"cannot be read ({type(error).__name__})") from error
        if stored.get("items") != found.items:
            raise _damaged("counts other items than its segments")
        if expected_hash is not None:
            # Made once more from the parts, they would be the same, and take a while.
            vars(found).update(json=text, hash=expected_hash)
        return found


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _id_type(value: Any) -> IdType:
    if value not in ID_TYPES:
        raise ValueError(value)
    known: IdType = value
    return known


def _part(entry: Any) -> Part:
    name: Any = entry["hash"]
    # The hash becomes the name of a file: nothing but hex digits may get there.
    if not isinstance(name, str) or len(name) != 64 or set(name) - _HEX_DIGITS:
        raise ValueError("a hash is none")
    rows, size, dead = entry["rows"], entry["bytes"], tuple(entry["dead"])
    if any(type(number) is not int for number in (rows, size, *dead)):
        raise ValueError("a count is none")
    ascending = all(before < after for before, after in pairwise((-1, *dead, rows)))
    if not (0 <= rows < MOST_ROWS and size >= 0 and ascending):
        raise ValueError("a count does not fit")
    return Part(name, size, rows, dead)


def _damaged(problem: str) -> DamagedError:
    return DamagedError(f"a manifest {problem}", "restore the database from a copy")
