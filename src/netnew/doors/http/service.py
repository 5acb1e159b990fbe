"""The routes. Each one asks the public `netnew` and returns what it said."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

import netnew
from netnew.doors.http import problems


def make_service(nn: netnew.Netnew) -> FastAPI:
    """A service over one opened workspace; closing `nn` is the caller's part."""
    service = FastAPI(
        title="netnew",
        version=netnew.__version__,
        description="What is net-new, what is already known, and when to stop.",
    )
    problems.register(service)

    @service.get("/health", summary="The process answers")
    def health() -> dict[str, Any]:
        return {"ok": True, "version": netnew.__version__}

    @service.get("/ready", summary="The database answers")
    def ready() -> dict[str, Any]:
        return {"ok": True, "streams": len(nn.ledger.heads())}

    @service.get("/v1/ledger/heads", summary="Every stream's length and last seal")
    def heads() -> dict[str, Any]:
        return {"heads": [head._asdict() for head in nn.ledger.heads()]}

    @service.get("/v1/ledger/verify", summary="Every row that is not what was recorded")
    def verify() -> dict[str, Any]:
        found = nn.ledger.verify()
        faults = [fault._asdict() for stream in found.values() for fault in stream]
        return {"ok": not faults, "streams": len(found), "faults": faults}

    return service
