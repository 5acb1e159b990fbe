"""Why a claim was judged as it was, and what would have changed that. Exact, from the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from netnew.gate.clusters import Outcome
from netnew.gate.differences import stated_differences
from netnew.gate.record import Record
from netnew.kernel.shingles import grams

BELOW: Final = {
    "tau_known": "NEAR_DUP", "tau_near": "NOVEL_CONNECTED", "tau_orphan": "NOVEL_ORPHAN",
}  # fmt: skip
REVIEWED: Final[dict[Outcome, str]] = {
    "released": "people released it since: it goes on as FORWARD_TO_STEP5 (released_by_review)",
    "rejected": "people rejected it since: it does not go on, unless a vote is undone",
}


@dataclass(frozen=True, slots=True)
class Threshold(Record):
    """One threshold beside what was measured; the margin is negative where it was missed."""

    name: str
    threshold: float
    value: float
    margin: float
    decided: bool


@dataclass(frozen=True, slots=True)
class Explanation(Record):
    """What to tell a reader of one judgement."""

    anchor_text: str | None
    shared_grams: tuple[str, ...]
    only_in_claim: tuple[str, ...]
    only_in_anchor: tuple[str, ...]
    differences: tuple[str, ...]
    thresholds: tuple[Threshold, ...]
    would_flip: tuple[str, ...]


def explained(
    document: Mapping[str, Any], anchor_text: str | None, review: Outcome | None = None
) -> Explanation:
    """Explain a judgement; `anchor_text` is the normalised text of its best match.

    `review` is what people decided of it since.
    """
    kgr = document["kgr"]
    version = kgr["index_snapshot_binding"].get("lex_impl_version")
    ours: dict[str, None] = {}
    theirs: dict[str, None] = {}
    if version and kgr["normalized_claim"] and anchor_text:
        ours = dict.fromkeys(grams(kgr["normalized_claim"], version))
        theirs = dict.fromkeys(grams(anchor_text, version))
    diff = document.get("diff_stub")
    if diff is None and anchor_text is not None and kgr["normalized_claim"]:
        # The route did not need them; whoever asks why still wants to see them.
        diff = {"diff_notes": stated_differences(kgr["normalized_claim"], anchor_text)}
    return Explanation(
        anchor_text,
        tuple(gram for gram in ours if gram in theirs),
        tuple(gram for gram in ours if gram not in theirs),
        tuple(gram for gram in theirs if gram not in ours),
        tuple(diff["diff_notes"] if diff else ()),
        _thresholds(kgr),
        tuple(_flips(document, review)),
    )


def _thresholds(kgr: Mapping[str, Any]) -> tuple[Threshold, ...]:
    if not kgr["thresholds"] or kgr["decided_by"] is None:
        return ()
    scores = kgr["best_match_scores"]
    overridden = kgr["decided_by"] == "near_dup_override"
    value = 0.0 if scores is None else scores["C_lex" if overridden else "C_connect"]
    rows = sorted(kgr["thresholds"].items(), key=lambda row: -row[1])
    reached = [name for name, threshold in rows if value >= threshold]
    # The highest bound that was reached decides; an orphan is decided by the lowest it missed.
    decisive = reached[0] if reached else rows[-1][0]
    return tuple(
        Threshold(name, threshold, value, value - threshold, name == decisive)
        for name, threshold in rows
    )


def _flips(document: Mapping[str, Any], review: Outcome | None) -> list[str]:
    kgr, route = document["kgr"], document["route"]
    if kgr["missing"]:
        return [f"{one['where']}: {one['way_out']}" for one in kgr["missing"]]
    told = []
    rows = _thresholds(kgr)
    above = [row for row in rows if row.margin < 0]
    below = [row for row in rows if row.margin >= 0]
    if above:
        nearest = above[-1]
        told.append(
            f"{-nearest.margin:.3f} more would reach {nearest.name} ({nearest.threshold:g})"
        )
    if below and kgr["best_match_id"] is not None:
        told.append(
            f"over {below[0].margin:.3f} less, or without `{kgr['best_match_id']}`, "
            f"it would fall below {_with_equals(below)}"
        )
    diff = document.get("diff_stub")
    if diff and kgr["class"] == "KNOWN":
        detected = diff["detected_differences"]
        open_points = [name for name in ("scope", "constraints") if detected[name] is not False]
        points = " and ".join(open_points) or "a canonical entry"
        told.append(f"step 6 needs a canonical anchor that is known to agree in {points}")
    if review is not None:
        told.append(REVIEWED[review])
    elif quorum := route.get("quorum"):
        people, agents = quorum["min_humans"], quorum["min_agents"]
        told.append(
            f"{people} {'person' if people == 1 else 'people'} and "
            f"{agents} {'agent' if agents == 1 else 'agents'} may release it"
        )
    return told


def _with_equals(below: list[Threshold]) -> str:
    """The highest threshold that was reached; where others equal it, the class below all."""
    first = below[0]
    names = [row.name for row in below if row.threshold == first.threshold]
    told = f"{' and '.join(names)} ({first.threshold:g})"
    return told if len(names) == 1 else f"{told}, to {BELOW[names[-1]]}"
