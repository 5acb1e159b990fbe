"""Whether a round repeats what came before it, or changes it; told beside the semantic level."""

from __future__ import annotations

from fractions import Fraction

from netnew.meter.records import RoundNovelty


def structural_agreement(novelty: RoundNovelty) -> float:
    """Of the claims that take up an earlier one, the share that changes it instead of repeating."""
    takes_up = {match.claim: match.difference is not None for match in novelty.matches}
    return float(Fraction(sum(takes_up.values()), max(len(takes_up), 1)))
