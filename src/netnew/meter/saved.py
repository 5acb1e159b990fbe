"""Whether a saved state can be gone on from: damage is told at once, not some rounds later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from netnew.foundation.errors import InputError
from netnew.meter.history import LEVELS, SIGNALS

WAY_OUT: Final = "give what `Meter.state()` returned, or observe the rounds anew"
_COUNTS_END: Final = 2**53
# A list of one shape, a tuple of some, a mapping by key; `None` beside a shape makes it optional.
_SHAPES: Final[Mapping[str, Any]] = {
    "claims": [(int, str)],
    "sayings": ((int,), [int], [int]),
    "previous": {None, dict},
    "blocked_by": {None, str},
    "course": {
        "low_rounds": int,
        "spans": [(int, int, int)],
        "high_readiness_in_streak": bool,
        "ship_was_due": bool,
        "had_claims": bool,
        "had_actions": bool,
        "had_substance": bool,
    },
    "agenda": {
        "content": [(str, str)],
        "still_rounds": int,
        "ever_filled": bool,
        "claims_before": int,
        "rounds_before": int,
    },
    "events": [{"code": str, "round": int, "text": str}],
}
# Columns that hold places in a list, and its length.
_CHOICES: Final = {"novelty": len(LEVELS), "readiness": len(LEVELS), "signal": len(SIGNALS)}


def check_saved(state: Mapping[str, Any], columns: Sequence[str]) -> None:
    """Refuse a state without all its parts, or with other values in them; `columns`: its history.

    >>> check_saved({"claims": "none"}, [])
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: the saved state is damaged (claims); give what \
`Meter.state()` returned, or observe the rounds anew
    """
    shapes = {**_SHAPES, "history": {name: [int] for name in columns}}
    for key, shape in shapes.items():
        if key not in state or not _fits(state[key], shape):
            raise damaged(key)
    if not _history_agrees(state["history"]):
        raise damaged("history")
    _, origins, last = state["sayings"]
    claims = len(state["claims"])
    if not len(origins) == len(last) == claims or any(origin >= claims for origin in origins):
        raise damaged("sayings")
    if any(reach < 1 for reach, _, _ in state["course"]["spans"]):
        raise damaged("course")


def damaged(key: str) -> InputError:
    """The error for a state whose part `key` is not as it was saved."""
    return InputError(f"the saved state is damaged ({key})", WAY_OUT)


def _fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, set):
        return value is None or any(_fits(value, one) for one in shape if one is not None)
    if isinstance(shape, list):
        return isinstance(value, (list, tuple)) and all(_fits(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        return (
            isinstance(value, (list, tuple))
            and len(value) == len(shape)
            and all(map(_fits, value, shape))
        )
    if isinstance(shape, dict):
        return (
            isinstance(value, dict)
            and value.keys() == shape.keys()
            and all(_fits(value[key], one) for key, one in shape.items())
        )
    # `True` is an int to Python, and no count.
    return type(value) is shape and (shape is not int or 0 <= value < _COUNTS_END)


def _history_agrees(history: Mapping[str, Sequence[int]]) -> bool:
    return (
        len({len(column) for column in history.values()}) <= 1
        and all(value < end for name, end in _CHOICES.items() for value in history[name])
        and all(history["score_under"])
    )
