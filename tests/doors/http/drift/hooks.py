"""What no schema says: names that are there, cursors that a page gave, keys used once.

Loaded by Schemathesis. Only requests that are to be accepted are touched; those that are to be
refused go out as they were made.
"""

from __future__ import annotations

import json
import os
import random
import uuid
from typing import Any

import schemathesis

KNOWN: dict[str, str] = json.loads(os.environ.get("DRIFT_KNOWN", "{}"))
CHANCE = random.Random(7)
pages: dict[str, str] = {}


@schemathesis.serializer("application/x-ndjson")
def lines(_context: Any, value: Any) -> bytes:
    """A text is sent as it is."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@schemathesis.hook
def before_call(_context: Any, case: Any, _options: Any) -> None:
    """Make a request that fits the schema one that fits what is stored too."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # What was made a step before stays the one that is asked for.
    follows = case.meta.phase.name.value == "stateful"
    for name in {} if follows else case.path_parameters or {}:
        if name in KNOWN and CHANCE.random() < 0.5:
            case.path_parameters[name] = KNOWN[name]
    if "cursor" in (case.query or {}):
        case.query.pop("cursor")
        if case.operation.label in pages:
            case.query["cursor"] = pages[case.operation.label]
    for name in case.headers or {}:
        if name.lower() == "idempotency-key":
            case.headers[name] = uuid.uuid4().hex


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    """Remember where the next page starts."""
    if response.status_code == 200 and b'"next":"' in response.content:
        pages[case.operation.label] = response.json()["next"]
