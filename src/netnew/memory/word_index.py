"""Texts that grow one by one, found by the words they share: exact at every moment.

Words are those of `recall_words`. Most texts lie in indexes of the kernel, at most one of each
size class, so that adding costs little and searching meets few of them; the newest wait in a
short list that is looked through. Similarity is Jaccard's of the words, kept as (shared, in
either); ties go to the smaller id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from netnew.kernel.ragged import Hashes
from netnew.kernel.setindex import Ratio
from netnew.kernel.setsearch import SetIndex
from netnew.kernel.shingles import shingles
from netnew.memory.recall_words import asked_words, recall_words

# Looking through so many costs less than a search; more become an index of their own.
LONGEST_TAIL: Final = 512

MOST: Final = 64
# A word of fewer texts is rare: each of them may be what is meant. Of a common one the best few.
MOST_OF_A_WORD: Final = 16
MOST_OF_A_COMMON_WORD: Final = 4
MOST_WORDS: Final = 24
NO_WORDS: Final = np.empty(0, np.uint64)


class Hit(NamedTuple):
    """A text found: what it shares with the query is exactly shared / either."""

    item_id: str
    shared: int
    either: int


# What everything is at least as much alike as.
NO_FLOOR: Final[Ratio] = (0, 1)
# How much a text is alike, below 0, for sorting; its id; what is shared, and what is in either.
_Met = tuple[float, str, int, int]


@dataclass(slots=True)
class _Part:
    ids: list[str]
    sets: list[Hashes]
    index: SetIndex
    live: NDArray[np.bool_]
    there: NDArray[np.bool_]
    """All but what was dropped."""
    rows: dict[str, int]
    """Where each lies: names and numbers alone, so that no garbage collection walks through it."""
    longest: int
    """No text has more words."""


class WordIndex:
    """Texts by id, each live or not.

    >>> index = WordIndex()
    >>> index.put("a", "Deploys go to Fly", live=True)
    >>> index.put("b", "The API is in Go", live=True)
    >>> index.top("where do deploys go?", 2)
    [Hit(item_id='a', shared=3, either=7), Hit(item_id='b', shared=1, either=9)]
    >>> index.put("a", "Deploys go to Fly", live=False)
    >>> [hit.item_id for hit in index.top("deploys", 2)]
    []
    """

    def __init__(self) -> None:
        self._parts: list[_Part] = []
        self._tail: dict[str, Hashes] = {}
        self._tail_with: dict[int, list[str]] = {}
        self._tail_live: set[str] = set()

    def __len__(self) -> int:
        return len(self._tail) + sum(len(part.rows) for part in self._parts)

    def put(self, item_id: str, text: str, *, live: bool) -> None:
        """Add a text, or say anew whether the one of this id is live: its words do not change."""
        for part in self._parts:
            if (row := part.rows.get(item_id)) is not None:
                part.live[row] = live
                return
        if item_id not in self._tail:
            # A copy: what Rust gave holds on to an object of its own beside the numbers.
            self._tail[item_id] = words_of(text).copy()
            for word in self._tail[item_id].tolist():
                self._tail_with.setdefault(word, []).append(item_id)
        (self._tail_live.add if live else self._tail_live.discard)(item_id)
        if len(self._tail) > LONGEST_TAIL:
            self._settle()

    def drop(self, item_id: str) -> None:
        """Find a text no more, live or not; its words go with the next index that is built."""
        for word in self._tail.pop(item_id, NO_WORDS).tolist():
            self._tail_with[word].remove(item_id)
        self._tail_live.discard(item_id)
        for part in self._parts:
            if (row := part.rows.pop(item_id, None)) is not None:
                part.live[row] = part.there[row] = False
                part.sets[row] = NO_WORDS

    def top(self, query: str, count: int, *, inactive: bool = False) -> list[Hit]:
        """The texts most like `query`, best first; live ones alone unless `inactive`."""
        [found] = self._nearest([words_of(query)], count, inactive)
        return found

    def sharing(self, words: Hashes, count: int, least: int) -> list[str]:
        """Of the live texts most like these words, those that have at least so many of them."""
        # Mostly there are none, and that is known sooner than which ones are most like them.
        if not (self._may_share(words, least) or self._tail_may_share(words.tolist(), least)):
            return []
        [found] = self._nearest([words], count, inactive=False)
        return [hit.item_id for hit in found if hit.shared >= least]

    def _may_share(self, words: Hashes, least: int) -> bool:
        """Whether any live text of the indexes may have so many of these words."""
        for part in self._parts:
            # No other is more unlike: it has only just so many, and is the longest text.
            floor = (least, max(least, len(words) + part.longest - least))
            if part.index.top_k(words, 1, part.live, floor=floor):
                return True
        return False

    def _tail_may_share(self, words: Sequence[int], least: int) -> bool:
        """The same of the tail: who has all words but a few has one of any few and one more."""
        lists = sorted((self._tail_with.get(word, ()) for word in words), key=len)
        return any(lists[: max(0, len(words) - least + 1)])

    def propose(self, query: str, *, inactive: bool = False) -> list[str]:
        """What is worth a closer look: the nearest to all words, and to each word alone.

        A text that has the one rare word of the query is not crowded out by those that share
        its common ones.
        """
        words = asked_words(query)[:MOST_WORDS]
        found = [hit.item_id for hit in self.top(" ".join(words), MOST, inactive=inactive)]
        for hits in self._nearest(list(map(words_of, words)), MOST_OF_A_WORD, inactive):
            rare = len(hits) < MOST_OF_A_WORD
            found += [hit.item_id for hit in (hits if rare else hits[:MOST_OF_A_COMMON_WORD])]
        return list(dict.fromkeys(found))

    def _nearest(self, queries: Sequence[Hashes], count: int, inactive: bool) -> list[list[Hit]]:
        """For each query the texts most like it, best first: all at once in every index."""
        found: list[list[_Met]] = [[] for _ in queries]
        # Of each index the best so many are enough; the next need not look for worse ones.
        floors = [NO_FLOOR] * len(queries)
        grams, offsets = laid_out(queries)
        for part in self._parts:
            alive = part.there if inactive else part.live
            least = np.array(floors, np.uint64).reshape(-1, 2)
            answers = part.index.top_k_batch(offsets, grams, count, alive, floors=least, threads=1)
            for query, hits in enumerate(found):
                more = answers.of(query)
                hits += [
                    (-hit.intersection / hit.union, part.ids[hit.item], hit.intersection, hit.union)
                    for hit in more
                ]
                if len(more) == count:
                    floors[query] = more[-1].intersection, more[-1].union
        for words, hits, floor in zip(queries, found, floors, strict=True):
            hits.extend(self._met_in_tail(words, floor, inactive))
            # Quotients of such small whole numbers are equal as doubles only where they are equal.
            hits.sort()
        return [[Hit(*hit[1:]) for hit in hits[:count]] for hits in found]

    def _met_in_tail(self, wanted: Hashes, floor: Ratio, inactive: bool) -> list[_Met]:
        """What the tail has that is at least as much alike as `floor`."""
        met = Counter(chain.from_iterable(map(self._tail_with.get, wanted.tolist(), repeat(()))))
        size, tail, (part, whole) = len(wanted), self._tail, floor
        return [
            (-shared / either, item_id, shared, either)
            for item_id, shared in met.items()
            if shared * whole >= part * (either := size + len(tail[item_id]) - shared)
            and (inactive or item_id in self._tail_live)
        ]

    def _settle(self) -> None:
        """Make the tail an index, together with every index that is no longer than it."""
        ids, sets = list(self._tail), list(self._tail.values())
        live = [item_id in self._tail_live for item_id in ids]
        while self._parts and len(self._parts[-1].ids) <= 2 * len(ids):
            part = self._parts.pop()
            ids, sets = part.ids + ids, part.sets + sets
            live = part.live.tolist() + live
        there = np.array([len(words) > 0 for words in sets], np.bool_)
        rows = {one: row for row, one in enumerate(ids) if there[row]}
        index = _built(ids, sets)
        longest = max(map(len, sets))
        self._parts.append(_Part(ids, sets, index, np.array(live, np.bool_), there, rows, longest))
        self._tail, self._tail_live, self._tail_with = {}, set(), {}


def words_of(text: str) -> Hashes:
    """Hashes of the words of a text, sorted, each once."""
    return shingles(" ".join(recall_words(text)), "word1/1")


def laid_out(sets: Sequence[Hashes]) -> tuple[Hashes, Hashes]:
    """Sets end to end, and where each begins and ends."""
    offsets = np.cumsum([0, *map(len, sets)]).astype(np.uint64)
    return np.concatenate([NO_WORDS, *sets]), offsets


def _built(ids: Sequence[str], sets: Sequence[Hashes]) -> SetIndex:
    grams, offsets = laid_out(sets)
    ranks = np.empty(len(ids), np.uint32)
    ranks[np.argsort(np.array(ids), kind="stable")] = np.arange(len(ids), dtype=np.uint32)
    return SetIndex.build(offsets, grams, ranks)
