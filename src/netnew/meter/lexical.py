"""L1: claims that share most of their words, found exactly and without a loop over all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from netnew.kernel.growing import Hit, growing_sets
from netnew.meter.claims import Claim
from netnew.meter.novelty import NEAREST, Similar
from netnew.meter.numbered import NumberedClaims
from netnew.meter.policy import NoveltyPolicy

_NONE = Fraction(0)


class Lexical:
    """Two claims resemble each other by their words, or, in prose, by their content words."""

    name = "L1"

    def __init__(self, policy: NoveltyPolicy) -> None:
        least = policy.content_threshold
        self._numbered = NumberedClaims(policy.l1_tokens, content=bool(least))
        self._words = growing_sets(policy.l1_threshold)
        self._content = growing_sets(least) if least else None
        # Only prose is in the content index: its position there -> the position of the claim.
        self._prose: list[int] = []
        self._added = 0

    def prepare(self, claims: Sequence[Claim]) -> None:
        """Do nothing: claims are read one by one."""

    def compare(self, claims: Sequence[Claim]) -> Sequence[Sequence[Similar]]:
        """For each claim those before it that share enough words, nearest first, then oldest."""
        words, content, prose = self._words, self._content, self._prose
        found: list[Sequence[Similar]] = []
        for claim in claims:
            by_word, by_content = self._numbered.read(claim)
            hits = words.similar(by_word, NEAREST)
            words.add(by_word)
            near: list[Hit] = []
            if by_content and content:
                near = content.similar(by_content, NEAREST)
                content.add(by_content)
                prose.append(self._added)
            self._added += 1
            found.append(self._nearest(hits, near) if hits or near else ())
        return found

    def add(self, claims: Sequence[Claim]) -> None:
        """Index the words of `claims`."""
        for claim in claims:
            by_word, by_content = self._numbered.read(claim)
            self._words.add(by_word)
            if by_content and self._content:
                self._content.add(by_content)
                self._prose.append(self._added)
            self._added += 1

    def _nearest(self, by_word: list[Hit], by_content: list[Hit]) -> Sequence[Similar]:
        best: dict[int, Fraction] = {}
        for position, similarity in self._claims_near(by_word, by_content):
            best[position] = max(similarity, best.get(position, _NONE))
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
        return [Similar(position, similarity) for position, similarity in ranked[:NEAREST]]

    def _claims_near(
        self, by_word: list[Hit], by_content: list[Hit]
    ) -> Iterable[tuple[int, Fraction]]:
        for position, shared, union in by_word:
            yield position, Fraction(shared, union)
        for place, shared, union in by_content:
            yield self._prose[place], Fraction(shared, union)
