"""Loops: the net-new curve of a session or a transcript, round by round."""

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
A_PAGE = 24


def loops(visit: Visit) -> Response:
    """Show the sessions under watch, and offer a place to paste a transcript."""
    after = visit.asked("after")
    listed = visit.nn.sessions.list(after=after or None, limit=A_PAGE + 1)
    rows = [_watched(visit, one) for one in listed[:A_PAGE]]
    more = listed[A_PAGE - 1].session_id if len(listed) > A_PAGE else None
    return visit.page(
        "loops.html", rows=rows, more=more, paged=bool(after), profile=PROFILES[0],
        profiles=PROFILES,
    )  # fmt: skip


def _watched(visit: Visit, session: netnew.Session) -> dict[str, Any]:
    reading = visit.nn.sessions.reading(session.session_id)
    bars = [] if reading is None else charts.curve(reading.as_dict())
    return {"session": session, "reading": reading, "bars": bars}


def session(visit: Visit) -> Response:
    """Show one session as it stands now."""
    stored = visit.nn.sessions.show(visit.asked("id"))
    reading = visit.nn.sessions.reading(stored.session_id)
    title = stored.session_id
    if reading is None:
        return visit.page("loop.html", title=title, stored=stored, score=None)
    return visit.page("loop.html", title=title, **drawn(reading.as_dict()), stored=stored)


def score(visit: Visit) -> Response:
    """Score what was pasted or chosen, and draw it; nothing is stored."""
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
    Page("/loops", loops, "sessions under watch, and a place to paste a transcript", "meter:read"),
    Page("/loops/session", session, "the net-new curve of a session, round by round", "meter:read"),
    Page("/loops/score", score, "score a transcript without storing it", "meter:read", "POST"),
)
