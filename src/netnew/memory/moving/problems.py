"""Lines that cannot be read, as they are set aside. Pure."""

from __future__ import annotations

from typing import Any

from netnew.foundation.errors import RecordError
from netnew.foundation.json_problem import json_problem
from netnew.memory.moving.arrival import SHOWN, Arrival


def no_json(
    error: ValueError | RecursionError,
    file: str,
    line: int,
    example: str,
    *,
    text: str = "",
    document: bool = False,
) -> Arrival:
    """A line that is no JSON; in a `document` all that stands behind it is lost with it."""
    said = f"is no JSON ({json_problem(error).partition(', column')[0]})"
    if document:
        said += "; what stands before it is read, what follows is not"
    problem = RecordError(file, said, f"write it like {example}", line=line)
    return Arrival(file, line, problem=problem, text=text[:SHOWN])


def no_object(value: Any, file: str, line: int, example: str) -> Arrival:
    """A value that is no JSON object."""
    problem = RecordError(file, "is no JSON object", f"write it like {example}", line=line)
    return Arrival(file, line, problem=problem, text=str(value)[:SHOWN])
