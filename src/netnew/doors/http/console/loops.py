"""Loops: the net-new curve of a transcript, round by round. Nothing that is scored is stored."""

from __future__ import annotations

import io
from typing import Any

from starlette.responses import Response

import netnew
from netnew.doors.http.console import charts
from netnew.doors.http.console.page import Page
from netnew.doors.http.console.visit import Visit

PROFILES = ("0.3", "0.2")
SHOWN_EVIDENCE = 40


def loops(visit: Visit) -> Response:
    """Offer a place to paste a transcript."""
    return visit.page("loops.html", text="", profile=PROFILES[0], profiles=PROFILES)


def score(visit: Visit) -> Response:
    """Score what was pasted or chosen, and draw it."""
    text = visit.sent("file").strip() or visit.sent("transcript").strip()
    if not text:
        raise netnew.InputError("there is no transcript", "paste one, or choose a file")
    profile = visit.sent("profile", PROFILES[0])
    profile = profile if profile in PROFILES else PROFILES[0]
    rounds = netnew.read_rounds("-", stdin=io.BytesIO(text.encode()))
    found = netnew.score_rounds(rounds, profile=profile).as_dict()
    title = "Pasted transcript"
    return visit.page("loop.html", title=title, **drawn(found), stored=None)


def drawn(found: dict[str, Any]) -> dict[str, Any]:
    """Give what the template of a loop shows of a score."""
    bars = charts.curve(found)
    stop = found["stop_recommendation"]
    first = stop["first_stop_round"]
    at = next((bar for bar in bars if first is not None and bar.label == str(first)), None)
    return {
        "score": found,
        "stop": stop,
        "bars": bars,
        "label_every": charts.every(bars),
        "stop_bar": at,
        "rows": list(zip(found["novelty_by_round"], found["readiness_by_round"], strict=True)),
        "evidence": found["evidence"][:SHOWN_EVIDENCE],
    }


PAGES = (
    Page(
        "/loops", loops, "loops that were watched, and a place to paste a transcript", "meter:read"
    ),
    Page("/loops/score", score, "score a transcript without storing it", "meter:read", "POST"),
)
