"""Which items come up for a claim, each scored exactly, best first (4.4, 4.5.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from netnew.bases.items import Item
from netnew.gate.claim import LANGUAGE_TAG, Claim
from netnew.gate.fingerprints import Fingerprint, LshTable
from netnew.gate.ports import Found, Snapshot
from netnew.gate.record import Listing
from netnew.gate.records import BaseName, CandidateSummary, IdType, Neighbour, Scores
from netnew.gate.rules import Filters
from netnew.kernel.connect import sem01
from netnew.kernel.ragged import Hashes
from netnew.kernel.shingles import shingles

_ALL_LEXICAL = Fraction(1)
TopK = Mapping[BaseName, Sequence[Found]]


class Meaning(NamedTuple):
    """The semantic channel of one claim: its vector, and the share of C_lex."""

    vector: NDArray[np.int8]
    alpha: Fraction


class Near(NamedTuple):
    """What lies nearest to a text in each base, and its meaning where that was asked for."""

    top_k: TopK
    meaning: Meaning | None = None


class Candidate(NamedTuple):
    """An item of a base beside a claim. All scores are exact.

    The quantised vectors of like texts may point a hair past 1; ranks keep that, scores do not.
    """

    base: BaseName
    id: str
    id_type: IdType
    intersection: int
    union: int
    found: Found
    sem01: Fraction | None = None
    alpha: Fraction = _ALL_LEXICAL

    def item(self) -> Item:
        """The item itself, read now."""
        return self.found.item

    @property
    def connect(self) -> Fraction:
        """C_connect: lexical and semantic score, mixed by alpha."""
        if self.sem01 is None:
            return self.lex
        return self.alpha * self.lex + (1 - self.alpha) * self.sem01

    @property
    def lex(self) -> Fraction:
        """Shared n-grams of all n-grams."""
        return Fraction(self.intersection, self.union)

    @property
    def rank(self) -> tuple[Fraction | float, Fraction | int, Fraction | int, str, bool]:
        """Sorts the best first: 4.5.1, and B_core before B_user where even the ids are equal."""
        in_user = self.base != "B_core"
        if self.sem01 is None:
            # The quotient orders exactly (see SET_LIMIT in setindex), and is made much faster.
            return (-(self.intersection / self.union), 0, 0, self.id, in_user)
        return (-self.connect, -self.sem01, -self.lex, self.id, in_user)

    def told(self) -> dict[str, Any]:
        """The scores as they are printed: each division is made once, here."""
        lex = self.intersection / self.union
        return {
            "C_lex": lex,
            "C_sem01": None if self.sem01 is None else float(clipped(self.sem01)),
            "C_connect": lex if self.sem01 is None else float(clipped(self.connect)),
            "intersection": self.intersection,
            "union": self.union,
        }

    def scores(self) -> Scores:
        """The scores as a record."""
        return Scores(*self.told().values())


class Neighbours(Listing[Neighbour]):
    """Candidates as a record lists them."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._candidates = candidates

    def __len__(self) -> int:
        return len(self._candidates)

    def made(self) -> tuple[Neighbour, ...]:
        """The candidates as records."""
        return tuple(Neighbour(one.id, one.id_type, one.scores()) for one in self._candidates)

    def as_list(self) -> list[dict[str, Any]]:
        """The same as plain values."""
        return [
            {"id": one.id, "neighbor_id_type": one.id_type, "scores": one.told()}
            for one in self._candidates
        ]


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """Everything that came up, and from where."""

    top: Mapping[BaseName, tuple[Candidate, ...]] | None = None
    """The nearest of each base, best first; None where nothing was searched."""
    more: tuple[Candidate, ...] = ()
    """What shares an LSH bucket with the claim, beyond those."""
    leading: tuple[Candidate, ...] = ()
    """The best of all, and the second best; fewer where fewer came up."""
    lsh_counts: Mapping[BaseName, int] | None = None
    buckets_hit: Mapping[BaseName, int] | None = None

    @property
    def best(self) -> Candidate | None:
        """The best match, or None where nothing shares anything with the claim."""
        return self.leading[0] if self.leading else None

    @property
    def tie_break_applied(self) -> bool:
        """Whether another candidate has the same C_connect as the best."""
        # Ranks order exactly, and are made faster than fractions.
        return len(self.leading) > 1 and self.leading[0].rank[0] == self.leading[1].rank[0]

    def every(self) -> tuple[Candidate, ...]:
        """All candidates, in no order."""
        return (*chain.from_iterable((self.top or {}).values()), *self.more)

    def summary(self) -> CandidateSummary:
        """Counts per channel."""
        top, lsh = self.top or {}, self.lsh_counts
        user, core = (len(top.get(base, ())) for base in ("B_user", "B_core"))
        return CandidateSummary(
            user + core + len(self.more),
            user,
            core,
            lsh["B_user"] if lsh else None,
            lsh["B_core"] if lsh else None,
        )


def nearest(
    text: str,
    k: int,
    lex_impl_version: str,
    snapshots: Mapping[BaseName, Snapshot],
    meaning: Meaning | None = None,
) -> Near:
    """Exact top-K of both bases by C_connect."""
    found = {
        base: snapshot.top_k(text, k, lex_impl_version=lex_impl_version)
        if meaning is None
        else snapshot.top_k_connected(
            text,
            meaning.vector,
            k,
            meaning.alpha.as_integer_ratio(),
            lex_impl_version=lex_impl_version,
        )
        for base, snapshot in snapshots.items()
    }
    return Near(found, meaning)


