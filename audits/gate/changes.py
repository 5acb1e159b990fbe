"""The same sentence saying another thing: a number, date, negation, mood or quantifier changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

MONTHS = (
    "January February March April May June July August September October November December"
).split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_DATED = re.compile(rf"\b(?:{'|'.join([*MONTHS, *DAYS])})\b")
_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_NUMBER = re.compile(r"(?<![\w.,/-])[1-9][0-9]{0,3}(?![\w.,/-])")
_VERB = re.compile(r"\b(?:is|are|was|were|should|must|can|will|would)\b(?! not\b|n't)")
_SWAPS = {
    "modality": {"must": "may", "should": "may", "will": "might", "can": "must"},
    "quantifier": {"all": "some", "every": "no", "always": "sometimes", "only": "even"},
}


def changes(text: str) -> Iterator[tuple[str, str]]:
    """Texts that differ from `text` in one thing alone: (kind, text).

    >>> dict(changes("All 3 teams should ship in May"))["numeric"]
    'All 10 teams should ship in May'
    """
    if found := _NUMBER.search(text):
        yield "numeric", _put(text, found, str(int(found.group()) * 3 + 1))
    if found := _DATED.search(text):
        names = MONTHS if found.group() in MONTHS else DAYS
        yield "date", _put(text, found, names[(names.index(found.group()) + 3) % len(names)])
    elif found := _YEAR.search(text):
        yield "date", _put(text, found, str(int(found.group()) + 4))
    if " not " in text:
        yield "negation", text.replace(" not ", " ", 1)
    elif found := _VERB.search(text):
        yield "negation", _put(text, found, f"{found.group()} not")
    for kind, swaps in _SWAPS.items():
        if found := re.search(rf"\b(?:{'|'.join(swaps)})\b", text):
            yield kind, _put(text, found, swaps[found.group()])


def _put(text: str, found: re.Match[str], other: str) -> str:
    return f"{text[: found.start()]}{other}{text[found.end() :]}"
