"""Verdicts of the gate: the list, and one with its neighbours beside it, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

import netnew
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.visit import Visit
from netnew.doors.http.console.words import compared

A_PAGE = 25
CLASSES = ("KNOWN", "NEAR_DUP", "NOVEL_CONNECTED", "NOVEL_ORPHAN",
           "BLOCKED_POLICY_MISSING", "BLOCKED_INDEX_UNBOUND")  # fmt: skip
ROUTES = ("FORWARD_TO_STEP5", "FORWARD_TO_STEP6", "DROP_DEFER", "REWRITE_REQUIRED",
          "BLOCKED_POLICY_MISSING", "BLOCKED_INDEX_UNBOUND", "BLOCKED_CONTEXT_MISSING")  # fmt: skip
COMPARED_NEIGHBOURS = 5
# Below it two texts share so little that marking the rest would mark nearly everything.
WORTH_COMPARING = 0.12


def listed(visit: Visit) -> Response:
    """Show the last verdicts, filtered, a page at a time."""
    label = _one_of(visit.asked("label"), CLASSES)
    route = _one_of(visit.asked("route"), ROUTES)
    found = visit.nn.gate.newest(
        label=label, route=route, limit=A_PAGE + 1, before=visit.number("before")
    )
    more = len(found) > A_PAGE
    shown = found[:A_PAGE]
    return visit.page(
        "verdicts.html",
        verdicts=shown,
        label=label or "",
        route=route or "",
        classes=CLASSES,
        routes=ROUTES,
        counts=visit.nn.gate.counts(),
        older=shown[-1]["seq"] if more else None,
        paged=visit.number("before") is not None,
    )


def one(visit: Visit) -> Response:
    """Show one verdict: why, what would flip it, and the neighbours beside the claim."""
    kgr_id = visit.asked("id")
    found = visit.nn.gate.explain(kgr_id)
    why = visit.nn.gate.reasons(kgr_id)
    claim = found["claim"].get("raw_idea") or ""
    near, farther = _beside(claim, visit.nn.gate.neighbours(kgr_id))
    waits = _review(visit, kgr_id)
    return visit.page("verdict.html", found=found, why=why, near=near, farther=farther, item=waits)


def _beside(
    claim: str, neighbours: Sequence[netnew.NeighbourText]
) -> tuple[list[dict[str, Any]], list[netnew.NeighbourText]]:
    """Split neighbours into those to lay beside the claim, word by word, and those farther off."""
    near: list[dict[str, Any]] = []
    farther: list[netnew.NeighbourText] = []
    for at, one in enumerate(neighbours):
        close = one.text is not None and one.scores["C_connect"] >= WORTH_COMPARING
        if at and (not close or len(near) >= COMPARED_NEIGHBOURS):
            farther.append(one)
        else:
            pieces = compared(claim, one.text) if close and one.text is not None else None
            near.append({"item": one, "pieces": pieces})
    return near, farther


def _review(visit: Visit, kgr_id: str) -> netnew.ReviewItem | None:
    """Find what waits for people because of this verdict."""
    if not visit.who.allows("review:read"):
        return None
    return next((item for item in visit.nn.review.list(None) if item.subject_id == kgr_id), None)


def _one_of(text: str, known: tuple[str, ...]) -> str | None:
    return text if text in known else None


PAGES = (
    Page("/gate", listed, "verdicts of the gate by class and route", "gate:read"),
    Page("/gate/verdict", one, "one verdict beside its neighbours, and what flips it", "gate:read"),
)
