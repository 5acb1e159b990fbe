"""Canonical JSON: one value, one string of bytes, on every machine."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from netnew.foundation.errors import InputError


def canonical_json(value: Any) -> bytes:
    r"""`value` as UTF-8 JSON with sorted keys and no insignificant space.

    Floats must be finite and are written as the shortest decimal that reads back
    the same, with whole numbers as integers, so that 1.0 and 1 are one value.

    >>> canonical_json({"b": 1.0, "a": ["é", None, 0.1]})
    b'{"a":["\xc3\xa9",null,0.1],"b":1}'
    """
    text = json.dumps(_plain(value, "$"), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate is legal in a Python string but not in UTF-8; what Python calls
    # backslash replacement is just the escape that JSON has for it.
    return text.encode("utf-8", "backslashreplace")


def _plain(value: Any, path: str) -> Any:
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"{path} is {value}", "give a finite number or null")
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise InputError(f"{path} has the key {key!r}", "use strings as keys")
        return {key: _plain(item, f"{path}.{key}") for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{path}[{i}]") for i, item in enumerate(value)]
    raise InputError(
        f"{path} is a {type(value).__name__}, which JSON does not know",
        "give strings, numbers, booleans, null, lists and objects",
    )
