"""Templates: every value is escaped; what a template does not know is an error, not nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from netnew.doors.http.console import menu, subjects

# What a verdict looks like besides its colour, so that colour alone never says it.
MARKS = {
    "KNOWN": ("known", "●"),
    "NEAR_DUP": ("near", "◐"),
    "NOVEL_CONNECTED": ("new", "◆"),
    "NOVEL_ORPHAN": ("orphan", "◇"),
    "CONTINUE": ("new", "→"),
    "SHIP": ("good", "✓"),
    "ESCALATE": ("warn", "▲"),
    "NORMAL": ("good", "▁"),
    "ELEVATED": ("near", "▃"),
    "HIGH": ("warn", "▅"),
    "CRITICAL": ("bad", "▇"),
    "waiting": ("near", "○"),
    "approved": ("good", "✓"),
    "rejected": ("bad", "✕"),
    "approve": ("good", "✓"),
    "reject": ("bad", "✕"),
    "discriminating": ("good", "✓"),
    "solved": ("known", "●"),
    "stalled": ("warn", "▬"),
    "blind": ("warn", "◌"),
    "noisy ceiling": ("bad", "≈"),
    "active": ("good", "●"),
    "revoked": ("bad", "✕"),
    "expired": ("known", "○"),
    "ongoing": ("new", "→"),
    "completed": ("good", "✓"),
    "superseded": ("known", "⇥"),
    "late": ("known", "⇤"),
    "quarantined": ("near", "○"),
    "undone": ("known", "↶"),
    "archived": ("known", "▪"),
    "forgotten": ("known", "✕"),
    "open": ("near", "○"),
    "researched": ("near", "◐"),
    "committed": ("good", "✓"),
    "rolled_back": ("bad", "↶"),
}


_ID = re.compile(r"((?:fact|decision|episode)_[0-9a-f]{32})")
_TICKED = re.compile(r"`([^`]+)`")


def render(template: str, values: Mapping[str, Any]) -> str:
    """Fill a template."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("netnew.doors.http.console"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    found.globals["menu"] = menu.MENU
    found.filters |= {
        "mark": lambda word: MARKS.get(str(word), ("plain", "·")),
        "when": when,
        "short": short,
        "pretty": pretty,
        "count": count,
        "ids": ids,
        "ticks": ticks,
        "kind": subjects.kind_name,
        "subject": subjects.subject,
        "place": subjects.place,
    }
    return found


def when(stamp: str | None) -> str:
    """Shorten a timestamp to what people read; the page carries the whole one beside it.

    >>> when("2026-02-14T09:30:12.000000Z")
    '14 Feb 2026, 09:30'
    """
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    text = stamp or ""
    try:
        year, month, day = (int(part) for part in text[:10].split("-"))
        return f"{day} {months[month - 1]} {year}, {text[11:16]}"
    except (ValueError, IndexError):
        return text


def short(identity: object) -> str:
    """Shorten an id: its kind, and enough of the hash to tell it from others.

    >>> short("kgr_6423e4720a3337fb72e61a88234f72a6"), short("claim-3")
    ('kgr_6423e472…', 'claim-3')
    """
    text = str(identity)
    head, line, tail = text.rpartition("_")
    if len(tail) >= 24 and tail.isalnum():
        return f"{head}{line}{tail[:8]}…"
    return text if len(text) <= 60 else f"{text[:59]}…"


def ids(text: str) -> list[tuple[str, str | None]]:
    """Cut a text at the ids of memories: each part with its id, or with None where it is words.

    >>> ids("as told in fact_" + 32 * "0")
    [('as told in ', None), ('fact_00000000000000000000000000000000', \
'fact_00000000000000000000000000000000')]
    """
    parts = _ID.split(text)
    return [(part, part if at % 2 else None) for at, part in enumerate(parts) if part]


def ticks(text: str) -> list[tuple[str, bool]]:
    """Cut a text at its backticks: each part, and whether they stand around it.

    >>> ticks("no agent `scout` here")
    [('no agent ', False), ('scout', True), (' here', False)]
    """
    parts = _TICKED.split(text)
    return [(part, bool(at % 2)) for at, part in enumerate(parts) if part]


def pretty(value: Any) -> str:
    """Lay a record out as JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True)


def count(number: int, one: str, more: str = "") -> str:
    """Give a number with its noun.

    >>> count(1, "verdict"), count(1200, "verdict"), count(2, "reply", "replies")
    ('1 verdict', '1 200 verdicts', '2 replies')
    """
    noun = one if number == 1 else more or f"{one}s"
    return f"{number:,} {noun}".replace(",", "\u202f" if number > 999_999 else " ")
