"""Dates as people write them into headings and labels. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

_ISO: Final = re.compile(
    r"(?<![\d-])(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?![\d-])(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(Z)?)?"
)
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_MONTH: Final = "|".join(name[:3] + f"(?:{name[3:]})?" if name[3:] else name for name in _MONTHS)
_WORDS: Final = re.compile(
    rf"\b(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[ .]+(?P<m>{_MONTH})\.?|"
    rf"(?P<m2>{_MONTH})\.?[ ]+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?),?[ ]+(?P<y>\d{{4}})\b",
    re.IGNORECASE,
)


class NoDateError(ValueError):
    """A text has the shape of a date, and there is no such day."""


def dated(text: str) -> tuple[str | None, str]:
    """The first date in a text as ISO 8601, and the text without it; None where there is none.

    Days and months as numbers are read year first only: 03/04/2026 is two days to two people.

    >>> dated("2026-05-01: Use Go"), dated("Use Go (May 1st, 2026)")
    (('2026-05-01T00:00:00+00:00', 'Use Go'), ('2026-05-01T00:00:00+00:00', 'Use Go'))
    """
    found = _ISO.search(text)
    if found:
        year, month, day = (int(part) for part in re.split(r"[-/.]", found.group(1)))
        clock = found.group(2) or "0:00"
    else:
        found = _WORDS.search(text)
        if not found:
            return None, text.strip()
        month = _month(found["m"] or found["m2"])
        year, day, clock = int(found["y"]), int(found["d"] or found["d2"]), "0:00"
    hour, minute, second = (int(part) for part in (*clock.split(":"), "0")[:3])
    try:
        moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError as error:
        raise NoDateError(f"{found.group()} is no day ({error})") from error
    left, right = text[: found.start()], text[found.end() :]
    return moment.isoformat(), _joined(left, right)


def opens_dated(text: str) -> bool:
    """Whether a text begins with a date; one in its middle is part of what it says.

    >>> opens_dated("**2026-05-01** Use Go"), opens_dated("Freeze on 2026-05-01")
    (True, False)
    """
    shown = text.lstrip("([*_ \t")
    return bool(_ISO.match(shown) or _WORDS.match(shown))


def _joined(left: str, right: str) -> str:
    """What stands around a date, without the signs that set it apart."""
    left = left.rstrip().rstrip("([").rstrip().rstrip(":,–—-|").rstrip()
    right = right.lstrip().lstrip(")]").lstrip().lstrip(":,–—-|").lstrip()
    return f"{left} {right}".strip()


def _month(name: str) -> int:
    return next(at for at, month in enumerate(_MONTHS, 1) if month.startswith(name.lower()[:3]))
