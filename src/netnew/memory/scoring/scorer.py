"""How much a text speaks like a decision: signs found, integers added (`decision-scorer-2`)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from netnew.memory.scoring.around import TURN, Surroundings, TurnSignal
from netnew.memory.scoring.choosing import CHOOSING
from netnew.memory.scoring.reporting import REPORTING
from netnew.memory.scoring.settling import SETTLING
from netnew.memory.scoring.signal import Signal
from netnew.memory.scoring.talking import TALKING
from netnew.memory.scoring.weights import Weights, shipped
from netnew.memory.scoring.wording import wording

TEXT_SIGNS: Final[tuple[Signal, ...]] = (*CHOOSING, *SETTLING, *REPORTING, *TALKING)
ALL_SIGNS: Final[tuple[Signal | TurnSignal, ...]] = (*TEXT_SIGNS, *TURN)
SIGNS: Final = {sign.name: sign for sign in ALL_SIGNS}
# Signs of these groups alone turn nothing down: they tell that a text is brief, or an order, as
# the entries of decision logs are.
WEAK_GROUPS: Final = frozenset({"shape", "order"})

# Twelve digits of an exactly rounded logistic, the same on every machine.
_EXACT: Final = Context(prec=12)


class Sign(NamedTuple):
    """A sign that was found, what it weighs, and the words in which it shows."""

    name: str
    points: int
    says: str
    words: str


class Score(NamedTuple):
    """What a text scores, and from what."""

    points: int
    """Hundredths of a logit: above 0 more likely a decision than not."""
    signs: tuple[Sign, ...]
    """Heaviest first."""
    version: str

    @property
    def bare(self) -> bool:
        """Whether nothing but its shape, or being an order, speaks against the text."""
        return all(sign.points > 0 or SIGNS[sign.name].group in WEAK_GROUPS for sign in self.signs)

    @property
    def probability(self) -> float:
        """The points between 0 and 1, to three places."""
        return probability(self.points)


def score(text: str, turn: Surroundings, weights: Weights | None = None) -> Score:
    """Score a text and the turn that it comes from.

    >>> found = score("We will use SQLite rather than a server.", Surroundings())
    >>> [sign.name for sign in found.signs[:2]], found.probability > 0.9
    (['instead', 'we_will'], True)
    """
    used = weights or shipped()
    found = [
        Sign(name, used.weights[name], SIGNS[name].says, words)
        for name, words in signs_of(text, turn)
        if used.weights[name]
    ]
    found.sort(key=lambda sign: (-abs(sign.points), sign.name))
    return Score(used.bias + sum(sign.points for sign in found), tuple(found), used.version)


def signs_of(text: str, turn: Surroundings) -> Sequence[tuple[str, str]]:
    """Names of all signs in a text and its turn, each with the words that show it."""
    around = [(sign.name, sign.says) for sign in TURN if sign.holds(turn)]
    return [*_text_signs(text), *around]


@lru_cache(maxsize=256)
def _text_signs(text: str) -> tuple[tuple[str, str], ...]:
    read = wording(text)
    found = ((sign.name, sign.found(read)) for sign in TEXT_SIGNS)
    return tuple((name, words) for name, words in found if words is not None)


@lru_cache(maxsize=4096)
def probability(points: int) -> float:
    """Points as a number between 0 and 1.

    >>> probability(0), probability(220), probability(-10**9)
    (0.5, 0.9, 0.0)
    """
    capped = max(-2000, min(2000, points))
    odds = _EXACT.exp(Decimal(-capped) / 100)
    return float(_EXACT.divide(Decimal(1), 1 + odds).quantize(Decimal("0.001")))
