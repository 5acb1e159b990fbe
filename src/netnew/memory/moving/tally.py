"""What bringing in came to: one result an arrival, and the counts of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, get_args

from netnew.memory.moving.arrival import Arrival

Outcome = Literal[
    "kept", "confirmed", "superseded", "late", "flagged", "quarantined", "rejected", "archived",
    "already", "set aside",
]  # fmt: skip
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
# What each means, as people read it.
MEANINGS: Final[Mapping[Outcome, str]] = {
    "kept": "new, and live now",
    "confirmed": "known already: counted as one more confirmation",
    "superseded": "took the place of something older, or was replaced in its own log",
    "late": "older than what stands: kept, not live",
    "flagged": "kept beside something that it may contradict; look at the pair",
    "quarantined": "waits for a person: `netnew review list`",
    "rejected": "turned down, here or in its own log; kept, not live",
    "archived": "out of use in its own log; kept, not live",
    "already": "brought in by an earlier run; nothing changed",
    "set aside": "could not be read",
}


class Brought(NamedTuple):
    """What became of one arrival."""

    arrival: Arrival
    outcome: Outcome
    item_id: str | None
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        one = self.arrival
        found: dict[str, Any] = {
            "file": one.file, "line": one.line, "what": one.what,
            "outcome": self.outcome.replace(" ", "_"), "id": self.item_id, "reason": self.reason,
        }  # fmt: skip
        if self.outcome == "set aside" and one.problem is not None:
            found |= {"way_out": one.problem.way_out, "text": one.text}
        return found


@dataclass
class Tally:
    """How many of each kind came to what."""

    counts: Counter[tuple[str, Outcome]] = field(default_factory=Counter)

    def add(self, one: Brought) -> None:
        """Count one more."""
        self.counts[one.arrival.what or "line", one.outcome] += 1

    def of(self, outcome: Outcome) -> int:
        """How many came to this."""
        return sum(count for (_, found), count in self.counts.items() if found == outcome)

    def rows(self) -> list[tuple[Outcome, int, str]]:
        """Each outcome that came up: its name, how many, and what it means."""
        return [(one, self.of(one), MEANINGS[one]) for one in OUTCOMES if self.of(one)]

    @property
    def read(self) -> int:
        """Everything that was looked at."""
        return sum(self.counts.values())

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it: every outcome, by kind and together."""
        kinds = sorted({kind for kind, _ in self.counts})
        return {
            "read": self.read,
            "outcomes": {one.replace(" ", "_"): self.of(one) for one in OUTCOMES},
            "by_kind": {
                kind: {
                    one.replace(" ", "_"): self.counts[kind, one]
                    for one in OUTCOMES
                    if self.counts[kind, one]
                }
                for kind in kinds
            },
        }
