"""Exact numbers: what decides is a fraction, and a float appears once, at the edge."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import RecordError

WAY_OUT = "give a finite number such as 0.82"
# Longer ones are no measurements, and exponents like 1e999999999 would fill the memory.
LONGEST_NUMBER = 40
WIDEST_EXPONENT = 100


def exact(value: Any, source: str, key: str) -> Fraction:
    """The number as it is written: 0.7 is seven tenths, not the nearest binary float.

    >>> exact(0.7, "cycle", "score") == Fraction(7, 10)
    True
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise RecordError(source, f"is {value!r}, which is no number", WAY_OUT, key=key)
    text = str(value)
    try:
        number = Decimal(text)
    except InvalidOperation as error:
        raise RecordError(
            source, f"is {text[:40]!r}, which is no number", WAY_OUT, key=key
        ) from error
    if not number.is_finite():
        raise RecordError(source, f"is {text}", WAY_OUT, key=key)
    if len(text) > LONGEST_NUMBER or abs(number.adjusted()) > WIDEST_EXPONENT:
        raise RecordError(source, f"is out of any range ({text[:40]})", WAY_OUT, key=key)
    return Fraction(number)


def share(value: Any, source: str, key: str) -> Fraction:
    """A number from 0 to 1.

    >>> share("0.25", "cycle", "rate")
    Fraction(1, 4)
    """
    number = exact(value, source, key)
    if not 0 <= number <= 1:
        raise RecordError(
            source, f"is {value}, outside 0 to 1", "give a share: 0.82 for 82 %", key=key
        )
    return number


def shown(number: Fraction) -> float:
    """The one float that is printed for an exact number: the nearest to its first 12 decimals.

    >>> shown(Fraction(85, 100)), shown(Fraction(1, 3))
    (0.85, 0.333333333333)
    """
    return float(round(number, 12))
