"""What the meter says after a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from netnew.meter.history import History
from netnew.meter.policy import MeterPolicy
from netnew.meter.records import (
    Caution,
    Recommendation,
    Round,
    RoundNovelty,
    RoundReadiness,
    Signal,
)
from netnew.meter.wording import hint, rationale, would_flip


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The meter's answer for all rounds up to one, with its evidence."""

    round: Round
    novelty: RoundNovelty
    readiness: RoundReadiness
    recommendation: Recommendation
    warnings: tuple[Caution, ...]
    semantic_similarity: float | None
    structural_agreement: float | None
    policy: MeterPolicy
    _history: History
    _length: int

    @property
    def signal(self) -> Signal:
        """CONTINUE, SHIP or ESCALATE (STOP where the policy knows it)."""
        return self.recommendation.signal

    def as_dict(self) -> dict[str, Any]:
        """Return what `score_transcript` gives for the rounds so far."""
        rate = self.novelty.rate
        return {
            "score": float(1 - rate),
            "components": self._components(),
            "novelty_by_round": self._history.novelty_rows(self._length),
            "readiness_by_round": self._history.readiness_rows(self._length),
            "stop_recommendation": self._stop_recommendation(),
            "hint": hint(self.recommendation),
            "warnings": [warning.as_dict() for warning in self.warnings],
            "evidence": [match.as_dict() for match in self.novelty.matches],
            "profile": self.policy.profile,
            "policy_hash": self.policy.digest,
        }

    def as_verdict(self) -> dict[str, Any]:
        """Return what was decided without the rounds before: its cost does not grow with them."""
        return {
            "score": float(1 - self.novelty.rate),
            "stop_recommendation": self._stop_recommendation(),
            "hint": hint(self.recommendation),
            "profile": self.policy.profile,
            "policy_hash": self.policy.digest,
        }

    def as_row(self) -> dict[str, Any]:
        """Return the numbers of this round alone, for a line in a log."""
        return {
            **self._history.novelty_row(self._length - 1),
            "action_readiness": float(self.readiness.score),
            "hint": hint(self.recommendation),
        }

    def _components(self) -> dict[str, Any]:
        rates = self.novelty.rate_by_level
        return {
            "novelty_rate": float(self.novelty.rate),
            **{f"novelty_rate_{name}": float(rate) for name, rate in rates.items()},
            "action_readiness": float(self.readiness.score),
            "action_readiness_detail": {
                "next_actions_score": self.readiness.next_actions_tenths / 10,
                "open_questions_score": self.readiness.open_questions_tenths / 10,
                "blocker_score": self.readiness.blocker_tenths / 10,
            },
            "semantic_similarity": self.semantic_similarity,
            "structural_agreement": self.structural_agreement,
        }

    def _stop_recommendation(self) -> dict[str, Any]:
        found = self.recommendation
        return {
            "signal": found.signal,
            "novelty_classification": found.novelty,
            "readiness_classification": self.readiness.level,
            "k_consecutive_low_novelty": found.low_rounds,
            "laps": found.laps,
            "patience_rounds": found.patience,
            "rule": found.rule,
            "rationale": rationale(found, self.round, self.novelty, self.readiness),
            "caveat": found.caveat,
            "would_flip": would_flip(found, self.readiness, self.policy),
            "round": self.round.number,
            "first_stop_round": self._history.first(("SHIP", "ESCALATE", "STOP"), self._length),
        }
