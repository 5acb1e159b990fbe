"""Meeting notes in Markdown: headings part the rounds and say what the lines below them are."""

from __future__ import annotations

import re

from netnew.foundation.errors import RecordError
from netnew.meter.extract.turns import Turn

GOOD = "## Round 1 … ### Open questions … - Who pays?"
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_KINDS = (
    (
        re.compile(r"\b(?:open |unresolved )?questions?\b|\bopen (?:points|issues)\b", re.I),
        "open_questions",
    ),
    (
        re.compile(r"\b(?:next )?(?:steps?|actions?|action items?)\b|\bto-?dos?\b", re.I),
        "next_actions",
    ),
    (re.compile(r"\bdecisions?\b|\bdecided\b|\bagreed\b", re.I), "decisions"),
    (re.compile(r"\b(?:notes?|discussion|claims?|findings?|summary|minutes)\b", re.I), "claims"),
)
_FENCE = re.compile(r"^\s*(?:```|~~~)")


def turns(text: str, source: str) -> list[Turn]:
    r"""A turn for each heading that names no list; headings below it say what its lines are.

    >>> found = turns("# Monday\n- The pump is too loud.\n## Actions\n- Kim calls", "notes.md")
    >>> found[0].claims, found[1].claims, found[1].next_actions
    ([], ['The pump is too loud.'], ['Kim calls'])
    """
    if not text.strip():
        raise RecordError(source, "is empty", f"write notes with headings: {GOOD}")
    found = [Turn()]
    kind: str | None = None
    fenced = False
    for line in text.splitlines():
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line)
        if heading:
            kind = _kind_of(heading[2])
            if kind is None:
                found.append(Turn())
        elif not fenced and line.strip() and not _FENCE.match(line):
            found[-1].say(line, as_kind=None if kind == "claims" else kind)
    return found


def _kind_of(heading: str) -> str | None:
    return next((kind for pattern, kind in _KINDS if pattern.search(heading)), None)
