"""Numbers stand for the words that the definitions name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from netnew.meter.claims import Claim, distinct
from netnew.meter.content import content_words
from netnew.meter.numbered import NumberedClaims

pieces = st.sampled_from(
    "the librarians rota's seven-day policies stopped stops. attempt 4 of 9 retry #3: kiln, (kiln) "
    "?! ... -- x_y src/main.py 10,20p it's don’t É ½ ２ obs:12 a-b-c-d under".split()
)
claims = st.lists(st.one_of(pieces, st.text(max_size=4)), max_size=9).map(" ".join)


@given(st.lists(claims, max_size=6), st.sampled_from(["split/1", "words/1"]), st.booleans())
def test_two_claims_share_as_many_numbers_as_words(
    texts: list[str], version: str, content: bool
) -> None:
    numbered = NumberedClaims(version, content=content)
    found = [(claim, *map(set, numbered.read(claim))) for claim in distinct(texts)]

    for left, words, stems in found:
        for right, other_words, other_stems in found:
            shared = set(left.tokens(version)) & set(right.tokens(version))
            assert len(words & other_words) == len(shared)
            alike = wanted_content(left, content) & wanted_content(right, content)
            assert len(stems & other_stems) == len(alike)


def wanted_content(claim: Claim, content: bool) -> frozenset[str]:
    return content_words(claim.normal) if content and not claim.is_observation else frozenset()


@given(claims)
def test_numbers_fall_and_do_not_repeat(text: str) -> None:
    numbered = NumberedClaims("words/1", content=True)

    for claim in distinct([text]):
        for numbers in numbered.read(claim):
            assert list(numbers) == sorted(set(numbers), reverse=True)
