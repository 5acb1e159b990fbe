"""Long lists in pages: `limit` and an opaque `cursor` that says where the last page ended."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Any, Final, TypeVar

from fastapi import Query

from netnew.doors.http.problems import Problem

T = TypeVar("T")
MOST: Final = 500
# JSON carries whole numbers up to here exactly, and a page on from it no database overflows.
PLACES: Final = 2**53

Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at most.")]
Cursor = Annotated[
    str | None,
    Query(max_length=2000, description="`next` of the page before; leave it out for the first."),
]


def page(items: Iterable[T], limit: int) -> tuple[list[T], bool]:
    """The first `limit` items, and whether more come."""
    found = list(islice(items, limit + 1))
    return found[:limit], len(found) > limit


def cursor_of(*place: Any) -> str:
    """The place of a page's last item, as its reader gets it.

    >>> place_of(cursor_of("2026", 7), str, int)
    ('2026', 7)
    """
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def place_of(cursor: str | None, *kinds: type) -> tuple[Any, ...] | None:
    """The place that a cursor stands for; None for the first page."""
    if cursor is None:
        return None
    try:
        padded = cursor.encode() + b"=" * (-len(cursor) % 4)
        place = json.loads(base64.b64decode(padded, b"-_", validate=True))
    except (ValueError, RecursionError):
        place = None
    fitting = isinstance(place, list) and len(place) == len(kinds)
    if not fitting or not all(map(_is_place, place, kinds)):
        raise Problem(
            422, "query.cursor: is none that a page gave", "take `next` of the page before",
            title="RecordError",
        )  # fmt: skip
    return tuple(place)


def _is_place(part: Any, kind: type) -> bool:
    r"""Whether a part is of its kind, and one that every database can compare with.

    >>> _is_place(7, int), _is_place(True, int), _is_place(2**63, int), _is_place("a\0", str)
    (True, False, False, False)
    """
    if isinstance(part, str):
        keepable = "\0" not in part and not any("\ud800" <= one <= "\udfff" for one in part)
    else:
        keepable = isinstance(part, int) and 0 <= part < PLACES
    return type(part) is kind and keepable
