"""Names of workspaces, streams, kinds and keys: what every database keeps alike."""

from __future__ import annotations

import re
from typing import Final

from netnew.foundation.errors import InputError

LONGEST_NAME: Final = 200
LONGEST_KIND: Final = 100
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def flaw(name: object, longest: int = LONGEST_NAME) -> str | None:
    """Why `name` cannot be kept as it is, or None where it can.

    >>> flaw("gate"), flaw(""), flaw(7)
    (None, 'is empty', 'is a int, no text')
    """
    if not isinstance(name, str):
        return f"is a {type(name).__name__}, no text"
    if not name:
        return "is empty"
    if len(name) > longest:
        return f"has {len(name)} characters"
    return unstorable(name)


def unstorable(text: object) -> str | None:
    r"""Why one of the databases would not keep a text of any length, or None where all do.

    >>> unstorable("a\0b"), unstorable("a\nb")
    ('holds a NUL', None)
    """
    if not isinstance(text, str):
        return f"is a {type(text).__name__}, no text"
    if "\0" in text:
        return "holds a NUL"
    if _LONE_SURROGATE.search(text):
        return "holds half a character (a lone surrogate)"
    return None


def check_name(what: str, name: object, longest: int = LONGEST_NAME) -> None:
    """Refuse a name that one of the databases would not keep, or keep otherwise."""
    found = flaw(name, longest)
    if found:
        shown = f" {name[:40]!r}" if isinstance(name, str) and name else ""
        raise InputError(
            f"the {what}{shown} {found}", f"give a text of 1 to {longest} characters without NUL"
        )
