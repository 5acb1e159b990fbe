"""Word overlap among some texts: what `text_overlap` says of each pair, each text read once.

Among n texts there are n² pairs, and reading both texts of each anew is what costs. Here a text is
a whole number with one bit for each word that others have too: two of them are compared at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from netnew.kernel.normalizers import lower
from netnew.kernel.ratio import Ratio
from netnew.kernel.tokens import batch, tokens


class Overlaps:
    """The overlaps of all pairs of some texts.

    >>> among = Overlaps(["ship it now", "Ship it", "wait"])
    >>> among.of(0, 1), among.of(0, 2)
    (Ratio(part=2, whole=2), Ratio(part=0, whole=1))
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._words = [set(tokens(lower(text))) for text in batch(texts)]
        self._texts_with = Counter(word for own in self._words for word in own)
        # A word of one text alone is shared with no other.
        common = (word for word, count in self._texts_with.items() if count > 1)
        bits = {word: 1 << place for place, word in enumerate(common)}
        self._sizes = [len(own) for own in self._words]
        self._masks = [sum(bits[word] for word in own if word in bits) for own in self._words]

    def of(self, a: int, b: int) -> Ratio:
        """The overlap of two different texts, by their places."""
        shared = (self._masks[a] & self._masks[b]).bit_count()
        return Ratio(shared, max(1, min(self._sizes[a], self._sizes[b])))

    def rare_words(self, a: int, limit: Ratio) -> list[str]:
        """So many of a text's words, rare ones first, that one longer shares one of them.

        One that shares more than `limit` of all cannot do without each of these.
        """
        size = self._sizes[a]
        ordered = sorted(self._words[a], key=lambda word: (self._texts_with[word], word))
        return ordered[: size - size * limit.part // limit.whole]

    def words(self, a: int) -> set[str]:
        """The words of a text, case aside."""
        return self._words[a]


class Kept:
    """Some of the texts: which of them overlap with another one by more than a limit.

    They are found by their rare words, without looking at each.

    >>> among = Overlaps(["ship it now", "Ship it", "wait"])
    >>> kept = Kept(among, Ratio(7, 10))
    >>> kept.add(0)
    >>> kept.alike(1), kept.alike(2)
    ([0], [])
    """

    def __init__(self, among: Overlaps, limit: Ratio) -> None:
        self._among, self._limit = among, limit
        self._with: dict[str, list[int]] = {}
        self._with_rare: dict[str, list[int]] = {}
        self._order: dict[int, int] = {}

    def add(self, a: int) -> None:
        """Keep a text."""
        self._order[a] = len(self._order)
        for word in self._among.words(a):
            self._with.setdefault(word, []).append(a)
        for word in self._among.rare_words(a, self._limit):
            self._with_rare.setdefault(word, []).append(a)

    def alike(self, a: int) -> list[int]:
        """The kept texts whose overlap with one is over the limit, as they were added."""
        # Whichever of the two is the shorter: one of its rare words stands in the other.
        met = {k for word in self._among.words(a) for k in self._with_rare.get(word, ())}
        for word in self._among.rare_words(a, self._limit):
            met.update(self._with.get(word, ()))
        part, whole = self._limit
        over = [k for k in met if (one := self._among.of(a, k)).part * whole > one.whole * part]
        return sorted(over, key=self._order.__getitem__)
