"""The routes. Each one asks the public `netnew` and returns what it said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.trustedhost import TrustedHostMiddleware

import netnew
from netnew.doors.http import problems

# What this machine calls itself.
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1", "[::1]")


def make_service(nn: netnew.Netnew, *, names: Sequence[str] = LOOPBACK_NAMES) -> FastAPI:
    """A service over one opened workspace; closing `nn` is the caller's part.

    It answers requests to these host `names` only: a page elsewhere whose own name was made to
    lead to this machine reads nothing.
    """
    service = FastAPI(
        title="netnew",
        version=netnew.__version__,
        description="What is net-new, what is already known, and when to stop.",
    )
    service.add_middleware(TrustedHostMiddleware, allowed_hosts=list(names))
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
