"""The overview: what came in, what was new, what waits for a person."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from netnew.doors.http.console import charts
from netnew.doors.http.console.memory import known_agents
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.subjects import sees
from netnew.doors.http.console.visit import Visit

LAST_CLAIMS = 120
SHOWN = 6
NEW = ("NOVEL_CONNECTED", "NOVEL_ORPHAN")


def overview(visit: Visit) -> Response:
    """Show the page; parts that the caller's token does not reach are left out."""
    may, nn = visit.who.allows, visit.nn
    shown: dict[str, Any] = {
        "heads": nn.ledger.heads(),
        "verdicts": None,
        "waiting": None,
        "harnesses": None,
        "agents": known_agents(visit)[:SHOWN] if may("memory:read") else None,
    }
    if may("gate:read"):
        last = nn.gate.newest(limit=LAST_CLAIMS)
        new = sum(one["judgement"]["kgr"]["class"] in NEW for one in last)
        counts = nn.gate.counts()
        shown["verdicts"] = {
            "tape": charts.tape(last[::-1]),
            "newest": last[:SHOWN],
            "number": len(last),
            "new": new,
            "total": sum(counts.values()),
            "counts": charts.shares(counts),
        }
    if may("review:read"):
        waiting = [item for item in nn.review.list("waiting") if sees(visit.who, item)]
        shown["waiting"] = {"number": len(waiting), "items": waiting[:SHOWN]}
    if may("ratchet:read"):
        shown["harnesses"] = [_harness(nn.ratchet(name)) for name in nn.harnesses()[:SHOWN]]
    return visit.page("overview.html", **shown)


def _harness(ratchet: Any) -> dict[str, Any]:
    cycles = ratchet.cycles(newest=30)
    return {
        "name": ratchet.name,
        "last": cycles[-1] if cycles else None,
        "spark": charts.saturation(cycles),
    }


PAGES = (Page("/", overview, "what came in, what was new, what waits for a person", "ledger:read"),)
