"""Lines of one template with other numbers: all alike, and none the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netnew.kernel.implementation import use
from netnew.kernel.values import differences, values
from netnew.meter.claims import Claim, normal_form
from netnew.meter.content import content_words
from netnew.meter.meter import Meter
from netnew.meter.novelty import CHANGES, NEAREST
from netnew.meter.policy import meter_policy
from netnew.meter.records import Match
from tests import soak
from tests.meter.transcripts import round_

TEMPLATES = (
    "The build took {} seconds on the runner",
    "The build took under {} ms on runner {}",
    "Request latency of service s{} was {} ms, up from {} ms",
    "The build never took {} minutes on the runner",
    "The nightly build of the export wrote {} rows in {} minutes",
)
numbers = st.integers(1, 9)
claims = st.builds(
    lambda template, parts: template.format(*parts),
    st.sampled_from(TEMPLATES),
    st.tuples(numbers, numbers, numbers),
)
conversations = st.lists(st.lists(claims, min_size=1, max_size=12), min_size=1, max_size=14)


@pytest.fixture(autouse=True)
def _chosen_twin_is_forgotten() -> Iterator[None]:
    yield
    use("auto")


class ByLoop:
    """L1 as it is defined: every claim with every other, every value with every other."""

    def __init__(self, profile: str) -> None:
        self._rules = meter_policy(profile).novelty
        self._seen: list[tuple[int, Claim]] = []

    def matches(self, number: int, texts: Sequence[str]) -> list[Match]:
        known = {claim.normal for _, claim in self._seen}
        found = []
        fresh: dict[str, Claim] = {}
        for text in texts:
            normal = normal_form(text)
            if normal not in known and normal not in fresh:
                fresh[normal] = Claim(text, normal)
        for claim in fresh.values():
            near = self._near(claim)
            if near:
                found.append(self._match(claim, near))
            self._seen.append((number, claim))
        return found

    def _near(self, claim: Claim) -> list[tuple[Fraction, int]]:
        rules = self._rules
        best: dict[int, Fraction] = {}
        words = set(claim.tokens(rules.l1_tokens))
        stems = content_words(claim.normal) if rules.content_threshold else frozenset()
        for least, ours, theirs in (
            (rules.l1_threshold, words, lambda c: set(c.tokens(rules.l1_tokens))),
            (rules.content_threshold, stems, lambda c: content_words(c.normal)),
        ):
            alike = []
            for place, (_, earlier) in enumerate(self._seen):
                other = theirs(earlier) if ours else set()
                share = Fraction(len(ours & other), max(len(ours | other), 1))
                if other and share >= least:
                    alike.append((-share, place))
            for share, place in sorted(alike)[:NEAREST]:
                best[place] = max(-share, best.get(place, Fraction(0)))
        return sorted(((-share, place) for place, share in best.items()))[:NEAREST]

    def _match(self, claim: Claim, near: list[tuple[Fraction, int]]) -> Match:
        changes = [change(self._seen[place][1].text, claim.text) for _, place in near]
        at = changes.index(None) if None in changes else 0
        share, place = near[at]
        number, earlier = self._seen[place]
        return Match(claim.text, earlier.text, number, "L1", -share, changes[at])


def change(earlier: str, claim: str) -> str | None:
    named = [
        str(found)
        for found in differences(values(earlier), values(claim))
        if found.kind in CHANGES and (found.right is not None or found.kind == "negation")
    ]
    return named[0] if named else None


@pytest.mark.soak
@pytest.mark.parametrize("twin", ["auto", "python"])
@settings(max_examples=soak.amount(40, 2_000), deadline=None)
@given(rounds=conversations, profile=st.sampled_from(["0.2", "0.3"]))
def test_every_match_is_that_of_a_loop_over_all(
    twin: Any, rounds: list[list[str]], profile: str
) -> None:
    use(twin)
    meter, loop = Meter(profile), ByLoop(profile)

    for number, texts in enumerate(rounds, 1):
        novelty = meter.observe(round_(number, texts)).novelty
        assert [m for m in novelty.matches if m.level == "L1"] == loop.matches(number, texts)
