"""The elements of the lists in a JSON document, one by one, each with the line that it begins on.

A document that breaks off in the middle gives what stands before the break.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


class Element(NamedTuple):
    """One element, the key of the list that it stands in (empty at the top), and its line."""

    line: int
    key: str
    value: Any
    problem: ValueError | RecursionError | None = None


def elements(text: str, lists: Collection[str]) -> Iterator[Element]:
    r"""Elements of a list at the top, or of the lists under these keys of an object at the top.

    An object that has none of the lists is an element itself.

    >>> list(elements('{"results": [1,\n 2], "next": null}', {"results"}))[1]
    Element(line=2, key='results', value=2, problem=None)
    >>> [one.line for one in elements('[1,\n2,\n!', ())]
    [1, 2, 3]
    """
    document = _Document(text)
    try:
        yield from document.walk(lists)
    except (ValueError, RecursionError) as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else document.at
        yield Element(document.line(max(at, document.counted)), "", None, error)


class _Document:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.counted, self._line = 0, 1

    def walk(self, lists: Collection[str]) -> Iterator[Element]:
        opening = self.peek()
        if opening == "[":
            yield from self.listed("")
        elif opening == "{":
            yield from self.members(lists)
        else:
            self.value()
        if self.peek():
            raise json.JSONDecodeError("Extra data", self.text, self.at)

    def members(self, lists: Collection[str]) -> Iterator[Element]:
        start, rest, found = self.line(self.at), {}, False
        self.at += 1
        while self.peek() != "}":
            key = self.value()
            self.take(":")
            if key in lists and self.peek() == "[":
                found = True
                yield from self.listed(key)
            else:
                rest[key] = self.value()
            if self.peek() != "}":
                self.take(",")
        self.at += 1
        if not found:
            yield Element(start, "", rest)

    def listed(self, key: str) -> Iterator[Element]:
        self.at += 1
        while self.peek() != "]":
            line = self.line(self.at)
            yield Element(line, key, self.value())
            if self.peek() != "]":
                self.take(",")
        self.at += 1

    def value(self) -> Any:
        self.peek()
        value, self.at = _DECODER.raw_decode(self.text, self.at)
        return value

    def peek(self) -> str:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def take(self, sign: str) -> None:
        if self.peek() != sign:
            raise json.JSONDecodeError(f"Expecting '{sign}' delimiter", self.text, self.at)
        self.at += 1

    def line(self, at: int) -> int:
        # Counted on from the last place: a file is long, and its elements come in order.
        self._line += self.text.count("\n", self.counted, at)
        self.counted = at
        return self._line
