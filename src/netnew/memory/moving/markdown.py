"""Markdown by its headings: sections with the line each begins on, and front matter. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

_HEADING: Final = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE: Final = re.compile(r"^ {0,3}(```+|~~~+)")
_UNDERLINE: Final = re.compile(r"^ {0,3}(=+|-{2,})[ \t]*$")
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_LABEL: Final = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?(?P<name>[A-Za-z][A-Za-z ]{1,24}?)"
    r"[ \t]*(?:\*\*|__)?:(?:\*\*|__)?[ \t]*(?P<says>.*)$"
)


class Section(NamedTuple):
    """A heading with what stands below it, up to the next one; level 0 is what comes before."""

    level: int
    title: str
    line: int
    body: str
    first: int
    """The line on which the body begins."""


def without_comments(text: str) -> str:
    """The text with HTML comments emptied; every line keeps its number."""
    return _COMMENT.sub(lambda found: "\n" * found.group().count("\n"), text)


def front_matter(text: str) -> tuple[Mapping[str, str], str]:
    r"""The `key: value` lines between two `---` at the top, and the text with them emptied.

    >>> front_matter("---\nstatus: accepted\n---\n# Use Go")
    ({'status': 'accepted'}, '\n\n\n# Use Go')
    """
    lines = text.split("\n")
    if lines[0].strip() != "---":
        return {}, text
    end = next((at for at, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
    if end is None:
        return {}, text
    pairs = (line.partition(":") for line in lines[1:end] if ":" in line)
    found = {
        key.strip().lower(): value.strip().strip("\"'")
        for key, _, value in pairs
        if not key.startswith((" ", "\t", "#", "-"))
    }
    return found, "\n".join([""] * (end + 1) + lines[end + 1 :])


def sections(text: str) -> list[Section]:
    r"""Every section of a text, in order; headings inside of code are no headings.

    >>> [(one.level, one.title, one.line) for one in sections("intro\n# A\n\nB\n---\ntext")]
    [(0, '', 1), (1, 'A', 2), (2, 'B', 4)]
    """
    found, body = [], list[str]()
    level, title, start, first = 0, "", 1, 1
    for number, line, heading in _lines(text):
        if heading is None:
            body.append(line)
            continue
        found.append(Section(level, title, start, "\n".join(body), first))
        level, title, taken = heading
        start, first, body = number, number + taken, []
    found.append(Section(level, title, start, "\n".join(body), first))
    return found


def _lines(text: str) -> Iterator[tuple[int, str, tuple[int, str, int] | None]]:
    """Each line with its number, and the heading that it is with the lines that this takes."""
    lines, fence, skip = text.split("\n"), "", False
    for at, line in enumerate(lines):
        if skip:
            skip = False
            continue
        if mark := _FENCE.match(line):
            if not fence:
                fence = mark.group(1)
            elif mark.group(1).startswith(fence):
                fence = ""
        found = None if fence else _HEADING.match(line)
        if found:
            yield at + 1, line, (len(found.group(1)), found.group(2), 1)
            continue
        below = lines[at + 1] if at + 1 < len(lines) else ""
        under = _UNDERLINE.match(below)
        plain = line.strip() and not fence and not line.lstrip().startswith(("-", "*", "|", ">"))
        alone = at == 0 or not lines[at - 1].strip()
        if under and plain and alone:
            skip = True
            yield at + 1, line, (1 if "=" in under.group(1) else 2, line.strip(), 2)
            continue
        yield at + 1, line, None


def labels(body: str) -> dict[str, str]:
    r"""`Status: accepted`, as a line, a bullet or in bold: the first of each name, in lower case.

    What follows a label up to the next one, or to a blank line, belongs to it.

    >>> labels("* **Status**: accepted\n* Date: 2026-05-01\nWhy: it is\ncheap")
    {'status': 'accepted', 'date': '2026-05-01', 'why': 'it is\ncheap'}
    """
    found: dict[str, str] = {}
    name = ""
    for line in body.split("\n"):
        label = _LABEL.match(line)
        if label:
            name = label["name"].strip().lower()
            if name in found:
                name = ""
            else:
                found[name] = label["says"].strip()
        elif not line.strip():
            name = ""
        elif name:
            found[name] += f"\n{line.strip()}"
    return found
