"""Overlaps of all pairs at once are those of each pair; none over the limit is overlooked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from netnew.kernel.overlap import text_overlap
from netnew.kernel.ratio import Ratio
from netnew.memory.overlaps import Kept, Overlaps

LIMIT = Ratio(7, 10)
TEXTS = st.lists(
    st.lists(st.sampled_from("a b c d e f g H h İ ß -".split()), max_size=12).map(" ".join),
    min_size=2,
    max_size=12,
)


@given(TEXTS)
def test_a_pair_overlaps_as_it_does_alone(texts: list[str]) -> None:
    among = Overlaps(texts)

    for a, one in enumerate(texts):
        for b, other in enumerate(texts):
            assert a == b or among.of(a, b) == text_overlap(one, other)


@given(TEXTS)
def test_all_over_the_limit_are_found_in_the_order_they_were_kept(texts: list[str]) -> None:
    last = len(texts) - 1
    kept = Kept(Overlaps(texts), LIMIT)
    for place in reversed(range(last)):
        kept.add(place)

    expected = [
        place
        for place in reversed(range(last))
        if float(text_overlap(texts[last], texts[place])) > 0.7
    ]
    assert kept.alike(last) == expected
