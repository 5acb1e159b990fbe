"""What is wrong with a text that is no JSON, in a few words."""

from __future__ import annotations

import json


def json_problem(error: ValueError | RecursionError) -> str:
    """Say why `json.loads` refused one line of a file; whoever shows it knows which line.

    >>> for line in ('{"id": "k1", "text":', '{"id" "k1"}', "[" * 100_000):
    ...     try:
    ...         json.loads(line + chr(10))
    ...     except (ValueError, RecursionError) as error:
    ...         print(json_problem(error))
    it ends too early
    expecting ':' delimiter, column 7
    nested too deeply
    """
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    if not error.doc[error.pos :].strip():
        return "it ends too early"
    return f"{error.msg[:1].lower()}{error.msg[1:]}, column {error.colno}"
