"""Markdown decision logs: dated headings, dated bullets, or a table with a date column. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from netnew.foundation.errors import RecordError
from netnew.foundation.names import flaw
from netnew.memory.intake import LONGEST_TEXT
from netnew.memory.moving.arrival import SHOWN, Arrival
from netnew.memory.moving.bullets import Bullet, bullet_at
from netnew.memory.moving.dates import NoDateError, dated, opens_dated
from netnew.memory.moving.markdown import Section, front_matter, labels, sections, without_comments
from netnew.memory.moving.statuses import refs, status_of
from netnew.memory.records import DecisionInput

SESSION: Final = "decision-log"
_ROW: Final = re.compile(r"^\s*\|(.*)\|\s*$")
_RULE: Final = re.compile(r"^[\s|:-]+$")
_REASONS: Final = ("rationale", "why", "reason", "reasons", "because", "context", "consequences")
_TEXT: Final = ("decision", "we decided", "decided", "outcome")


class Entry(NamedTuple):
    """One decision as it stands in the log, before it is checked."""

    line: int
    title: str
    body: str
    date: str | None = None


def read(text: str, file: str) -> Iterator[Arrival]:
    r"""Every decision of a log, in its order.

    >>> log = "# Log\n\n## 2026-05-01: Use Go\n\nWhy: one binary\n\n## Someday\n\nSleep"
    >>> [(one.line, one.problem is None) for one in read(log, "log.md")]
    [(3, True), (7, False)]
    """
    _, rest = front_matter(without_comments(text.replace("\r\n", "\n")))
    found = False
    for one in _entries(sections(rest), file):
        found = True
        yield one if isinstance(one, Arrival) else _arrival(one, file)
    if not found:
        problem = RecordError(
            file, "holds no dated decision", "write headings like `## 2026-05-01: Use Go`", line=1
        )
        yield Arrival(file, 1, problem=problem)


def dated_entries(text: str) -> int:
    """How many decisions a text would give: what a file is recognised by."""
    return sum(one.problem is None for one in read(text, ""))


def _entries(parts: Sequence[Section], file: str) -> Iterator[Entry | Arrival]:
    level, day, at = 0, None, 0
    while at < len(parts):
        one = parts[at]
        at += 1
        try:
            date, title = dated(one.title)
        except NoDateError as error:
            yield _bad(file, one.line, str(error), "mend the date", one.title)
            level, day = one.level, None
            continue
        if date is not None:
            level, day = one.level, date
        when = date or (day if one.level > level else None)
        if date is not None and not title:
            # A bare date: what is decided stands below it, as bullets or under headings.
            yield from _listed(one, file, date)
        elif one.level and (when is not None or _labelled(one)):
            end = next(
                (n for n in range(at, len(parts)) if parts[n].level <= one.level), len(parts)
            )
            yield Entry(one.line, title, _folded(one, parts[at:end]), when)
            at = end
        elif one.level and level == one.level:
            day = None
            yield _bad(file, one.line, f"`{one.title:.60}` has no date",
                       "write `## 2026-05-01: What is decided`", one.title)  # fmt: skip
        else:
            yield from _listed(one, file, None)


def _folded(section: Section, below: Sequence[Section]) -> str:
    """The body of an entry; each heading below it becomes a label."""
    # Without blank lines, so that all of it belongs to its label.
    bodies = ("\n".join(line for line in one.body.split("\n") if line.strip()) for one in below)
    labelled = (f"{one.title}: {body}" for one, body in zip(below, bodies, strict=True))
    return "\n\n".join([section.body, *labelled])


def _labelled(section: Section) -> bool:
    return bool(labels(section.body).keys() & {"date", "decision"})


def _listed(section: Section, file: str, day: str | None) -> Iterator[Entry | Arrival]:
    """The bullets and table rows below a heading; undated ones count only under a date."""
    columns: list[str] = []
    lines = section.body.split("\n")
    beside_dated = day is None and any(
        opens_dated(bullet.says) for line in lines if (bullet := bullet_at([line], 0))
    )
    at = 0
    while at < len(lines):
        number, line = section.first + at, lines[at]
        bullet = bullet_at(lines, at)
        at += bullet.lines if bullet else 1
        if row := _ROW.match(line):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row.group(1))]
            if not columns:
                columns = [cell.lower() for cell in cells]
            elif not _RULE.match(line):
                yield from _row(dict(zip(columns, cells, strict=False)), file, number, day)
            continue
        columns = []
        if bullet and beside_dated and not opens_dated(bullet.says):
            yield _bad(file, number, f"`{bullet.says:.60}` has no date",
                       "write `- 2026-05-01: What is decided`", bullet.says)  # fmt: skip
        elif bullet:
            yield from _bulleted(bullet, file, number, day)


def _bulleted(bullet: Bullet, file: str, line: int, day: str | None) -> Iterator[Entry | Arrival]:
    """A bullet with all that belongs to it."""
    for one in _dated_text(bullet.says, file, line, day):
        if isinstance(one, Entry):
            yield one._replace(title=f"{one.title} {bullet.rest}".strip(), body=bullet.body)
        else:
            yield one


def _row(
    cells: Mapping[str, str], file: str, line: int, day: str | None
) -> Iterator[Entry | Arrival]:
    when = next((cells[name] for name in cells if "date" in name or name == "when"), "")
    what = next((cells[name] for name in cells if "decision" in name or name == "title"), "")
    if not what or not any("date" in name or name == "when" for name in cells):
        return
    rest = "\n".join(
        f"{name.title()}: {says}" for name, says in cells.items() if says not in {when, what, ""}
    )
    for one in _dated_text(f"{when} {what}", file, line, day):
        yield one._replace(body=rest) if isinstance(one, Entry) else one


def _dated_text(says: str, file: str, line: int, day: str | None) -> Iterator[Entry | Arrival]:
    try:
        opens = opens_dated(says)
        date, title = dated(says.replace("**", "")) if opens else (None, says.strip())
    except NoDateError as error:
        yield _bad(file, line, str(error), "mend the date", says)
        return
    if title and (date or day):
        yield Entry(line, title, "", date or day)


def _arrival(entry: Entry, file: str) -> Arrival:
    said = labels(entry.body)
    try:
        date = entry.date or dated(said.get("date", ""))[0]
    except NoDateError as error:
        return _bad(file, entry.line, str(error), "mend the date", entry.title)
    decided = next((said[name] for name in _TEXT if said.get(name)), "")
    body = decided or ("" if said else entry.body.strip())
    text = f"{entry.title}\n\n{body}" if body else entry.title
    reasons = tuple(said[name] for name in _REASONS if said.get(name))
    fault = next((found for one in (text, *reasons) if (found := flaw(one, LONGEST_TEXT))), None)
    if fault:
        return _bad(file, entry.line, f"the decision {fault}", "split it", entry.title)
    status = status_of("\n".join(
        f"{lead}{said[name]}"
        for name, lead in (("status", ""), ("superseded by", "Superseded by "),
                           ("supersedes", "Supersedes "))
        if said.get(name)
    ))  # fmt: skip
    given = DecisionInput(text, session_id=SESSION, reasons=reasons, tags=("decision-log",),
                          made_at=date)  # fmt: skip
    return Arrival(
        file, entry.line, given, ref=_ref(entry.title), status=status.state,
        superseded_by=status.superseded_by, supersedes=status.supersedes,
    )  # fmt: skip


def _ref(title: str) -> str:
    """What links of the log call an entry: its number, or its words."""
    found = refs(title) if re.match(r"^(?:adr|rfc|#)?[-_ #]?\d+\b", title, re.IGNORECASE) else ()
    return found[0] if found else title.strip().lower()


def _bad(file: str, line: int, problem: str, way_out: str, text: str) -> Arrival:
    return Arrival(
        file, line, problem=RecordError(file, problem, way_out, line=line), text=text[:SHOWN]
    )
