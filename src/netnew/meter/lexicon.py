"""How word lists are kept: in groups, each with the general reason why its entries are there.

A phrase is words in a row; `a|b` stands for either word and `_` for up to four words between.
No word is here because some transcript needs it: `audits/meter` measures what each group does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

VERSION = "lexicon/1"


@dataclass(frozen=True)
class Group:
    """Entries that are in a lexicon for one and the same reason."""

    reason: str
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """Named groups of entries; a policy may add a group of its own."""

    name: str
    groups: tuple[Group, ...]

    @cached_property
    def entries(self) -> frozenset[str]:
        """All entries of all groups."""
        return frozenset(entry for group in self.groups for entry in group.entries)

    def extended(self, reason: str, entries: tuple[str, ...]) -> Lexicon:
        """Return this lexicon with one more group."""
        return Lexicon(self.name, (*self.groups, Group(reason, entries)))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """One pattern that finds any entry as whole words, the plural of its last word included.

        >>> found = Lexicon("l", (Group("to show it", ("blocker", "need|needs _ access")),)).pattern
        >>> found.search("two blockers left").group(), found.search("unblockered")
        ('blockers', None)
        >>> found.search("it needs some more access").group()
        'needs some more access'
        """
        longest_first = sorted(self.entries, key=lambda entry: (-len(entry), entry))
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(_phrase, longest_first))})(?!\w)")


def _phrase(entry: str) -> str:
    slots: list[str] = []
    for word in entry.split():
        if word == "_":
            slots.append(r"(?:[\w'-]+\s+){0,4}?")
        else:
            either = "|".join(re.escape(choice) for choice in word.split("|"))
            slots.append(rf"(?:{either})\s+")
    return "".join(slots).removesuffix(r"\s+") + "s?"


def words(text: str) -> tuple[str, ...]:
    """Entries of one word each, from a text."""
    return tuple(text.split())
