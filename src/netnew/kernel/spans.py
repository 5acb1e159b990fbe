"""Reading a text in turns: what one reader has taken is blank to the next."""

from __future__ import annotations

import re


class Masked:
    """A lower-case text whose parts are taken one after the other, positions unchanged.

    >>> text = Masked("Due 3 May, 5 seats")
    >>> [match.group() for match in text.take(re.compile(r"3 may"))]
    ['3 may']
    >>> text.text
    'due      , 5 seats'
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text.lower().replace("’", "'")

    def take(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """Return all matches of `pattern` and blank them out."""
        matches = list(pattern.finditer(self.text))
        if matches:
            self.text = pattern.sub(lambda match: " " * len(match.group()), self.text)
        return matches
