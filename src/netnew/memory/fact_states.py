"""The same thing in another state, or with the opposite said of it."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest

from netnew.memory.fact_reading import Reading, is_content, other_thing, read
from netnew.memory.fact_shares import ANY_KIND_STEMS, Asked, Change, clash, content, covered
from netnew.memory.fact_words import OPPOSITES, STATES, stem

_STATE_NOUNS = frozenset(map(stem, ("status", "state", "stage", "issue", "issues", "found")))
_OF_ITSELF = re.compile(r"(?:the )?it(?: \w+ly)? (?:is|was|are|were|has been|have been|got) ")


def changed_state(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """Another word for the state of the same thing: planned, then shipped."""
    if not old.states or not new.states or old.states & new.states:
        return None
    if clash(old, new):
        return None
    words = {stem(w) for index in new.states | old.states for w in STATES[index]}
    mine, theirs = content(new) - words, content(old) - words
    share = covered(mine - ANY_KIND_STEMS - _STATE_NOUNS, old)
    alone = not theirs - ANY_KIND_STEMS - _STATE_NOUNS
    if share is None or (alone and _OF_ITSELF.match(new.lower)):
        # "It is being packed", then "it was dispatched on Monday": nothing else is named.
        share = Fraction(int(alone))
    return Change("changed-state", share, asked.without_sign, "the same thing is in another state")


def opposite(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """Public, then private: one word, or its opposite, said of the same thing."""
    for before, after in _opposites(old, new):
        mine, theirs = content(new) - {stem(after)}, content(old) - {stem(before)}
        if clash(old, new) or _other_values(old, new) or other_thing(old, new, mine):
            continue
        union = mine | theirs
        share = Fraction(len(mine & theirs), len(union)) if union else Fraction(1)
        return Change("opposite", share, asked.without_sign, f"{before} is now {after}")
    return None


def _opposites(old: Reading, new: Reading) -> list[tuple[str, str]]:
    a, b = _said_of_a_thing(old.text), _said_of_a_thing(new.text)
    return [(x, y) for x in sorted(a - b) for y in sorted((b - a) & OPPOSITES[x])]


@lru_cache(maxsize=8192)
def _said_of_a_thing(text: str) -> frozenset[str]:
    """Words with an opposite that no noun follows: "it is public", but not "the public API"."""
    reading = read(text)
    following_each = zip_longest(reading.words, reading.words[1:])
    return frozenset(
        word.text
        for word, following in following_each
        if word.text in OPPOSITES and (following is None or not is_content(following))
    )


def _other_values(old: Reading, new: Reading) -> bool:
    return sorted(s.value for s in old.slots) != sorted(s.value for s in new.slots)
