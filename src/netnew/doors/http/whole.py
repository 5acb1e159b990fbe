"""Whole numbers of a body: JSON knows one kind of number, so `1.0` is as whole as `1`."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BeforeValidator

# Beyond it a float no longer says which whole number was meant.
_EXACT: Final = 2.0**53


def whole(value: Any) -> Any:
    """The whole number that a float is; anything else stays what it is.

    >>> whole(1.0), whole(1.5), whole("1")
    (1, 1.5, '1')
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    return value


# Stands behind the bounds of a field, or the document would lose them.
WHOLE: Final = BeforeValidator(whole)
