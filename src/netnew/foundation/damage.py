"""What was done to a stream whose chain is broken. No I/O.

The work grows with the rows that are there, never with what a forged head or place claims.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from netnew.foundation.ledger import UNREADABLE, Fault, Head, Link, fits

# How many places on each side a misplaced row is tried at.
SEARCH_WINDOW = 64


def diagnose(stream: str, links: Iterable[Link], head: Head) -> list[Fault]:
    """Say what is wrong with a stream: empty when the chain is whole and ends at `head`.

    Each row is first brought to the place that its seal was made for; then the seals are
    followed backwards from the head, so that of two rows that claim one place the one that
    its successor was chained to is the genuine one. Rows missing in a line are one fault.
    """
    rows = list(links)
    placed = _true_places(rows, head.seq)
    claims: dict[int, list[Link]] = defaultdict(list)
    for item, place in zip(rows, placed, strict=True):
        if place is not None and 1 <= place <= head.seq:
            claims[place].append(item)
    genuine, faults = _walk_back(stream, claims, head)
    named = {fault.seq for fault in faults}
    for item, place in zip(rows, placed, strict=True):
        if item in genuine:
            if place != item.seq:
                faults.append(Fault(stream, item.seq, "reordered", f"was written as row {place}"))
        elif item.holds == UNREADABLE or (place is None and _is_open(item.seq, claims, head)):
            faults.append(Fault(stream, item.seq, "edited", "holds something else than was sealed"))
        elif item.seq not in named:
            faults.append(Fault(stream, item.seq, "added", "is not part of the chain"))
    edited = {fault.seq for fault in faults if fault.damage == "edited"}
    faults += [_missing(stream, hole) for hole in _holes({*claims, *edited}, head.seq)]
    return sorted(faults, key=lambda fault: (fault.seq, fault.damage))


def _is_open(place: int, claims: Mapping[int, Sequence[Link]], head: Head) -> bool:
    return 1 <= place <= head.seq and place not in claims


def _missing(stream: str, hole: range) -> Fault:
    detail = "the chain goes through this row, and it is not there"
    if hole.start + 1 < hole.stop:
        detail = f"the chain goes through rows {hole.start} to {hole.stop - 1}; none is there"
    return Fault(stream, hole.start, "missing", detail)


def _holes(taken: Iterable[int], last: int) -> Iterator[range]:
    """The stretches between 1 and `last` in which no place is taken."""
    start = 1
    for place in [*sorted(place for place in taken if 1 <= place <= last), last + 1]:
        if start < place:
            yield range(start, place)
        start = place + 1


def _true_places(rows: Sequence[Link], last: int) -> list[int | None]:
    """Where each row's seal says that it was written, or None where no place fits."""
    at_home = {item.seq for item in rows if fits(item, item.seq)}
    open_places = [place for hole in _holes(at_home, last) for place in _ends(hole)]
    return [
        item.seq if item.seq in at_home and fits(item, item.seq)
        else _nearest_fit(item, open_places, last)
        for item in rows
    ]  # fmt: skip


def _ends(hole: range) -> Iterable[int]:
    # A forged head leaves a hole of any length: its middle is not searched.
    if hole.stop - hole.start <= 2 * SEARCH_WINDOW:
        return hole
    return (*hole[:SEARCH_WINDOW], *hole[-SEARCH_WINDOW:])


def _nearest_fit(item: Link, open_places: Sequence[int], last: int) -> int | None:
    # Rows move by a few places (one slipped in, one cut out) or swap among the open ones;
    # trying every place would make the diagnosis of a wrecked ledger quadratic.
    at = bisect_left(open_places, item.seq)
    swapped = open_places[max(0, at - SEARCH_WINDOW) : at + SEARCH_WINDOW]
    shifted = range(max(1, item.seq - SEARCH_WINDOW), min(last, item.seq + SEARCH_WINDOW) + 1)
    nearby = sorted({*swapped, *shifted}, key=lambda place: (abs(place - item.seq), place))
    return next((place for place in nearby if fits(item, place)), None)


def _walk_back(
    stream: str, claims: Mapping[int, Sequence[Link]], head: Head
) -> tuple[set[Link], list[Fault]]:
    """The rows that the chain vouches for, and the places whose row was replaced."""
    genuine: set[Link] = set()
    faults: list[Fault] = []
    expected: str | None = head.seal
    behind = head.seq + 1
    for place in sorted(claims, reverse=True):
        # Past a hole or a forged row nothing says which seal to expect: trust what verifies.
        if place != behind - 1:
            expected = None
        behind = place
        # Of two copies the one that lies where it was written is the row; the other was added.
        found = sorted(claims[place], key=lambda item: item.seq != place)
        chosen = next((item for item in found if expected in (None, item.seal)), None)
        if chosen is None:
            faults.append(Fault(stream, place, "edited", "the next row was chained to another"))
            expected = None
        else:
            genuine.add(chosen)
            expected = chosen.previous
    return genuine, faults
