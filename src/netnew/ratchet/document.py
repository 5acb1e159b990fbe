"""One object of a JSON document, with the path that leads to it, so that complaints can name it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import RecordError
from netnew.ratchet.numbers import exact, share


class Document:
    """Typed access to the keys of an object; a key that is absent or null gives None.

    >>> Document({"n": 3}, "run.json").count("n")
    3
    """

    def __init__(self, values: Any, source: str, path: str = "") -> None:
        if not isinstance(values, Mapping):
            raise RecordError(
                source, f"is a {type(values).__name__}", "give an object", key=path or "$"
            )
        self.values: Mapping[str, Any] = values
        self.source, self.path = source, path

    def key(self, name: str) -> str:
        """The whole path to a key of this object."""
        return f"{self.path}.{name}" if self.path else name

    def wrong(self, name: str, way_out: str) -> RecordError:
        """The error that says what the key holds, and what it should."""
        if name not in self.values:
            return RecordError(self.source, "is missing", way_out, key=self.key(name))
        problem = f"is {str(self.values[name])[:60]!r}"
        return RecordError(self.source, problem, way_out, key=self.key(name))

    def text(self, name: str) -> str | None:
        """A text that is not blank."""
        value = self.values.get(name)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            raise self.wrong(name, "give a text")
        return value

    def number(self, name: str) -> Fraction | None:
        """Any finite number."""
        value = self.values.get(name)
        return None if value is None else exact(value, self.source, self.key(name))

    def share(self, name: str) -> Fraction | None:
        """A number from 0 to 1."""
        value = self.values.get(name)
        return None if value is None else share(value, self.source, self.key(name))

    def count(self, name: str) -> int | None:
        """A whole number, 0 or more."""
        value = self.values.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self.wrong(name, "give a count, 0 or more")
        if value is not None and value < 0:
            raise self.wrong(name, "give a count, 0 or more")
        return value

    def inside(self, name: str) -> Document:
        """The object under this key; an empty one where it is absent."""
        value = self.values.get(name)
        return Document({} if value is None else value, self.source, self.key(name))

    def list(self, name: str) -> Sequence[Any]:
        """The list under this key; an empty one where it is absent."""
        value = self.values.get(name)
        if value is None:
            return ()
        if not isinstance(value, (list, tuple)):
            raise self.wrong(name, "give a list")
        return value

    def each(self, name: str) -> Iterator[Document]:
        """The objects of the list under this key."""
        for at, value in enumerate(self.list(name)):
            yield Document(value, self.source, f"{self.key(name)}[{at}]")

    def names(self, name: str) -> tuple[str, ...]:
        """The texts of the list under this key, each once."""
        found = self.list(name)
        if not all(isinstance(item, str) for item in found):
            raise self.wrong(name, "give a list of names")
        return tuple(dict.fromkeys(found))

    def needed(self, name: str, way_out: str) -> str:
        """A text that has to be there."""
        value = self.text(name)
        if value is None:
            raise self.wrong(name, way_out)
        return value
