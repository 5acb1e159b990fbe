"""How a remembered thing reads: its id and marks on one line, what it says below, then notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import netnew
from netnew.doors.cli.door import Door
from netnew.doors.cli.screen import line, tint

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

COLOURS = {
    "active": "green", "ongoing": "green", "completed": "green", "kept": "green",
    "superseded": "cyan", "supersedes": "cyan", "confirmed": "cyan", "duplicate": "cyan",
    "conflict": "yellow", "quarantined": "yellow", "late": "yellow",
    "refused": "red", "rejected": "red",
}  # fmt: skip
# What a screen takes; a whole document would push all else off it.
LONGEST_SHOWN = 1_000


def day(moment: str) -> str:
    """The day and minute of a moment, in UTC."""
    return f"{moment[:10]} {moment[11:16]}"


def word(state: str) -> Text:
    """A state or an outcome in its colour."""
    return tint(state, COLOURS.get(state, "dim"))


def brief(text: str) -> str:
    r"""`text` on one line; of a long one its opening, and how long it is.

    >>> brief("Use\n  Go"), brief("a" * 2_000)[-49:]
    ('Use Go', 'aa … (2,000 characters in all; --json shows them)')
    """
    joined = " ".join(text.split())
    if len(joined) <= LONGEST_SHOWN:
        return joined
    return f"{joined[:LONGEST_SHOWN]} … ({len(text):,} characters in all; --json shows them)"


def entry(head: Text, text: str, notes: Iterable[str | Text] = ()) -> list[RenderableType]:
    """One remembered thing; what folds keeps its indent."""
    from rich.padding import Padding

    said = tint(brief(text), "") if text.strip() else tint("(nothing)", "dim")
    shown = [said, *(line(note) if isinstance(note, str) else note for note in notes)]
    return [head, *(Padding(one, (0, 0, 0, 2), expand=False) for one in shown)]


def listing(
    door: Door,
    document: dict[str, object],
    entries: Sequence[list[RenderableType]],
    *,
    nothing: str,
    hidden: int,
) -> None:
    """Print a list of entries, and say how many more there are."""
    if not entries:
        door.answer(document, nothing)
        return
    more = [tint(f"({hidden:,} earlier ones not shown; --limit shows more)", "dim")]
    door.answer(document, *(part for one in entries for part in one), *(more if hidden else []))


def nothing_of(nn: netnew.Netnew, agent: str, what: str, *, asked: bool = False) -> str:
    """What to say where nothing is found; names the agents that do remember something."""
    others = [name for name in nn.agents() if name != agent]
    named = ", ".join(f"`{name}`" for name in others[:5]) + (" …" if len(others) > 5 else "")
    hint = f" Agents that remember: {named}; name one with --agent." if others and not asked else ""
    about = " has to do with that" if asked else " is remembered"
    return f"No {what} of agent `{agent}`{about}.{hint}"
