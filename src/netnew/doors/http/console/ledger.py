"""The ledger: its streams, their rows as JSON, and a button that verifies every chain."""

from __future__ import annotations

from starlette.responses import Response

from netnew.doors.http.console.page import Page
from netnew.doors.http.console.visit import Visit

A_PAGE = 20
SHOWN_FAULTS = 100


def streams(visit: Visit) -> Response:
    """Show every stream with its head."""
    return visit.page("ledger.html", heads=visit.nn.ledger.heads(), found=None, faults=[])


def verify(visit: Visit) -> Response:
    """Go through every chain and say what is wrong."""
    found = visit.nn.ledger.verify()
    faults = [fault for stream in found.values() for fault in stream]
    return visit.page(
        "ledger.html", heads=visit.nn.ledger.heads(), found=found, faults=faults[:SHOWN_FAULTS]
    )


def rows(visit: Visit) -> Response:
    """Show the rows of one stream, newest first."""
    stream = visit.asked("name")
    found = visit.nn.ledger.newest(stream, limit=A_PAGE + 1, before=visit.number("before"))
    shown = found[:A_PAGE]
    older = shown[-1].seq if len(found) > A_PAGE else None
    return visit.page(
        "stream.html", stream=stream, rows=shown, older=older,
        paged=visit.number("before") is not None,
    )  # fmt: skip


PAGES = (
    Page("/ledger", streams, "streams of the record and their heads", "ledger:read"),
    Page("/ledger/verify", verify, "verify every chain", "ledger:read", "POST"),
    Page("/ledger/stream", rows, "the rows of a stream as JSON", "ledger:read"),
)
