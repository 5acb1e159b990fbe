"""Keys of one JSON object, each in its type; what does not fit is named by file, line and key."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from netnew.foundation.errors import InputError, RecordError
from netnew.foundation.names import flaw
from netnew.memory.intake import LONGEST_TEXT, checked_moment

LONGEST_SESSION: Final = 200


class Fields:
    """The keys of an object that stands on a line of a file."""

    def __init__(self, given: Mapping[str, Any], file: str, line: int) -> None:
        self.given, self.file, self.line = given, file, line

    def needed(self, name: str) -> str:
        """A text that must be there."""
        value = self.text(name)
        if value is None:
            raise self.wrong(name, "is missing or empty", f"say something in `{name}`")
        return value

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str | None:
        """A text; None where it is absent, null or blank."""
        value = self.given.get(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            return None
        if found := flaw(value, longest):
            raise self.wrong(name, found, f"give a text of at most {longest:,} characters")
        return str(value)

    def session(self, name: str) -> str | None:
        """The name of a session."""
        return self.text(name, LONGEST_SESSION)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self.given.get(name)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.wrong(name, f"is a {_kind(value)}, no list", "give a list of texts")
        for at, one in enumerate(value):
            if found := flaw(one, LONGEST_TEXT):
                raise self.wrong(f"{name}[{at}]", found, "give a list of texts")
        return tuple(value)

    def moment(self, name: str) -> str | None:
        """A moment, as it was written."""
        value = self.text(name)
        try:
            return checked_moment(name, value)
        except InputError as error:
            raise self.wrong(name, f"is {value!r:.40}, no time", error.way_out) from error

    def share(self, name: str) -> float | None:
        """A number from 0 to 1."""
        value = self.given.get(name)
        if value is None:
            return None
        numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not numeric or not math.isfinite(value) or not 0 <= value <= 1:
            raise self.wrong(name, f"is {value!r:.40}", "give a number from 0 to 1")
        return float(value)

    def count(self, name: str, least: int = 0) -> int:
        """A whole number; the least one where it is absent."""
        value = self.given.get(name, least)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 1 << 53:
            raise self.wrong(name, f"is {value!r:.40}", f"give a whole number from {least}")
        return int(value)

    def flag(self, name: str) -> bool | None:
        """True or false; None where it is absent."""
        value = self.given.get(name)
        if value is not None and not isinstance(value, bool):
            raise self.wrong(name, f"is {value!r:.40}", "give true or false")
        return value

    def object(self, name: str) -> Mapping[str, Any]:
        """An object; an empty one where it is absent."""
        value = self.given.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.wrong(name, f"is a {_kind(value)}, no object", 'give {"key": …}')
        return value

    def wrong(self, name: str, problem: str, way_out: str) -> RecordError:
        """The error that names this key."""
        return RecordError(self.file, problem, way_out, line=self.line, key=name)


def _kind(value: Any) -> str:
    names = {dict: "object", list: "list", str: "text", bool: "truth value"}
    return names.get(type(value), "number")
