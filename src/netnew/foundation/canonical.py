"""Canonical JSON: one value, one string of bytes, on every machine."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
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
    if _write is not None:
        written = _write(value)
        if written is not None:
            return written
    text = _ENCODER.encode(_plain(value, "$"))
    # A lone surrogate is legal in a Python string but not in UTF-8; what Python calls
    # backslash replacement is just the escape that JSON has for it.
    return text.encode("utf-8", "backslashreplace")


def canonical_object(members: Mapping[str, bytes]) -> bytes:
    """The object of these members, each of which is canonical JSON already.

    >>> canonical_object({"b": b"1", "a": canonical_json("x")})
    b'{"a":"x","b":1}'
    """
    written = [canonical_json(name) + b":" + members[name] for name in sorted(members)]
    return b"{" + b",".join(written) + b"}"


_ENCODER: Final = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), check_circular=False
)
Writer = Callable[[Any], bytes | None]
_write: Writer | None = None


def write_with(writer: Writer | None) -> None:
    """Let a faster writer go first; it gives the same bytes, or None for what it leaves to us."""
    global _write  # noqa: PLW0603 - thrown by the one switch between the twins
    _write = writer


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
