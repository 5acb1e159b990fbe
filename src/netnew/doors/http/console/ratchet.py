"""Harnesses: the score over cycles, what each benchmark is still good for, and expansions."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

import netnew
from netnew.doors.http.console import charts
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.visit import Visit

SHOWN_CYCLES = 60
CLOSED = ("committed", "rejected", "rolled_back")


def listed(visit: Visit) -> Response:
    """Show every harness with its level."""
    rows = []
    for name in visit.nn.harnesses():
        cycles = visit.nn.ratchet(name).cycles(newest=30)
        rows.append(
            {"name": name, "last": cycles[-1] if cycles else None,
             "spark": charts.saturation(cycles)}
        )  # fmt: skip
    return visit.page("ratchets.html", rows=rows)


def one(visit: Visit) -> Response:
    """Show one harness: its cycles, benchmarks and expansions."""
    name = visit.asked("name")
    if name not in visit.nn.harnesses():
        raise netnew.NotFoundError(f"no harness is called `{name:.100}`", "/ratchet lists them")
    ratchet = visit.nn.ratchet(name)
    status = ratchet.status()
    cycles = ratchet.cycles(newest=SHOWN_CYCLES)
    bars = charts.saturation(cycles)
    expansions = status["expansions"][::-1]
    open_one = next((one for one in expansions if one["state"] not in CLOSED), None)
    return visit.page(
        "ratchet.html",
        name=name,
        harness=status,
        cycles=cycles[::-1],
        bars=bars,
        bands=charts.BANDS,
        label_every=charts.every(bars, 8),
        verdicts=[verdict.as_dict() for verdict in ratchet.verdicts()],
        expansions=expansions,
        open_one=open_one,
        brief=_brief(ratchet, open_one),
        may=visit.who.allows("ratchet:write"),
    )


def review(visit: Visit) -> Response:
    """Approve or reject the open expansion."""
    name, decision = visit.sent("name"), visit.sent("act")
    if decision not in ("approve", "reject"):
        raise netnew.InputError("a vote is neither for nor against", "press Approve or Reject")
    if not visit.who.is_person:
        raise netnew.InputError(
            "an expansion is approved by people", "log in with a person's token"
        )
    reason = visit.sent("reason").strip()
    if not reason:
        raise netnew.InputError("a vote has no reason", "say why in a few words")
    document = visit.nn.ratchet(name).expansions.review(
        "approve" if decision == "approve" else "reject",
        by=visit.reviewer(), reason=reason, expansion_id=visit.sent("expansion"),
    )  # fmt: skip
    return visit.back("/ratchet/harness", f"The expansion is {document['state']} now.", name=name)


def _brief(ratchet: netnew.Ratchet, expansion: dict[str, Any] | None) -> str | None:
    if expansion is None:
        return None
    try:
        return ratchet.brief(expansion_id=expansion["expansion_id"])[0]
    except netnew.NotFoundError:
        # An expansion may be asked for before the first cycle is recorded.
        return None


PAGES = (
    Page("/ratchet", listed, "every harness and how saturated it is", "ratchet:read"),
    Page("/ratchet/harness", one, "score over cycles, headroom, expansions", "ratchet:read"),
    Page("/ratchet/review", review, "approve or reject an expansion", "ratchet:write", "POST"),
)
