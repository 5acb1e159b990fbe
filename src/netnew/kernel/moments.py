"""Dates and times of day in prose. Timestamps of a log say when it was written and are dropped."""

from __future__ import annotations

import re

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


def moments(text: Masked) -> tuple[str, ...]:
    """Dates and times of day in `text`, sorted; what it took is masked.

    >>> moments(Masked("Ship on Friday, 3 May 2026 at 2:30 pm"))
    ('2026-05-03', 'friday', 'time 14:30')
    >>> moments(Masked("2026-05-03T10:00:00Z nothing changed"))
    ()
    """
    text.take(_TIMESTAMP)
    found = [match.group() for match in text.take(_ISO)]
    found += [_date(m[3], _month(m[2]), m[1]) for m in text.take(_DAY_MONTH)]
    found += [_date(m[3], _month(m[1]), m[2]) for m in text.take(_MONTH_DAY)]
    # Whether 3/4 is in March or April is not known: the parts are kept as they were written.
    found += [f"{m[3]}/{int(m[1])}/{int(m[2])}" for m in text.take(_SLASHED)]
    found += [_date(m[2], _month(m[1]), None) for m in text.take(_MONTH_ALONE)]
    found += [m[1] for m in text.take(_DAY_NAME)]
    found += [f"{m[2]}-q{m[1]}" if m[2] else f"q{m[1]}" for m in text.take(_QUARTER)]
    found += [_time(m) for m in text.take(_CLOCK)]
    found += [m[1] for m in text.take(_RELATIVE)]
    return tuple(sorted(set(found)))


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
