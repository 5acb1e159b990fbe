"""Content ids: the same input has the same id on every machine."""

from __future__ import annotations

import hashlib
from typing import Any

from netnew.foundation.canonical import canonical_json

# 32 hex digits are 128 bits: no collision by accident below 2**60 records.
ID_HEX_DIGITS = 32


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of `value`, in hex.

    >>> digest({"b": 2, "a": 1}) == digest({"a": 1, "b": 2})
    True
    """
    return hashlib.sha256(canonical_json(value)).hexdigest()


def content_id(prefix: str, *fields: str | bytes) -> str:
    """Id of the given strings in this order, length-prefixed so that none runs into the next.

    Bytes stand for the string that they are the UTF-8 of.

    >>> content_id("co", "ab", "c") == content_id("co", "a", "bc")
    False
    >>> content_id("co", "ab", "c")[:3]
    'co_'
    """
    parts: list[bytes] = []
    for field in fields:
        data = field.encode("utf-8", "surrogatepass") if isinstance(field, str) else field
        parts += (len(data).to_bytes(8, "big"), data)
    return f"{prefix}_{hashlib.sha256(b''.join(parts)).hexdigest()[:ID_HEX_DIGITS]}"
