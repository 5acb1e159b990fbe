"""What differs between a claim and its anchor: explicit fields, and what text states exactly.

Scope is never read out of prose. Numbers, units, dates, negation, modality, quantifiers and
reversals are: a pair that differs in one of them differs in its constraints.
"""

from __future__ import annotations

from typing import Any, Literal

from netnew.bases.items import Item
from netnew.foundation.canonical import canonical_json
from netnew.gate.candidates import Candidate
from netnew.gate.claim import Claim
from netnew.gate.records import DetectedDifferences, DiffStub, Known
from netnew.kernel.normalizers import normalize
from netnew.kernel.values import differences, values

DiffType = Literal["SCOPE_CHANGE", "CONSTRAINT_CHANGE", "WORDING_ONLY", "UNKNOWN"]


def diff_stub(claim: Claim, text: str, normalizer: str, best: Candidate, item: Item) -> DiffStub:
    """Compare a claim, normalised as `text`, with `item`, its best match."""
    anchor = normalize(item.text, normalizer)
    same_text = anchor == text
    named = stated_differences(text, anchor)
    detected = DetectedDifferences(
        scope=_scope(claim, item, same_text=same_text),
        constraints=True if named else _explicit(claim.constraints, item.constraints, same_text),
        wording=not same_text,
    )
    return DiffStub(
        diff_type(detected),
        base_ref=f"{best.base}/{best.id}",
        anchor_id=best.id,
        neighbor_id_type=best.id_type,
        detected_differences=detected,
        diff_notes=(*named, *_field_notes(claim, item)),
    )


def stated_differences(text: str, anchor: str) -> tuple[str, ...]:
    """Name what can be computed exactly and differs, with the two values.

    >>> stated_differences("waits 200 ms", "waits 500 ms")
    ('number: claim 200 ms, anchor 500 ms',)
    """
    # A text never differs from itself.
    found = () if anchor == text else differences(values(text), values(anchor))
    return tuple(
        f"{one.kind}: claim {one.left or 'none'}, anchor {one.right or 'none'}" for one in found
    )


def diff_type(detected: DetectedDifferences) -> DiffType:
    """Name the difference. Only where scope and constraints are known to be the same is it wording.

    >>> diff_type(DetectedDifferences(scope=False, constraints="unknown", wording=True))
    'UNKNOWN'
    """
    if detected.scope is True:
        return "SCOPE_CHANGE"
    if detected.constraints is True:
        return "CONSTRAINT_CHANGE"
    both_same = detected.scope is False and detected.constraints is False
    return "WORDING_ONLY" if both_same else "UNKNOWN"


def _scope(claim: Claim, item: Item, *, same_text: bool) -> Known:
    scope = _explicit(claim.scope_ref, item.scope_ref, same_text)
    if claim.terms_ref is None and item.terms_ref is None:
        return scope
    # Terms are part of the scope as soon as either side names them.
    terms = _explicit(claim.terms_ref, item.terms_ref, same_text)
    if scope is True or terms is True:
        return True
    return False if scope is False and terms is False else "unknown"


def _explicit(ours: Any, theirs: Any, same_text: bool) -> Known:
    if ours is None and theirs is None:
        return False if same_text else "unknown"
    if ours is None or theirs is None:
        return "unknown"
    return canonical_json(ours) != canonical_json(theirs)


def _field_notes(claim: Claim, item: Item) -> tuple[str, ...]:
    pairs = (
        ("scope_ref", claim.scope_ref, item.scope_ref),
        ("terms_ref", claim.terms_ref, item.terms_ref),
        ("constraints", claim.constraints, item.constraints),
    )
    return tuple(
        f"{name}: claim {_shown(ours)}, anchor {_shown(theirs)}"
        for name, ours, theirs in pairs
        if canonical_json(ours) != canonical_json(theirs)
    )


def _shown(value: Any) -> str:
    return "none" if value is None else canonical_json(value).decode()
