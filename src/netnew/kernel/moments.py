"""Dates and times of day in prose. Timestamps of a log say when it was written and are dropped."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from netnew.kernel.spans import Masked

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTH = "|".join([*_MONTHS, *(f"{month[:3]}\\.?" for month in _MONTHS), "sept\\.?"])
_DAY_NUMBER = r"(?:0?[1-9]|[12][0-9]|3[01])"

_TIMESTAMP = re.compile(
    r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}[t ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?"
    r"(?:z|[+-][0-9]{2}:?[0-9]{2})?"
    r"|\b[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?\b"
    r"|^\s*[\[(][0-9]{1,2}:[0-9]{2}[\])]"
)
_ISO = re.compile(r"\b([0-9]{4})-([0-9]{2})-([0-9]{2})\b")
_DAY_MONTH = re.compile(
    rf"\b({_DAY_NUMBER})(?:st|nd|rd|th)?\s+(?:of\s+)?({_MONTH})(?!\w)(?:,?\s+([0-9]{{4}})\b)?"
)
_MONTH_DAY = re.compile(
    rf"\b({_MONTH})\s+({_DAY_NUMBER})(?:st|nd|rd|th)?(?!\w)(?:,?\s+([0-9]{{4}})\b)?"
)
_SLASHED = re.compile(r"(?<![\w/])([0-9]{1,2})[/.]([0-9]{1,2})[/.]([0-9]{4}|[0-9]{2})(?![\w/])")
# A month alone is a date after a word of time; "may" and "march" are other words elsewhere.
_MONTH_ALONE = re.compile(
    rf"\b(?:in|by|until|till|since|of|before|after|from|early|late|mid|end of|for)[\s-]+"
    rf"({'|'.join(_MONTHS)})\b(?:\s+([0-9]{{4}})\b)?"
)
_DAY_NAME = re.compile(rf"\b({'|'.join(_DAYS)})s?\b")
_QUARTER = re.compile(r"\bq([1-4])\b(?:[\s/]+([0-9]{4})\b)?")
_CLOCK = re.compile(
    r"(?<![\w:.])([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?\s?(am|pm)\b"
    r"|(?<![\w:.])([01]?[0-9]|2[0-3]):([0-5][0-9])(?![\w:])"
)
_RELATIVE = re.compile(
    r"\b(today|tonight|tomorrow|yesterday|(?:this|next|last) (?:week|month|"
    r"quarter|year|sprint))\b"
)


class Moment(NamedTuple):
    """A date or a time of day as it is compared, and where it stands in the text."""

    start: int
    end: int
    said: str


def moments(text: Masked) -> tuple[str, ...]:
    """Dates and times of day in `text`, sorted; what it took is masked.

    >>> moments(Masked("Ship on Friday, 3 May 2026 at 2:30 pm"))
    ('2026-05-03', 'friday', 'time 14:30')
    >>> moments(Masked("2026-05-03T10:00:00Z nothing changed"))
    ()
    """
    return tuple(sorted({moment.said for moment in moment_spans(text)}))


def moment_spans(text: Masked) -> tuple[Moment, ...]:
    """Do what `moments` does, in the order of reading and with the place of each.

    >>> moment_spans(Masked("Due 3 May"))
    (Moment(start=4, end=9, said='05-03'),)
    """
    if text.has_digit:
        text.take(_TIMESTAMP, (":",))
    found = []
    for pattern, needs_digit, signs, said in _READERS:
        if needs_digit and not text.has_digit:
            continue
        found += [Moment(m.start(), m.end(), said(m)) for m in text.take(pattern, signs)]
    return tuple(sorted(found))


def _month(name: str) -> int:
    return next(i for i, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _date(year: str | None, month: int, day: str | None) -> str:
    parts = [year or "", f"{month:02}", f"{int(day):02}" if day else ""]
    return "-".join(part for part in parts if part)


def _time(match: re.Match[str]) -> str:
    if match[4]:
        return f"time {int(match[4]):02}:{match[5]}"
    hour = int(match[1]) % 12 + (12 if match[3] == "pm" else 0)
    return f"time {hour:02}:{match[2] or '00'}"


class _Reader(NamedTuple):
    """A pattern, what a text must hold for it to be worth trying, and what its match says."""

    pattern: re.Pattern[str]
    needs_digit: bool
    signs: tuple[str, ...]
    said: Callable[[re.Match[str]], str]


_SHORT_MONTHS = tuple(month[:3] for month in _MONTHS)
_READERS: tuple[_Reader, ...] = (
    _Reader(_ISO, True, ("-",), lambda m: m.group()),
    _Reader(_DAY_MONTH, True, _SHORT_MONTHS, lambda m: _date(m[3], _month(m[2]), m[1])),
    _Reader(_MONTH_DAY, True, _SHORT_MONTHS, lambda m: _date(m[3], _month(m[1]), m[2])),
    # Whether 3/4 is in March or April is not known: the parts are kept as they were written.
    _Reader(_SLASHED, True, ("/", "."), lambda m: f"{m[3]}/{int(m[1])}/{int(m[2])}"),
    _Reader(_MONTH_ALONE, False, tuple(_MONTHS), lambda m: _date(m[2], _month(m[1]), None)),
    _Reader(_DAY_NAME, False, ("day",), lambda m: m[1]),
    _Reader(_QUARTER, True, ("q",), lambda m: f"{m[2]}-q{m[1]}" if m[2] else f"q{m[1]}"),
    _Reader(_CLOCK, True, (":", "am", "pm"), _time),
    _Reader(
        _RELATIVE,
        False,
        ("day", "tonight", "tomorrow", "this ", "next ", "last "),
        lambda m: m[1],
    ),
)
