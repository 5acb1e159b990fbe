"""Sets that look like claims, and the search by definition that every index must equal."""

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

U64 = np.uint64


def laid_out(sets):
    """Lay sets end to end, as `build` and the batch forms take them."""
    flat = [np.array(sorted(grams), dtype=U64) for grams in sets]
    offsets = np.cumsum([0, *(len(grams) for grams in flat)]).astype(U64)
    return offsets, np.concatenate([np.empty(0, dtype=U64), *flat])


def query(grams):
    return np.array(sorted(grams), dtype=U64)


def brute_force(sets, ranks, asked, alive=None):
    """Every item that shares anything, best first: (item, intersection, union)."""
    hits = [
        (item, len(asked & grams), len(asked | grams))
        for item, grams in enumerate(sets)
        if asked & grams and (alive is None or alive[item])
    ]
    return sorted(hits, key=lambda hit: (-Fraction(hit[1], hit[2]), ranks[hit[0]], hit[0]))


@st.composite
def collections(draw):
    """Items and queries: skewed, with ties, duplicates, empty, tiny and very long sets."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    items = draw(st.integers(0, 120))
    vocabulary = draw(st.sampled_from([4, 40, 400, 4000]))
    longest = draw(st.sampled_from([3, 20, 60, 600]))
    skew = draw(st.sampled_from([0.0, 0.5, 1.0]))
    weights = 1.0 / np.arange(1, vocabulary + 1) ** skew
    # Some vocabularies are hashes, some small integers, some at the ends of 64 bits.
    words = draw(
        st.sampled_from(
            [
                np.arange(vocabulary, dtype=U64),
                random.integers(0, 2**64, vocabulary, dtype=U64),
                np.uint64(2**64 - 1) - np.arange(vocabulary, dtype=U64),
            ]
        )
    )

    def one():
        size = int(random.integers(0, longest + 1))
        picked = random.choice(vocabulary, size, p=weights / weights.sum())
        return {int(gram) for gram in words[picked]}

    sets = [one() for _ in range(items)]
    for place in range(items // 4):
        sets[int(random.integers(items))] = set(sets[place])
    asked = [set(), one(), one(), {1, 2, 3}, *sets[:3]]
    ranks = random.permutation(items).astype(np.uint32)
    return sets, ranks, asked
