"""The numbers of every round so far, in columns: a long trace costs a few bytes a round."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from netnew.meter.records import Level, Recommendation, RoundNovelty, RoundReadiness, Signal

LEVELS: tuple[Level, ...] = ("LOW", "MEDIUM", "HIGH")
SIGNALS: tuple[Signal, ...] = ("CONTINUE", "SHIP", "ESCALATE", "STOP")
_READINESS = ("next_actions_score", "open_questions_score", "blocker_score")


class History:
    """Append-only; whoever holds a length sees the same rounds for ever."""

    def __init__(self, levels: Sequence[str]) -> None:
        self._level_names = tuple(levels)
        names = (
            "round",
            "claims",
            "distinct",
            "new",
            "novelty",
            "signal",
            "readiness",
            "score_over",
            "score_under",
            *_READINESS,
            *(f"new_{name}" for name in levels),
            *(f"peak_{name}" for name in levels),
        )
        self._columns = {name: array("q") for name in names}

    def __len__(self) -> int:
        return len(self._columns["round"])

    def append(
        self, novelty: RoundNovelty, readiness: RoundReadiness, found: Recommendation
    ) -> None:
        """Take in the numbers of one more round."""
        score = readiness.score
        row = {
            "round": novelty.round,
            "claims": novelty.claims,
            "distinct": novelty.distinct_claims,
            "new": novelty.new_claims,
            "novelty": LEVELS.index(found.novelty),
            "signal": SIGNALS.index(found.signal),
            "readiness": LEVELS.index(readiness.level),
            "score_over": score.numerator,
            "score_under": score.denominator,
            "next_actions_score": readiness.next_actions_tenths,
            "open_questions_score": readiness.open_questions_tenths,
            "blocker_score": readiness.blocker_tenths,
        }
        for name in self._level_names:
            new = novelty.new_by_level[name]
            before = self._columns[f"peak_{name}"]
            row[f"new_{name}"] = new
            row[f"peak_{name}"] = max(new, before[-1] if before else 0)
        for name, value in row.items():
            self._columns[name].append(value)

    def novelty_rows(self, length: int) -> list[dict[str, Any]]:
        """`novelty_by_round` of the first `length` rounds."""
        return [self.novelty_row(i) for i in range(length)]

    def readiness_rows(self, length: int) -> list[dict[str, Any]]:
        """`readiness_by_round` of the first `length` rounds."""
        get = self._columns
        return [
            {
                "round": get["round"][i],
                "action_readiness": float(Fraction(get["score_over"][i], get["score_under"][i])),
                "readiness_classification": LEVELS[get["readiness"][i]],
                **{name: get[name][i] / 10 for name in _READINESS},
            }
            for i in range(length)
        ]

    def first(self, signals: Sequence[Signal], length: int) -> int | None:
        """Return the number of the first round with one of `signals`, if there is one."""
        wanted = {SIGNALS.index(signal) for signal in signals}
        signs = self._columns["signal"]
        return next((self._columns["round"][i] for i in range(length) if signs[i] in wanted), None)

    def novelty_row(self, i: int) -> dict[str, Any]:
        """Return the row of `novelty_by_round` at place `i`."""
        get = self._columns
        new = {name: get[f"new_{name}"][i] for name in self._level_names}
        rates = {name: new[name] / max(get[f"peak_{name}"][i], 1) for name in self._level_names}
        return {
            "round": get["round"][i],
            "claims": get["claims"][i],
            "distinct_claims": get["distinct"][i],
            "new_claims": get["new"][i],
            **{f"new_claims_{name}": count for name, count in new.items()},
            "novelty_rate": min(rates.values()),
            **{f"novelty_rate_{name}": rate for name, rate in rates.items()},
            "novelty_classification": LEVELS[get["novelty"][i]],
            "signal": SIGNALS[get["signal"][i]],
        }

    def peaks(self) -> Mapping[str, int]:
        """Return the running peak of each level."""
        columns = ((name, self._columns[f"peak_{name}"]) for name in self._level_names)
        return {name: column[-1] if column else 0 for name, column in columns}

    def state(self) -> dict[str, list[int]]:
        """Return all columns as JSON values."""
        return {name: list(column) for name, column in self._columns.items()}

    def restore(self, state: Mapping[str, Sequence[int]]) -> None:
        """Take back what `state` gave."""
        for name, column in self._columns.items():
            column.extend(state[name])
