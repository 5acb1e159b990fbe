"""What a stored text has in common with a copy of it, which is all that is looked at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from netnew.memory.recall_words import recall_words
from netnew.memory.recalled import echo, least_shared

WORDS = st.lists(
    st.sampled_from("deploys Postgres go to the API limit is 100 requests İstanbul ﬁle ẞ".split()),
    min_size=1,
    max_size=16,
)


@given(WORDS, st.integers(0, 60), WORDS)
def test_a_text_that_a_line_was_copied_from_shares_the_least(
    stored: list[str], cut: int, more: list[str]
) -> None:
    known = " ".join(stored)
    for line in (known[: max(1, len(known) - cut)], f"- [pending] {known[:120]}"):
        given_text = f"{' '.join(more)}\n{line}"
        if echo(given_text, [known]).parts:
            shared = set(recall_words(given_text)) & set(recall_words(known))
            assert len(shared) >= (least_shared(given_text) or 0)
        if least_shared(given_text) is None:
            assert not echo(given_text, [known]).parts
