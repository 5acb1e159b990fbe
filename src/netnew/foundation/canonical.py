"""Canonical JSON: one value, one string of bytes, on every machine."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from netnew.foundation.errors import InputError

# Python can be set to read and write no longer numbers than this, and no lower: a limit of our
# own keeps one value from being fine on one machine and an error on another.
LONGEST_INTEGER_DIGITS: Final = 640
INTEGERS_END: Final = 10**LONGEST_INTEGER_DIGITS
# Far below where Python's own recursion ends, for writers and readers alike.
DEEPEST: Final = 200
LONGEST_SHOWN_PATH: Final = 80


def canonical_json(value: Any) -> bytes:
    r"""`value` as UTF-8 JSON with sorted keys and no insignificant space.

    Floats must be finite and are written as the shortest decimal that reads back
    the same, with whole numbers as integers, so that 1.0 and 1 are one value. Values nest at
    most 200 deep, and integers have at most 640 digits.

    >>> canonical_json({"b": 1.0, "a": ["é", None, 0.1]})
    b'{"a":["\xc3\xa9",null,0.1],"b":1}'
    """
    try:
        plain = _quick(value, DEEPEST)
    except _OddError:
        # Says where and why it cannot be written, or takes what is merely of an unusual class.
        plain = _plain(value, "$")
    text = _ENCODER.encode(plain)
    # A lone surrogate is legal in a Python string but not in UTF-8; what Python calls
    # backslash replacement is just the escape that JSON has for it.
    return text.encode("utf-8", "backslashreplace")


_ENCODER: Final = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), check_circular=False
)
_AS_THEY_ARE: Final = frozenset({str, bool, type(None)})
_KEYS: Final = frozenset({str})


class _OddError(Exception):
    """Something that the quick way leaves to the careful one."""


def _quick(value: Any, room: int) -> Any:
    """Do what `_plain` does for values of the plain classes, without minding where they stand."""
    kind = type(value)
    if kind is dict:
        if room == 0 or not set(map(type, value)) <= _KEYS:
            raise _OddError
        room -= 1
        # A call for each leaf would take most of the time.
        return {
            key: item if type(item) in _AS_THEY_ARE else _quick(item, room)
            for key, item in value.items()
        }
    if kind is float and math.isfinite(value):
        return int(value) if value.is_integer() else value
    if kind is int and -INTEGERS_END < value < INTEGERS_END:
        return value
    if kind is list or kind is tuple:
        if room == 0:
            raise _OddError
        room -= 1
        return [item if type(item) in _AS_THEY_ARE else _quick(item, room) for item in value]
    if kind in _AS_THEY_ARE:
        return value
    raise _OddError


def _plain(value: Any, path: str, depth: int = 0) -> Any:
    if isinstance(value, int) and abs(value) >= INTEGERS_END:
        raise _refused(path, f"has over {LONGEST_INTEGER_DIGITS} digits", "give it as a text")
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refused(path, f"is {value}", "give a finite number or null")
        return int(value) if value.is_integer() else value
    if not isinstance(value, (Mapping, list, tuple)):
        raise _refused(
            path,
            f"is a {type(value).__name__}, which JSON does not know",
            "give strings, numbers, booleans, null, lists and objects",
        )
    if depth == DEEPEST:
        raise _refused(path, f"lies over {DEEPEST} deep", "flatten it, or break its cycle")
    if not isinstance(value, Mapping):
        return [_plain(item, f"{path}[{i}]", depth + 1) for i, item in enumerate(value)]
    for key in value:
        if not isinstance(key, str):
            raise _refused(path, f"has a key that is a {type(key).__name__}", "use strings as keys")
    return {key: _plain(item, f"{path}.{key}", depth + 1) for key, item in value.items()}


def _refused(path: str, problem: str, way_out: str) -> InputError:
    # Keys may hold line ends, and a deep path is long: a message stays one short line.
    shown = repr(path)[1:-1]
    if len(shown) > LONGEST_SHOWN_PATH:
        shown = f"{shown[:LONGEST_SHOWN_PATH]}…"
    return InputError(f"{shown} {problem}", way_out)
