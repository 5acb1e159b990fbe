"""How often something happens: nightly, every two weeks, three times a month."""

from __future__ import annotations

import re
from typing import Final

from netnew.kernel.spans import Masked
from netnew.kernel.units import SPELLED

# Each adverb as how many times in how many of which unit.
_ADVERBS: Final = {
    "hourly": (1, 1, "hour"), "daily": (1, 1, "day"), "nightly": (1, 1, "day"),
    "weekly": (1, 1, "week"), "biweekly": (1, 2, "week"), "fortnightly": (1, 2, "week"),
    "monthly": (1, 1, "month"), "bimonthly": (1, 2, "month"), "quarterly": (1, 3, "month"),
    "yearly": (1, 1, "year"), "annually": (1, 1, "year"),
}  # fmt: skip
_UNITS: Final = {
    "second": "second", "minute": "minute", "hour": "hour", "day": "day", "night": "day",
    "morning": "day", "evening": "day", "week": "week", "fortnight": "fortnight",
    "month": "month", "quarter": "quarter", "year": "year",
}  # fmt: skip
_TIMES: Final = {"once": 1, "twice": 2, "thrice": 3}
_NUMBER: Final = rf"[0-9]{{1,3}}|{'|'.join(SPELLED)}"
_UNIT: Final = "|".join(_UNITS)
# Before a noun it is part of a name: the weekly report is another thing than the monthly one.
_NO_NOUN: Final = (
    r"(?=\s*(?:[.,;:!?)]|$|(?:now|again|instead|at|in|on|by|for|from|to|with|since|as|and|but|"
    r"or|rather|than|after|before|because|until|starting|during)\b))"
)
_SPANS: Final = re.compile(
    rf"\b(?P<times>once|twice|thrice|(?P<some>{_NUMBER}) (?:times|days|nights|evenings|mornings))"
    rf" (?:(?:a|an|per|each|every) (?P<unit>{_UNIT})|(?P<within>{'|'.join(_ADVERBS)}))\b"
    rf"|\bevery (?:(?P<other>other|second) |(?P<many>{_NUMBER}) )?(?P<each>{_UNIT})s?\b{_NO_NOUN}"
    rf"|\b(?P<adverb>{'|'.join(_ADVERBS)})\b{_NO_NOUN}"
)
_SIGNS: Final = ("ly", "every ", "once", "twice", "thrice", " a ", " per ", " each ")


def rate_spans(text: Masked) -> list[tuple[int, str, str]]:
    """Where a text says how often, in which words, and how often that is; each is masked.

    >>> [(shown, often) for _, shown, often in rate_spans(Masked("it runs every two weeks"))]
    [('every two weeks', '1 in 2 week')]
    >>> rate_spans(Masked("the weekly report"))
    []
    """
    return [(m.start(), m.group(), _often(m)) for m in text.take(_SPANS, _SIGNS)]


def _often(match: re.Match[str]) -> str:
    if match["adverb"]:
        times, spans, unit = _ADVERBS[match["adverb"]]
    elif match["each"]:
        spans = 2 if match["other"] else _amount(match["many"])
        times, unit = 1, _UNITS[match["each"]]
    else:
        times = _TIMES.get(match["times"]) or _amount(match["some"])
        _, spans, unit = _ADVERBS.get(match["within"] or "", (1, 1, _UNITS.get(match["unit"], "")))
    if unit == "fortnight":
        spans, unit = 2 * spans, "week"
    if unit == "quarter":
        spans, unit = 3 * spans, "month"
    return f"{times} in {spans} {unit}"


def _amount(said: str | None) -> int:
    if not said:
        return 1
    return int(said) if said.isdigit() else int(SPELLED[said])
