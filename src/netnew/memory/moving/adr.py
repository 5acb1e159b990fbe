"""Architecture decision records: one Markdown file a decision, in Nygard's form or MADR. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Final

from netnew.foundation.errors import RecordError
from netnew.foundation.names import flaw
from netnew.memory.intake import LONGEST_TEXT
from netnew.memory.moving.arrival import SHOWN, Arrival
from netnew.memory.moving.dates import NoDateError, dated
from netnew.memory.moving.markdown import (
    Section,
    front_matter,
    labels,
    sections,
    without_comments,
)
from netnew.memory.moving.statuses import Status, ref_of, status_of
from netnew.memory.records import DecisionInput

SESSION: Final = "adr"
_NUMBERED: Final = re.compile(r"^(?:adr|rfc)?[-_ #]*\d+[ .:)\-–—]+[ ]*", re.IGNORECASE)
# What the sections of such records are called, in the forms that are in use.
DECISION: Final = ("decision outcome", "decision", "resolution", "outcome", "we will")
CONTEXT: Final = ("context and problem statement", "context", "problem", "background", "issue")
AFTER: Final = ("consequences", "implications", "pros and cons")
STATUS: Final = ("status",)


def read(text: str, file: str) -> Arrival:
    r"""The decision that a file holds.

    >>> text = "# 7. Use Go\n\nDate: 2026-05-01\n\n## Status\n\nAccepted\n\n## Decision\n\nWe will."
    >>> one = read(text, "0007-use-go.md")
    >>> one.given.text, one.given.made_at, one.ref, one.status
    ('Use Go: We will.', '2026-05-01T00:00:00+00:00', '7', 'active')
    """
    head, rest = front_matter(without_comments(text.replace("\r\n", "\n")))
    parts = sections(rest)
    title = next((one for one in parts if one.level == 1), None) or next(
        (one for one in parts if one.level), parts[0]
    )
    try:
        return _arrival(head, parts, title, file)
    except (RecordError, NoDateError) as error:
        problem = (
            error
            if isinstance(error, RecordError)
            else RecordError(file, str(error), "write it like 2026-05-01", line=title.line)
        )
        return Arrival(file, title.line, problem=problem, text=title.title[:SHOWN])


def is_record(text: str) -> bool:
    """Whether a text has the shape of such a record: a decision, or a status, of its own."""
    head, rest = front_matter(without_comments(text.replace("\r\n", "\n")))
    parts = sections(rest)
    named = any(_is(one, DECISION) or _is(one, STATUS) for one in parts if one.level)
    return named or bool(head.keys() & {"status", "decision-makers", "deciders"})


def _arrival(
    head: Mapping[str, str], parts: Sequence[Section], title: Section, file: str
) -> Arrival:
    name = _NUMBERED.sub("", head.get("title") or title.title).strip()
    if not name:
        way_out = "begin it with `# 1. What is decided`"
        raise RecordError(file, "has no title", way_out, line=title.line)
    said = labels("\n".join(one.body for one in parts if one.level < 2))
    status, words = _status(head, said, parts)
    if not any(_is(one, DECISION) for one in parts) and not words:
        way_out = "give it the headings Status and Decision"
        raise RecordError(file, "is no decision record", way_out, line=title.line)
    decision = _under(parts, DECISION)
    # On one line too it can be told what the title is.
    joint = "" if name[-1] in ".!?:" else ":"
    text = f"{name}{joint} {decision}" if decision else name
    if fault := flaw(text, LONGEST_TEXT):
        way_out = f"give at most {LONGEST_TEXT:,} characters without NUL"
        raise RecordError(file, f"the decision {fault}", way_out, line=title.line)
    given = DecisionInput(
        text,
        session_id=SESSION,
        reasons=tuple(part for part in (_under(parts, CONTEXT), _under(parts, AFTER)) if part),
        tags=("adr",),
        made_at=_date(head, said, words, file),
    )
    return Arrival(
        file, title.line, given, ref=ref_of(PurePath(file).stem), status=status.state,
        source=str(PurePath(file).parent),
        superseded_by=status.superseded_by, supersedes=status.supersedes, vouched=True,
    )  # fmt: skip


def _status(
    head: Mapping[str, str], said: Mapping[str, str], parts: Sequence[Section]
) -> tuple[Status, str]:
    own = [head.get("status", ""), said.get("status", ""), _under(parts, STATUS)]
    for key, verb in (("superseded by", "Superseded by"), ("supersedes", "Supersedes")):
        found = said.get(key) or head.get(key) or head.get(key.replace(" ", "-"))
        own += [f"{verb} {found}"] if found else []
    words = "\n".join(one for one in own if one)
    return status_of(words), words


def _date(head: Mapping[str, str], said: Mapping[str, str], status: str, file: str) -> str | None:
    for text in (head.get("date", ""), said.get("date", ""), status, PurePath(file).stem[:10]):
        found, _ = dated(text)
        if found:
            return found
    return None


def _under(parts: Sequence[Section], names: Sequence[str]) -> str:
    """What stands below the first section of such a name, with its own subsections."""
    for at, one in enumerate(parts):
        if one.level and _is(one, names):
            own = [one.body]
            for below in parts[at + 1 :]:
                if below.level <= one.level:
                    break
                if any(_is(below, others) for others in (CONTEXT, AFTER) if others != names):
                    continue  # told apart from the decision
                says = below.body.strip()
                own.append(f"{below.title}: {says}" if says else below.title)
            return "\n\n".join(part.strip() for part in own if part.strip())
    return ""


def _is(section: Section, names: Sequence[str]) -> bool:
    title = section.title.lower().strip(" :.")
    return any(title == name or title.startswith(f"{name} ") for name in names)
