"""What a sign of a decision, or of noise, is: a pattern over a text's wording, with its reason."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from netnew.memory.scoring.wording import Wording

Side = Literal["for", "against"]
Where = Literal["plain", "clause", "raw"]


# Hundredths of a logit: what a sign is worth before any data has been seen.
USUAL: Final = 80
STRONG: Final = 160


class Signal(NamedTuple):
    """One sign: 1 where its pattern is found, else 0."""

    name: str
    group: str
    side: Side
    says: str
    """In words, for the reasons of a verdict."""
    pattern: str
    where: Where = "plain"
    prior: int = USUAL
    """How much it weighs before any data, in hundredths."""

    def found(self, wording: Wording) -> str | None:
        """The words in which the sign shows, or None."""
        match = _compiled(self.pattern).search(getattr(wording, self.where))
        return match.group().strip() if match else None


class Group(NamedTuple):
    """Signals that are looked for, ablated and explained together."""

    name: str
    side: Side
    where: Where = "plain"

    def sign(
        self, name: str, says: str, pattern: str, where: Where | None = None, prior: int = USUAL
    ) -> Signal:
        """One signal of this group."""
        return Signal(name, self.name, self.side, says, pattern, where or self.where, prior)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # Dozens of them: whoever only recalls must not wait until all are compiled.
    return re.compile(pattern)


ADVERBS: Final = (
    r"(?:(?:now|also|just|simply|only|always|still|first|initially|instead|\w+ly|all|therefore|"
    r"thus|then|both|not|never|yet|already)\s+)*"
)
WE: Final = r"\b(?:we|i|they|the team|it was)"
HAVE: Final = r"(?:'ve|'d|\s+have|\s+had|\s+has|'s)?\s+"
