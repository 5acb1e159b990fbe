"""Where a decision stands in its own log, and which one replaced it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from netnew.memory.records import State

# The word that a status opens with → what becomes of the decision here.
STATES: Final[Mapping[str, State]] = {
    "accepted": "active", "approved": "active", "active": "active", "adopted": "active",
    "decided": "active", "done": "active", "implemented": "active", "agreed": "active",
    "proposed": "quarantined", "draft": "quarantined", "pending": "quarantined",
    "open": "quarantined", "review": "quarantined", "rfc": "quarantined",
    "rejected": "rejected", "declined": "rejected", "withdrawn": "rejected",
    "deprecated": "archived", "obsolete": "archived", "retired": "archived",
    "superseded": "superseded", "superceded": "superseded", "replaced": "superseded",
}  # fmt: skip
_WORD: Final = re.compile(r"[a-z]+")
_REPLACED: Final = re.compile(
    r"\b(?:super[sc]eded|replaced)(?:[ \t]+by|:)?[ \t]*:?[ \t]*(?P<by>[^\n;]*)", re.IGNORECASE
)
_REPLACES: Final = re.compile(
    r"\b(?:super[sc]edes|replaces)[ \t]*:?[ \t]*(?P<what>[^\n;]*)", re.IGNORECASE
)
_LINK: Final = re.compile(r"\]\(<?(?:[^)\s>#]*/)?([^)\s>/#]+?)(?:\.md)?(?:#[^)\s]*)?>?\)")
_NUMBER: Final = re.compile(r"(?:^|[^\w.])(?:adr|rfc|no\.?|#)?[-_ #]?0*(\d{1,5})\b", re.IGNORECASE)
_OWN_NUMBER: Final = re.compile(r"^(?:adr|rfc)?[-_ ]?0*(\d{1,5})(?=[-_. ]|$)", re.IGNORECASE)


class Status(NamedTuple):
    """What a status comes to, and the refs of the decisions that it links."""

    state: State
    superseded_by: str | None = None
    supersedes: tuple[str, ...] = ()


def status_of(says: str) -> Status:
    """Read the text of a status; one that is not known waits for a person.

    >>> status_of("Superseded by [9. Use Kafka](0009-use-kafka.md)")
    Status(state='superseded', superseded_by='9', supersedes=())
    >>> status_of("Accepted; supersedes ADR-0003").supersedes
    ('3',)
    """
    replaced, replaces = _REPLACED.search(says), _REPLACES.search(says)
    supersedes = () if replaces is None else refs(replaces["what"])
    if replaced:
        by = refs(replaced["by"])
        return Status("superseded", by[0] if by else None, supersedes)
    words = _WORD.findall(says.lower())
    known = next((STATES[word] for word in words[:4] if word in STATES), None)
    if known is None and supersedes:
        known = "active"
    return Status(known or ("quarantined" if words else "active"), None, supersedes)


def refs(text: str) -> tuple[str, ...]:
    """What a text links: files by their number or stem, else numbers, else the words themselves.

    >>> refs("[ADR-9](0009-use-kafka.md), [b](use-go.md)"), refs("ADR 0012")
    (('9', 'use-go'), ('12',))
    """
    files = [ref_of(stem) for stem in _LINK.findall(text)]
    if not files:
        files = _NUMBER.findall(text)
    words = text.strip().strip("\"'.[]()").lower()
    return tuple(files) or ((words,) if words else ())


def ref_of(stem: str) -> str:
    """What links call a file: its number, or its name without the suffix.

    >>> ref_of("0007-use-postgres"), ref_of("adr-012"), ref_of("2026-05-01-use-go")
    ('7', '12', '2026-05-01-use-go')
    """
    if re.match(r"\d{4}-\d{2}-\d{2}", stem):
        return stem.lower()
    number = _OWN_NUMBER.match(stem)
    return number.group(1) if number else stem.lower()
