"""Deferred claims that belong together, and which of them a change opens again (4.11.2–4.11.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from netnew.foundation.ids import content_id
from netnew.gate.records import ClusterRef
from netnew.kernel.setsearch import SetIndex
from netnew.kernel.shingles import shingles_many

Trigger = Literal["HUMAN_CHALLENGE", "NEW_SOURCE_CLUSTER", "POLICY_CHANGED"]
Outcome = Literal["released", "rejected"]


@dataclass(frozen=True, slots=True)
class Deferred:
    """A claim that waits, and how its cluster looked when that was last worked out."""

    side_record_id: str
    kgr_id: str
    co_id: str
    source: str
    """Who it came from; empty where nobody said."""
    text: str
    lex_impl_version: str
    thresholds: Mapping[str, float]
    state: Literal["deferred", "reopened"] = "deferred"
    cluster: ClusterRef | None = None
    review: Outcome | None = None
    """What people decided, where it waited for them."""


@dataclass(frozen=True, slots=True)
class Reopened:
    """A side record that is open again, and why."""

    side_record_id: str
    kgr_id: str
    trigger: Trigger
    detail: str
    cluster: ClusterRef | None = None


def clustered(deferred: Sequence[Deferred], tau: Fraction) -> dict[str, ClusterRef]:
    """Give the cluster of each side record: what overlaps by `tau` or more hangs together.

    Exact, and the same in whatever order the claims came. The id of a cluster is that of its
    smallest member.

    >>> def one(name, text, source):
    ...     return Deferred(name, "kgr", f"co_{name}", source, text, "char5/1", {})
    >>> two = [one("a", "quantum zebras run", "x"), one("b", "quantum zebras ran", "y")]
    >>> found = clustered(two, Fraction(1, 2))
    >>> found["a"] == found["b"], found["a"].cluster_size, found["a"].w_indep
    (True, 2, 1.0)
    """
    found: dict[str, ClusterRef] = {}
    for version in sorted({one.lex_impl_version for one in deferred}):
        some = sorted(
            (one for one in deferred if one.lex_impl_version == version),
            key=lambda one: (one.co_id, one.side_record_id),
        )
        for members in _joined(some, version, tau):
            ref = _ref(members)
            found.update((one.side_record_id, ref) for one in members)
    return found


def grown(before: Deferred, now: ClusterRef) -> Reopened | None:
    """Open a claim again where its cluster grew, or gained a second independent source."""
    was = before.cluster
    if was is None or before.state == "reopened" or now.cluster_size <= was.cluster_size:
        return None
    detail = f"its cluster grew from {was.cluster_size} to {now.cluster_size} claims"
    return Reopened(before.side_record_id, before.kgr_id, "NEW_SOURCE_CLUSTER", detail, now)


def outdated(before: Deferred, thresholds: Mapping[str, float]) -> Reopened | None:
    """Open a claim again where it was deferred under other thresholds than these."""
    changed = [name for name, value in thresholds.items() if before.thresholds.get(name) != value]
    if before.state == "reopened" or not changed:
        return None
    detail = ", ".join(
        f"{name} was {before.thresholds.get(name)}, is {thresholds[name]}" for name in changed
    )
    return Reopened(before.side_record_id, before.kgr_id, "POLICY_CHANGED", detail, before.cluster)


def _joined(some: Sequence[Deferred], version: str, tau: Fraction) -> list[list[Deferred]]:
    flat, offsets = shingles_many([one.text for one in some], version)
    index = SetIndex.build(offsets, flat, np.arange(len(some), dtype=np.uint32))
    answers = index.at_least_batch(offsets, flat, tau.numerator, tau.denominator)
    parent = list(range(len(some)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    asking = np.repeat(np.arange(len(some)), np.diff(answers.offsets).astype(np.int64))
    # Of each pair both find the other, and each finds itself: once is enough.
    pairs = np.stack([asking, answers.items], axis=1)[answers.items < asking]
    for at, hit in pairs.tolist():
        one, other = sorted((root(at), root(hit)))
        parent[other] = one
    groups: dict[int, list[Deferred]] = {}
    for at, one_claim in enumerate(some):
        groups.setdefault(root(at), []).append(one_claim)
    return list(groups.values())


def _ref(members: Sequence[Deferred]) -> ClusterRef:
    sources = len({one.source for one in members})
    return ClusterRef(
        content_id("cluster", min(one.co_id for one in members)),
        len(members),
        sources / len(members),
    )
