"""The near-duplicate channel: LSH buckets bring candidates up, MinHash and SimHash confirm."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import numpy as np

from netnew.bases.items import Item
from netnew.gate.ports import Snapshot
from netnew.gate.rules import NearDup
from netnew.kernel.lsh import bucket_keys
from netnew.kernel.minhash import Signature, jaccard_estimate, minhash, minhash_many
from netnew.kernel.ragged import Hashes
from netnew.kernel.shingles import shingles, shingles_many
from netnew.kernel.simhash import hamming, simhash

# Items fingerprinted at once: enough for all cores, little enough to stay small.
_BLOCK = 1 << 14


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """MinHash signature and SimHash of one normalised text."""

    signature: Signature
    simhash: int

    @property
    def signature_hex(self) -> str:
        """The lanes, eight hex digits each."""
        return "".join(f"{lane:08x}" for lane in self.signature.tolist())


@dataclass(frozen=True, slots=True)
class Likeness:
    """What two fingerprints say about each other."""

    j_est: Fraction
    distance: int
    minhash_dup: bool
    simhash_dup: bool

    @property
    def dup_signal(self) -> bool:
        """Either of them calls it a duplicate."""
        return self.minhash_dup or self.simhash_dup


def fingerprint(text: str, near: NearDup, shingler: str) -> Fingerprint:
    """Fingerprints of a normalised text.

    >>> near = NearDup(2, 8, 4, 2, 64, Fraction(7, 10), 3)
    >>> fingerprint("ship it now", near, "word2/1").signature.shape
    (8,)
    """
    signature = minhash(shingles(text, shingler), near.minhash_k)
    return Fingerprint(signature, simhash(text, near.simhash_bits))


def likeness(one: Fingerprint, other: Fingerprint, near: NearDup) -> Likeness:
    """Compare two fingerprints with the thresholds of the policy.

    >>> near = NearDup(2, 8, 4, 2, 64, Fraction(7, 10), 3)
    >>> same = fingerprint("ship it now", near, "word2/1")
    >>> likeness(same, same, near).dup_signal
    True
    """
    j_est = Fraction(*jaccard_estimate(one.signature, other.signature))
    distance = hamming(one.simhash, other.simhash)
    return Likeness(
        j_est,
        distance,
        j_est >= near.tau_dup_jaccard_est,
        distance <= near.tau_dup_simhash_hamming,
    )


class LshTable:
    """The buckets of every item of a snapshot: what shares one with a claim is looked at."""

    def __init__(self, snapshot: Snapshot, near: NearDup, shingler: str) -> None:
        self._snapshot, self._near = snapshot, near
        self._ids: list[str] = []
        keys = [np.zeros((0, near.lsh_bands), np.uint64)]
        items = iter(snapshot)
        while block := list(islice(items, _BLOCK)):
            self._ids += [item.id for item in block]
            texts = snapshot.recipe.normalized([item.text for item in block])
            signatures = minhash_many(*shingles_many(texts, shingler), near.minhash_k)
            keys.append(bucket_keys(signatures, near.lsh_bands, near.lsh_rows))
        table = np.concatenate(keys)
        # One sorted column a band: a lookup is two binary searches.
        self._order = np.argsort(table, axis=0, kind="stable").astype(np.uint32)
        self._keys: Hashes = np.take_along_axis(table, self._order.astype(np.int64), axis=0)

    def lookup(self, claim: Fingerprint) -> tuple[list[Item], int]:
        """Items in the buckets of a claim, by id, and how many buckets held any."""
        wanted = bucket_keys(claim.signature[None, :], self._near.lsh_bands, self._near.lsh_rows)
        rows: set[int] = set()
        hit = 0
        for band in range(self._near.lsh_bands):
            column = self._keys[:, band]
            first = np.searchsorted(column, wanted[0, band], "left")
            last = np.searchsorted(column, wanted[0, band], "right")
            hit += int(last > first)
            rows.update(self._order[first:last, band].tolist())
        names = sorted(self._ids[row] for row in rows)
        return [self._snapshot.get(name) for name in names], hit
