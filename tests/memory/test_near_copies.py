"""Near-copies found all at once are those that looking at each pair finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from netnew.kernel import primitives as kernel
from netnew.memory.near_copies import LIMIT, Copy, Text, near_copies

WORDS = st.lists(st.sampled_from("a b c d e f g H h İ ß -".split()), max_size=12).map(" ".join)
DATES = st.sampled_from(["2026-05-01", "2026-05-02", "2026-05-03"])


@given(st.lists(st.builds(Text, WORDS, DATES), max_size=12))
def test_each_text_falls_to_the_newest_kept_one_that_it_is_a_copy_of(texts: list[Text]) -> None:
    kept: list[int] = []
    expected: list[Copy] = []
    for place in sorted(range(len(texts)), key=lambda i: texts[i].at, reverse=True):
        overlaps = [(k, kernel.text_overlap(texts[place].text, texts[k].text)) for k in kept]
        alike = [(k, one) for k, one in overlaps if float(one) > float(LIMIT)]
        if alike:
            expected.append(Copy(place, *alike[0]))
        else:
            kept.append(place)

    assert near_copies(texts, profile="004") == sorted(expected)