def nearest_many(
    texts: Sequence[str],
    k: int,
    lex_impl_version: str,
    snapshots: Mapping[BaseName, Snapshot],
    meanings: Sequence[Meaning] | None = None,
) -> list[Near]:
    """Do what `nearest` does for each text, on all cores."""
    columns = [
        snapshot.top_k_many(texts, k, lex_impl_version=lex_impl_version)
        if meanings is None
        else snapshot.top_k_connected_many(
            texts,
            [one.vector for one in meanings],
            k,
            meanings[0].alpha.as_integer_ratio(),
            lex_impl_version=lex_impl_version,
        )
        for snapshot in snapshots.values()
    ]
    return [
        Near(dict(zip(snapshots, row, strict=True)), meanings[at] if meanings else None)
        for at, row in enumerate(zip(*columns, strict=True))
    ]


def retrieve(
    text: str,
    near: Near,
    lex_impl_version: str,
    snapshots: Mapping[BaseName, Snapshot],
    *,
    tables: Mapping[BaseName, LshTable] | None = None,
    fingerprint: Fingerprint | None = None,
    accepts: Callable[[Item], bool] | None = None,
) -> CandidateSet:
    """Score what `nearest` gave, and with tables what shares an LSH bucket, alike."""
    top = {
        base: _candidates(base, snapshots[base], found, near.meaning)
        for base, found in near.top_k.items()
    }
    if tables is None or fingerprint is None:
        return CandidateSet(top, (), _leading(top, ()))
    grams = shingles(text, lex_impl_version)
    counts: dict[BaseName, int] = {}
    hits: dict[BaseName, int] = {}
    more: list[Candidate] = []
    for base, table in tables.items():
        snapshot, known = snapshots[base], {one.id for one in top[base]}
        items, hits[base] = table.lookup(fingerprint)
        wanted = [item for item in items if accepts is None or accepts(item)]
        counts[base] = len(wanted)
        scored = [
            _scored(snapshot, item, grams, lex_impl_version, near.meaning)
            for item in wanted
            if item.id not in known
        ]
        more += _candidates(base, snapshot, scored, near.meaning)
    return CandidateSet(top, tuple(more), _leading(top, more), counts, hits)


def _leading(
    top: Mapping[BaseName, tuple[Candidate, ...]], more: Sequence[Candidate]
) -> tuple[Candidate, ...]:
    # Each base is in order already: only those in front can lead.
    front = chain.from_iterable(found[:2] for found in top.values())
    return tuple(sorted([*front, *more], key=lambda one: one.rank)[:2])


def acceptance(filters: Filters, claim: Claim) -> Callable[[Item], bool] | None:
    """Say which items the filters let through for this claim; None: all of them."""
    languages = claim.languages if filters.language_mode == "same" else frozenset()
    if (
        not languages
        and not filters.tags_any
        and not filters.tags_none
        and filters.min_candidate_len == 0
        and filters.max_candidate_len == NO_LIMIT
    ):
        return None

    def accepts(item: Item) -> bool:
        tags = set(item.tags)
        spoken = {tag for tag in tags if tag.startswith(LANGUAGE_TAG)}
        return (
            (not filters.tags_any or bool(tags & set(filters.tags_any)))
            and not tags & set(filters.tags_none)
            # An item that names no language is not known to speak another.
            and (not languages or not spoken or bool(spoken & languages))
            and filters.min_candidate_len <= len(item.text) <= filters.max_candidate_len
        )

    return accepts


NO_LIMIT = 1 << 20


def clipped(score: Fraction) -> Fraction:
    """The score within 0..1."""
    return min(max(score, Fraction(0)), Fraction(1))


def _candidates(
    base: BaseName, snapshot: Snapshot, found: Sequence[Found], meaning: Meaning | None
) -> tuple[Candidate, ...]:
    id_type = _id_type(snapshot)
    alpha = _ALL_LEXICAL if meaning is None else meaning.alpha
    return tuple(
        Candidate(
            base, one.id, id_type, one.intersection,
            # Two texts without any n-gram share nothing, whatever their union.
            one.union or 1,
            one, None if one.dot is None else sem01(one.dot), alpha,
        )
        for one in found
    )  # fmt: skip


class _Scored(NamedTuple):
    """What an item that a bucket brought up has in common with the claim."""

    id: str
    intersection: int
    union: int
    dot: int | None
    item: Item


def _scored(
    snapshot: Snapshot, item: Item, grams: Hashes, version: str, meaning: Meaning | None
) -> _Scored:
    other = shingles(snapshot.recipe.normalized([item.text])[0], version)
    shared = len(np.intersect1d(grams, other, assume_unique=True))
    union = len(grams) + len(other) - shared
    dot = None if meaning is None else snapshot.dot(item.id, meaning.vector)
    return _Scored(item.id, shared, union, dot, item)


def _id_type(snapshot: Snapshot) -> IdType:
    found: IdType = snapshot.id_type  # type: ignore[assignment]
    return found
