"""What gating one claim finds out: candidates, class, fingerprints, difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from netnew.bases.items import Item
from netnew.gate.candidates import (
    Candidate,
    CandidateSet,
    Near,
    clipped,
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
            edges=sum(one.intersection > 0 or one.connect > 0 for one in self.found.every()),
        )


class Library(NamedTuple):
    """Where candidates come from, and how texts are cut."""

    snapshots: Mapping[BaseName, Snapshot]
    lex_impl_version: str
    tables: Mapping[BaseName, LshTable] | None = None
    shingler_version: str = ""


def compare(
    claim: Claim,
    text: str,
    rules: Rules,
    library: Library,
    accepts: Callable[[Item], bool] | None,
    near: Near,
) -> Gated:
    """Score, classify and diff one claim, normalised as `text` (4.4.2, 4.5, 4.7.2)."""
    dup, shingler = rules.near_dup, library.shingler_version
    mark = fingerprint(text, dup, shingler) if dup else None
    found = retrieve(
        text,
        near,
        library.lex_impl_version,
        library.snapshots,
        tables=library.tables,
        fingerprint=mark,
        accepts=accepts,
    )
    best = found.best
    connect = clipped(best.connect) if best else Fraction(0)
    verdict, decided_by = baseline(connect, rules.thresholds), "thresholds"
    alike = None
    if best and dup and mark:
        anchor = normalize(best.item().text, rules.normalizer_version)
        alike = likeness(mark, fingerprint(anchor, dup, shingler), dup)
        forced = overruled(best.lex, rules.thresholds) if alike.dup_signal else None
        if forced:
            verdict, decided_by = forced, "near_dup_override"
    if best is None or verdict not in {"KNOWN", "NEAR_DUP"}:
        return Gated(verdict, found, decided_by, connect, mark, alike)
    item = best.item()
    diff = diff_stub(claim, text, rules.normalizer_version, best, item)
    return Gated(verdict, found, decided_by, connect, mark, alike, diff, bool(item.canonical))
