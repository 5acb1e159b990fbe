"""What belongs to a bullet of Markdown: the lines that go on with it, and what stands below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import Final, NamedTuple

from netnew.memory.moving.markdown import labels

_TOP: Final = re.compile(r"^[-*+][ \t]+(?P<says>.*)$")
_ANY: Final = re.compile(r"^\s*(?:[-*+]|\d+[.)])[ \t]")


class Bullet(NamedTuple):
    """A bullet that is not below another one."""

    says: str
    """Its first line."""
    rest: str
    """The lines that go on with the sentence, as one."""
    body: str
    """What stands indented below: labels, bullets, paragraphs."""
    lines: int
    """How many lines it takes."""


def bullet_at(lines: Sequence[str], at: int) -> Bullet | None:
    """The bullet that begins on line `at`, or None.

    >>> bullet_at(["- Use Go", "  everywhere", "  - Why: one binary", "- Use pnpm"], 0)
    Bullet(says='Use Go', rest='everywhere', body='- Why: one binary', lines=3)
    """
    top = _TOP.match(lines[at])
    if top is None:
        return None
    end = at + 1
    while end < len(lines) and (_goes_on(lines[end]) or _lazy(lines[end - 1], lines[end])):
        end += 1
    below = dedent("\n".join(lines[at + 1 : end])).split("\n")
    said = 0
    while said < len(below) and _sentence(below[said]):
        said += 1
    rest = " ".join(line.strip() for line in below[:said])
    return Bullet(top["says"], rest, dedent("\n".join(below[said:])).strip(), end - at)


def _goes_on(line: str) -> bool:
    return not line.strip() or line[0] in " \t"


def _lazy(before: str, line: str) -> bool:
    """A line of the same paragraph that somebody did not indent."""
    return bool(before.strip()) and not _ANY.match(line) and line[0] not in "|#>"


def _sentence(line: str) -> bool:
    return bool(line.strip()) and not _ANY.match(line) and not labels(line)
