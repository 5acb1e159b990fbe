"""Scopes: what a token may do with which noun. `admin` includes `write`, and that `read`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from netnew.foundation.errors import InputError

NOUNS: Final = (
    "meter", "bases", "gate", "ratchet", "memory", "review", "ledger", "service",
)  # fmt: skip
# Each includes those before it.
ACTS: Final = ("read", "write", "admin")
EVERY: Final = "*"


def parse_scopes(texts: Iterable[str]) -> tuple[str, ...]:
    """Scopes as `noun:act`, sorted, each once; an act alone is for every noun.

    >>> parse_scopes(["gate:write,read"])
    ('*:read', 'gate:write')
    """
    found = {_scope(part.strip()) for text in texts for part in text.split(",") if part.strip()}
    if not found:
        raise InputError("no scope is named", "name some, such as read or gate:write")
    return tuple(sorted(found))


def allows(scopes: Iterable[str], needed: str) -> bool:
    """Whether one of `scopes` covers `needed`.

    >>> allows(["gate:write"], "gate:read"), allows(["gate:write"], "bases:read")
    (True, False)
    """
    noun, _, act = needed.partition(":")
    enough = ACTS[ACTS.index(act) :]
    return any(f"{one}:{more}" in scopes for one in (noun, EVERY) for more in enough)


def _scope(text: str) -> str:
    noun, colon, act = text.partition(":")
    if not colon:
        noun, act = EVERY, text
    if noun not in {*NOUNS, EVERY} or act not in ACTS:
        raise InputError(
            f"no scope is called {text!r:.60}",
            f"write noun:act, of {', '.join(NOUNS)} or *, and {', '.join(ACTS)}",
        )
    return f"{noun}:{act}"
