"""L1: claims that share most of their words, found exactly and without a loop over all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from netnew.kernel.growing import Ordered
from netnew.meter.claims import Claim
from netnew.meter.content import content_words
from netnew.meter.novelty import NEAREST, Similar
from netnew.meter.policy import NoveltyPolicy
from netnew.meter.token_index import TokenIndex


class Lexical:
    """Two claims resemble each other by their words, or, in prose, by their content words."""

    name = "L1"

    def __init__(self, policy: NoveltyPolicy) -> None:
        self._version = policy.l1_tokens
        self._words = TokenIndex(policy.l1_threshold)
        self._content = TokenIndex(policy.content_threshold) if policy.content_threshold else None
        # Only prose is in the content index: its position there -> the position of the claim.
        self._prose: list[int] = []
        self._added = 0
        self._read: dict[str, tuple[Ordered, Ordered]] = {}

    def prepare(self, claims: Sequence[Claim]) -> None:
        """Read the words of a round once."""
        self._read = {claim.normal: self._tokens(claim) for claim in claims}

    def similar(self, claim: Claim) -> Sequence[Similar]:
        """Return earlier claims that share enough words, nearest first, then oldest."""
        words, content = self._read[claim.normal]
        best = {
            position: Fraction(shared, union)
            for position, shared, union in self._words.similar(words)[:NEAREST]
        }
        if content and self._content:
            for place, shared, union in self._content.similar(content)[:NEAREST]:
                position = self._prose[place]
                best[position] = max(Fraction(shared, union), best.get(position, Fraction(0)))
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0])) if best else []
        return [Similar(position, similarity) for position, similarity in ranked[:NEAREST]]

    def add(self, claim: Claim) -> None:
        """Index the words of `claim`."""
        words, content = self._read[claim.normal]
        self._words.add(words)
        if content and self._content:
            self._content.add(content)
            self._prose.append(self._added)
        self._added += 1

    def _tokens(self, claim: Claim) -> tuple[Ordered, Ordered]:
        words = self._words.ordered(claim.tokens(self._version))
        if self._content is None or claim.is_observation:
            return words, ()
        return words, self._content.ordered(content_words(claim.normal))
