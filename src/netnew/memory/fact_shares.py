"""What every rule of change answers with, and how much two statements have in common."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from netnew.memory.fact_reading import Reading
from netnew.memory.fact_words import CHANGING, FUNCTION, KIND_NOUNS, NOW, WEAK, stem


class Asked(NamedTuple):
    """Share of the topic that must be common: chosen across sources in audits/facts."""

    with_sign: Fraction = Fraction(1, 2)
    """Where the new statement says that something changed."""
    without_sign: Fraction = Fraction(3, 4)
    contradiction: Fraction = Fraction(1, 3)


ASKED: Final = Asked()
# The score of what may be a change, and may be none: both stay, and the pair is flagged.
DOUBT: Final = Fraction(1, 2)
KIND_STEMS: Final = {kind: frozenset(map(stem, nouns)) for kind, nouns in KIND_NOUNS.items()}
ANY_KIND_STEMS: Final = frozenset().union(*KIND_STEMS.values())


@dataclass(frozen=True, slots=True)
class Change:
    """The answer of one rule: what was found, and how much of what it asks for."""

    rule: str
    score: Fraction
    threshold: Fraction
    reason: str

    @property
    def holds(self) -> bool:
        """Whether there is as much as is asked for."""
        return self.score >= self.threshold


def covered(stems: frozenset[str], old: Reading, kind: str = "") -> Fraction | None:
    """Share of `stems` that `old` has; a noun that only names the kind may be missing."""
    own = KIND_STEMS.get(kind, frozenset())
    asked = {s for s in stems if s not in own or s in old.stems}
    if not asked:
        return None
    return Fraction(len(asked & old.stems), len(asked))


def content(reading: Reading) -> frozenset[str]:
    """The words of a statement that name something."""
    return frozenset(
        w.stem
        for w in reading.words
        if w.stem
        and w.text not in FUNCTION
        and w.text not in WEAK
        and w.text not in CHANGING
        and w.text not in NOW
    )


def clash(old: Reading, new: Reading) -> bool:
    """Both name things by numbers, and other ones."""
    return bool(old.names or new.names) and old.names != new.names
