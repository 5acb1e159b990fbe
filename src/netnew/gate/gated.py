"""What gating one claim finds out: candidates, class, fingerprints, difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from netnew.bases.items import Item
from netnew.gate.candidates import (
    Candidate,
    CandidateSet,
    Meaning,
    TopK,
    clipped,
    nearest,
    retrieve,
)
from netnew.gate.claim import Claim
from netnew.gate.classification import baseline, overruled
from netnew.gate.differences import diff_stub
from netnew.gate.fingerprints import Fingerprint, Likeness, LshTable, fingerprint, likeness
from netnew.gate.ports import Snapshot
from netnew.gate.records import BaseName, Class, DiffStub, Missing
from netnew.gate.rules import Rules
from netnew.gate.side_records import Measured
from netnew.kernel.normalizers import normalize
from netnew.kernel.simhash import hamming, simhash


@dataclass(frozen=True, slots=True)
class Gated:
    """What is known of a claim; the defaults are those of one that was not compared."""

    verdict: Class
    found: CandidateSet = field(default_factory=CandidateSet)
    decided_by: str | None = None
    connect: Fraction | None = None
    print_of_claim: Fingerprint | None = None
    likeness: Likeness | None = None
    diff: DiffStub | None = None
    canonical: bool = False
    """Whether the best match, where the claim was compared with it, is the canonical entry."""
    missing: tuple[Missing, ...] = ()

    @property
    def best(self) -> Candidate | None:
        """The best match, where anything matched at all."""
        return self.found.best

    def measured(self, text: str | None) -> Measured:
        """Scores for a side record; `text` is the normalised claim."""
        best, alike = self.best, self.likeness
        distance = alike.distance if alike else None
        if best and text and distance is None:
            # Without the near-dup channel the default fingerprint still tells how far they are.
            distance = hamming(simhash(text), simhash(best.item().text))
        return Measured(
            self.connect,
            distance,
            alike.j_est if alike else None,
            lsh_hit=any((self.found.buckets_hit or {}).values()),
            edges=sum(one.intersection > 0 or one.connect > 0 for one in self.found.ranked),
        )


class Library(NamedTuple):
    """Where candidates come from, and how texts are cut."""

    snapshots: Mapping[BaseName, Snapshot]
    lex_impl_version: str
    tables: Mapping[BaseName, LshTable] | None = None
    shingler_version: str = ""
    embed: Callable[[str], NDArray[np.int8]] | None = None
    """The vector of a normalised text, where the semantic channel is on."""


def compare(
    claim: Claim,
    text: str,
    rules: Rules,
    library: Library,
    accepts: Callable[[Item], bool] | None,
    top_k: TopK | None = None,
) -> Gated:
    """Retrieve, score, classify and diff one claim, normalised as `text` (4.4, 4.5, 4.7.2).

    `top_k` is what was found for it already, where many claims were searched for at once.
    """
    near, shingler = rules.near_dup, library.shingler_version
    mark = fingerprint(text, near, shingler) if near else None
    meaning = Meaning(library.embed(text), rules.alpha) if library.embed else None
    lex, snapshots = library.lex_impl_version, library.snapshots
    found = retrieve(
        text,
        top_k or nearest(text, claim.k or rules.k_default, lex, snapshots, meaning),
        lex,
        snapshots,
        meaning=meaning,
        tables=library.tables,
        fingerprint=mark,
        accepts=accepts,
    )
    best = found.best
    connect = clipped(best.connect) if best else Fraction(0)
    verdict, decided_by = baseline(connect, rules.thresholds), "thresholds"
    alike = None
    if best and near and mark:
        anchor = normalize(best.item().text, rules.normalizer_version)
        alike = likeness(mark, fingerprint(anchor, near, shingler), near)
        forced = overruled(best.lex, rules.thresholds) if alike.dup_signal else None
        if forced:
            verdict, decided_by = forced, "near_dup_override"
    if best is None or verdict not in {"KNOWN", "NEAR_DUP"}:
        return Gated(verdict, found, decided_by, connect, mark, alike)
    item = best.item()
    diff = diff_stub(claim, text, rules.normalizer_version, best, item)
    return Gated(verdict, found, decided_by, connect, mark, alike, diff, bool(item.canonical))
