"""Claims as sets of numbers, in the order that the search wants: each word is read once.

What the numbers stand for is defined by `Claim.tokens` and `content_words`. A claim costs a few
looks into tables, and nothing else is done for every word of every claim.
"""

from __future__ import annotations

from collections.abc import Iterable

from netnew.kernel.growing import Ordered
from netnew.meter.claims import Claim, without_counters
from netnew.meter.content import LEAST_WORDS, is_prose, read_word

# The number of the empty text.
NOTHING = 0


class NumberedClaims:
    """Reads claims as their words, and as their content words where those are asked for.

    Words are numbered in the order of their first coming, and put newest first: words that come
    late are rare, so what the search has to walk is short. The order decides the cost, never the
    answer.

    >>> claims = NumberedClaims("words/1", content=False)
    >>> claims.read(Claim("Ship it, now.", "ship it, now"))
    ((3, 2, 1), ())
    >>> claims.read(Claim("Now!", "now!"))
    ((3,), ())
    """

    def __init__(self, version: str, *, content: bool) -> None:
        self._bare, self._has_content = version == "words/1", content
        self._words = _Words(bare=self._bare, stems=content)
        # Bound once: they are called for every word of every claim.
        self._place = self._words.__getitem__
        self._number = self._words.numbers.__getitem__
        self._stem = self._words.stems.__getitem__

    def read(self, claim: Claim) -> tuple[Ordered, Ordered]:
        """The numbers of the words of `claim`, and of its content words, each in falling order."""
        text = claim.normal
        places = [*map(self._place, text.split())]
        counted = without_counters(text) if self._bare else text
        shown = places if counted is text else [*map(self._place, counted.split())]
        numbers = {*map(self._number, shown)}
        if NOTHING in numbers:
            numbers.discard(NOTHING)
            # Punctuation alone is compared as it stands.
            numbers = numbers or {*map(self._words.number, text.split())}
        words = tuple(sorted(numbers, reverse=True))
        if not self._has_content or claim.is_observation:
            return words, ()
        return words, tuple(sorted(self._content(text, places), reverse=True))

    def _content(self, text: str, places: list[int]) -> Iterable[int]:
        table = self._words
        stems = {*map(self._stem, places)}
        stems.discard(NOTHING)
        if table.odd.isdisjoint(places):
            # As many plain words as stems, at least: prose.
            return stems if len(stems) >= LEAST_WORDS else ()
        stems.update(*[table.more_stems.get(place, ()) for place in places])
        plain = len(places) - sum(map(table.codes.__contains__, places))
        enough = len(stems) >= LEAST_WORDS and is_prose(text, len(places), plain)
        return stems if enough else ()


class _Words(dict[str, int]):
    """Words as they were written -> their places in the tables of what they are compared by."""

    def __init__(self, *, bare: bool, stems: bool) -> None:
        super().__init__()
        self._bare, self._with_stems = bare, stems
        self._numbers = {"": NOTHING}
        self.numbers: list[int] = []
        """What level L1 compares."""
        self.stems: list[int] = []
        """The first stem; `NOTHING` where there is none."""
        self.more_stems: dict[int, tuple[int, ...]] = {}
        self.codes: set[int] = set()
        """Places of what is no plain word."""
        self.odd: set[int] = set()
        """Those, and places of words with several stems."""

    def __missing__(self, written: str) -> int:
        place = self[written] = len(self)
        if not self._bare and not self._with_stems:
            self.numbers.append(self.number(written))
            return place
        bare, is_plain, parts = read_word(written)
        self.numbers.append(self.number(bare if self._bare else written))
        if not self._with_stems:
            return place
        if is_plain and len(parts) <= 1:
            self.stems.append(self.number(parts[0]) if parts else NOTHING)
            return place
        stems = tuple(map(self.number, parts))
        self.stems.append(stems[0] if stems else NOTHING)
        self.odd.add(place)
        if len(stems) > 1:
            self.more_stems[place] = stems
        if not is_plain:
            self.codes.add(place)
        return place

    def number(self, text: str) -> int:
        """The number of a text, by the order of first coming."""
        return self._numbers.setdefault(text, len(self._numbers))
