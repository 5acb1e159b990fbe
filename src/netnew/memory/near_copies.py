"""Near-copies among what is recalled: of those the most recent stays (004, phase D).

Version `near-copies/1`. Two texts are near-copies when more than 0.7 of the words of the
shorter opening occur in the other; an opening is the first 100 characters. In the default
profile they must also state the same values: numbers, units, dates and negation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from netnew.kernel.overlap import text_overlap_many
from netnew.kernel.ratio import Ratio
from netnew.kernel.values import differences, values

VERSION: Final = "near-copies/1"
OPENING_CHARS: Final = 100
# More than seven tenths (004, decision D2).
LIMIT: Final = Ratio(7, 10)

Profile = Literal["004", "default"]


class Text(NamedTuple):
    """A text, and when it was said (ISO 8601 in UTC)."""

    text: str
    at: str


class Copy(NamedTuple):
    """A near-copy, the text that stands for it, and how much they share."""

    dropped: int
    kept: int
    overlap: Ratio


def near_copies(texts: Sequence[Text], *, profile: Profile = "default") -> list[Copy]:
    """Which of `texts` to leave out, by position; of equally recent ones the first stays.

    >>> said = [Text("Use Postgres for storage", "2026-05-01"), Text("use postgres for storage!",
    ...         "2026-05-02"), Text("Deploy on Fridays", "2026-05-01")]
    >>> near_copies(said)
    [Copy(dropped=0, kept=1, overlap=Ratio(part=3, whole=4))]
    """
    newest_first = sorted(range(len(texts)), key=lambda i: (_after(texts[i].at), i))
    kept: list[int] = []
    found: list[Copy] = []
    for i in newest_first:
        copy = _copy(texts, i, kept, profile)
        if copy is None:
            kept.append(i)
        else:
            found.append(copy)
    return sorted(found)


def _after(at: str) -> tuple[int, ...]:
    """Sorts later times first."""
    return tuple(-ord(character) for character in at)


def _copy(texts: Sequence[Text], i: int, kept: Sequence[int], profile: Profile) -> Copy | None:
    """The first of `kept` that a text is a near-copy of."""
    mine = texts[i].text
    openings = [texts[k].text[:OPENING_CHARS] for k in kept]
    shared, whole = text_overlap_many(mine[:OPENING_CHARS], openings)
    for k, part, of in zip(kept, shared.tolist(), whole.tolist(), strict=True):
        if part * LIMIT.whole <= of * LIMIT.part:
            continue
        if profile == "default" and differences(values(mine), values(texts[k].text)):
            continue
        return Copy(i, k, Ratio(part, of))
    return None
