"""A statement as the relation reads it: words, values in their places, and what each is about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from netnew.kernel.moments import moment_spans
from netnew.kernel.polarity import negations
from netnew.kernel.quantities import Quantity, quantity_starts
from netnew.kernel.spans import Masked, holds
from netnew.kernel.units import UNITS
from netnew.memory.fact_rates import rate_spans
from netnew.memory.fact_words import (
    ADDITION,
    ASIDES,
    CHANGING,
    DOWN,
    FUNCTION,
    NOW,
    NOW_PHRASE,
    NUMBERED,
    PARTICLES,
    PREDICATES,
    PREPOSITIONS,
    STATE_OF,
    UP,
    WEAK,
    stem,
)  # fmt: skip

# Addresses, ranges of addresses and dotted names of releases: equal or not, without a size.
_CODE = re.compile(
    r"(?<![\w.])(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2})?|[0-9]+(?:\.[0-9]+)+"
    r"(?:[-.]?[a-z]{1,5}[-.]?[0-9]+)|[0-9]+(?:\.[0-9]+){2,})(?![\w])"
)
_RANGE = re.compile(
    r"(?<![\w.-])([0-9]{1,12}(?:\.[0-9]{1,6})?)\s?(?:-|–|to)\s?([0-9]{1,12}(?:\.[0-9]{1,6})?)"
    r"(?=\s?[a-z%$€£])"
)
_RATIO = re.compile(r"(?<![\w/.])[0-9]{1,4}/[0-9]{1,4}(?![\w/])")
_OFTEN = re.compile(r"\b(once|twice|thrice)\b")
_OFTEN_AMOUNT = {"once": 1, "twice": 2, "thrice": 3}
_TOKEN = re.compile(r"[^\W_]+(?:'[a-z]+)?|[,;:.!?()—–]")
_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)")
MONEY = frozenset(("USD", "EUR", "GBP", "JPY"))
_DURATION = frozenset(("s", "month", "year"))
_CHANGED = CHANGING | NOW
_STATE_SIGNS = tuple(STATE_OF)
# The noun of a count stands within so many words after it.
_COUNTED_WORDS = 4


@dataclass(frozen=True, slots=True)
class Slot:
    """A value and its place."""

    kind: str
    value: str
    shown: str
    at: int
    amount: Fraction | None = None
    unit: str = ""
    counted: tuple[str, ...] = ()


class Word(NamedTuple):
    """A word in its place; punctuation has no stem."""

    text: str
    stem: str
    at: int


class Reading:
    """Everything that relating needs to know of one text; each part is read once it is needed.

    Most statements on a subject turn out to have nothing to do with each other long before all
    of both is read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.whole = Masked(text).text
        """The text in lower case, with plain apostrophes: all places are places in it."""

    @cached_property
    def lower(self) -> str:
        """The text in lower case."""
        return self.text.lower()

    @cached_property
    def adds(self) -> bool:
        """Whether it says that it comes to what is there: also, as well, another."""
        return bool(ADDITION.search(self.lower))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Words and signs in order, without values."""
        taken = [(slot.at, slot.at + len(slot.shown)) for slot in self._values[0]]
        return tuple(_words(self.whole, taken))

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The values, each in its place."""
        found, _ = self._values
        return tuple(_with_counted(slot, self, found) for slot in found)

    @cached_property
    def names(self) -> frozenset[str]:
        """Numbers that name a thing (sprint 3), with their noun."""
        return self._values[1]

    @cached_property
    def stems(self) -> frozenset[str]:
        """What its words are compared by, without words of grammar."""
        return frozenset(map(self._plain.__getitem__, self._plain.keys() - FUNCTION))

    @cached_property
    def states(self) -> frozenset[int]:
        """The states that it says a thing is in."""
        if not holds(self.whole, _STATE_SIGNS):
            return frozenset()
        return _states(self.words)

    @cached_property
    def negated(self) -> tuple[str, ...]:
        """What it denies."""
        return tuple(stem(word) for word in negations(self.whole))

    @cached_property
    def changes(self) -> bool:
        """Whether it says that something is otherwise now than it was."""
        return bool(NOW_PHRASE.search(self.whole)) or not self._plain.keys().isdisjoint(_CHANGED)

    @cached_property
    def direction(self) -> int:
        """1 where it only tells of growth, -1 of decline, 0 of neither or both."""
        plain = self._plain.keys()
        return (not plain.isdisjoint(UP)) - (not plain.isdisjoint(DOWN))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """Where its sentences end."""
        return tuple(match.start() for match in _SENTENCE_END.finditer(self.whole))

    @cached_property
    def _plain(self) -> dict[str, str]:
        return {word.text: word.stem for word in self.words if word.stem}

    @cached_property
    def _values(self) -> tuple[list[Slot], frozenset[str]]:
        return _slots(Masked(self.text), self.whole)


@lru_cache(maxsize=2048)
def read(text: str) -> Reading:
    """Read `text` once; the same text gives the same reading everywhere.

    >>> found = read("The rate limit was raised to 500 requests")
    >>> found.slots[0].shown, found.changes, found.direction
    ('500', True, 1)
    """
    return Reading(text)


def _states(words: Sequence[Word]) -> frozenset[int]:
    """States said of a thing: after a form of be, a colon or "status", or at the end."""
    found = set()
    for i, word in enumerate(words):
        if word.text not in STATE_OF:
            continue
        before = words[i - 1].text if i else ""
        after = words[i + 1] if i + 1 < len(words) else None
        if word.text in PARTICLES and after is not None and after.stem and after.text not in NOW:
            # "on the mat" and "up to four" are no states.
            continue
        if (
            not i
            or before in PREDICATES
            or before == ":"
            or (i and (after is None or not after.stem))
        ):
            found.add(STATE_OF[word.text])
    return frozenset(found)


def _slots(masked: Masked, whole: str) -> tuple[list[Slot], frozenset[str]]:
    codes = masked.take(_CODE) if masked.has_digit else ()
    found = [Slot("code", m.group(), m.group(), m.start()) for m in codes]
    for moment in moment_spans(masked):
        kind = "clock" if moment.said.startswith("time ") else "date"
        kind = "weekday" if kind == "date" and not any(c.isdigit() for c in moment.said) else kind
        found.append(Slot(kind, moment.said, whole[moment.start : moment.end], moment.start))
    found += [Slot("rate", often, shown, at) for at, shown, often in rate_spans(masked)]
    found += _ranges(masked, whole) if masked.has_digit else ()
    names: set[str] = set()
    for start, quantity in quantity_starts(masked):
        noun = _named_by(whole, start, quantity)
        if noun:
            names.add(f"{noun} {quantity.amount}")
        else:
            found.append(_slot(start, quantity))
    for match in masked.take(_OFTEN, tuple(_OFTEN_AMOUNT)):
        amount = Fraction(_OFTEN_AMOUNT[match[1]])
        found.append(Slot("count", str(amount), match.group(), match.start(), amount))
    return sorted(found, key=lambda slot: slot.at), frozenset(names)


def _ranges(masked: Masked, whole: str) -> Iterator[Slot]:
    """Two amounts that are one value: 5-7 months, 130/80."""
    for match in masked.take(_RANGE):
        unit = re.match(r"\s?([a-z%]+)", whole[match.end() :])
        name = unit[1] if unit else ""
        kind = "duration" if UNITS.get(name, ("",))[0] in _DURATION else "range"
        yield Slot(kind, f"{match[1]}-{match[2]} {name}", match.group(), match.start())
    for match in masked.take(_RATIO):
        yield Slot("ratio", match.group(), match.group(), match.start())


def _named_by(whole: str, start: int, quantity: Quantity) -> str:
    """The noun that a bare number names a thing of, or nothing."""
    if quantity.unit or quantity.comparator or "." in quantity.text:
        return ""
    before = re.search(r"([a-z]+)\s+$", whole[:start])
    return before[1] if before and before[1] in NUMBERED else ""


def _slot(start: int, quantity: Quantity) -> Slot:
    unit = quantity.unit
    if unit.startswith("version "):
        # 0.10a1 and "version 0.10a1" are one value.
        return Slot("code", unit.removeprefix("version "), quantity.text, start)
    if unit in MONEY:
        kind = "money"
    elif unit in _DURATION:
        kind = "duration"
    else:
        kind = unit or ("dotted" if "." in quantity.text else "count")
    value = f"{quantity.comparator}{quantity.text if kind == 'dotted' else quantity.amount} {unit}"
    return Slot(kind, value.strip(), quantity.text, start, Fraction(quantity.amount), unit)


def _words(whole: str, taken: Sequence[tuple[int, int]]) -> list[Word]:
    tokens = _TOKEN.finditer(whole)
    words = [Word(*_token(match.group()), match.start()) for match in tokens]
    if not taken:
        return words
    starts = [-1, *(start for start, _ in taken)]
    ends = [-1, *(end for _, end in taken)]
    return [word for word in words if word.at >= ends[bisect_right(starts, word.at) - 1]]


# Words repeat by Zipf's law: most are read once for very many texts.
@lru_cache(maxsize=2**14)
def _token(token: str) -> tuple[str, str]:
    """The text of a word or sign, and its stem."""
    text = token.removesuffix("'s")
    return text, stem(text) if text[0].isalnum() else ""


def _with_counted(slot: Slot, reading: Reading, slots: Sequence[Slot]) -> Slot:
    """A count with the words that say of what."""
    if slot.kind not in ("count", "dotted"):
        return slot
    after_value = min((s.at for s in slots if s.at > slot.at), default=1 << 60)
    counted = []
    for word in (w for w in reading.words if w.at > slot.at):
        if not word.stem or word.text in FUNCTION or word.at > after_value:
            break
        counted.append(word.stem)
    return Slot(slot.kind, slot.value, slot.shown, slot.at, slot.amount, slot.unit,
                tuple(counted[:_COUNTED_WORDS]))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Topic:
    """What a value belongs to: its content words, and the noun phrase that heads them."""

    stems: frozenset[str]
    head: str
    modifiers: frozenset[str]


def without_subject(text: str, subject: str | None) -> str:
    """`text` without the name of what it is about, which tells nothing about a property.

    >>> without_subject("The Rate Limit is 5", "rate limit")
    'The it is 5'
    """
    name = " ".join((subject or "").split())
    if not name or (
        # A pattern takes longer to make than to find out that it has nothing to match.
        (text + name).isascii() and name.split()[0].lower() not in text.lower()
    ):
        return text
    spaced = r"\s+".join(re.escape(part) for part in name.split())
    return re.sub(rf"(?<![\w-]){spaced}(?![\w-])", "it", text, flags=re.IGNORECASE)


def topic(reading: Reading, slot: Slot) -> Topic:
    """Return the words that say what `slot` is the value of.

    Those are the ones before it in its sentence, and what it counts or is limited to.
    """
    start = max((end for end in reading.ends if end < slot.at), default=-1)
    before = [w for w in reading.words if start < w.at < slot.at]
    before = _without_asides(_without_opening(before))
    after = _limits([w for w in reading.words if w.at > slot.at])
    chunks = list(_chunks(_with_breaks(before, reading)))
    said = [stem_ for chunk in chunks for stem_ in chunk]
    tail = [w.stem for w in after if is_content(w)]
    first = next((chunk for chunk in chunks if chunk), tuple(slot.counted))
    head = first[-1] if first else ""
    return Topic(frozenset([*said, *tail]), head, frozenset(first[:-1]))


def chunks_of(reading: Reading) -> tuple[tuple[str, frozenset[str]], ...]:
    """Head and modifiers of each noun phrase, roughly."""
    return _chunks_of(reading.text)


@lru_cache(maxsize=2048)
def _chunks_of(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    reading = read(text)
    plain = [w for w in _with_breaks(reading.words, reading) if w.text not in STATE_OF]
    return tuple((c[-1], frozenset(c[:-1])) for c in _chunks(plain))


def other_thing(old: Reading, new: Reading, stems: frozenset[str]) -> bool:
    """The same noun with other words before it: a gift budget is not a grocery budget."""
    for head, modifiers in chunks_of(new):
        if head not in stems or not modifiers or modifiers & old.stems:
            continue
        theirs = [m for h, m in chunks_of(old) if h == head and m]
        if theirs and not any(m & new.stems for m in theirs):
            return True
    return False


def _with_breaks(words: Sequence[Word], reading: Reading) -> list[Word]:
    """With a stop where a value stands, so that no noun phrase reaches over it."""
    return sorted([*words, *(Word("", "", s.at) for s in reading.slots)], key=lambda w: w.at)


def is_content(word: Word) -> bool:
    """Whether it names something: no grammar, no state, no word of change."""
    return bool(
        word.stem
        and word.text not in FUNCTION
        and word.text not in WEAK
        and word.text not in CHANGING
        and word.text not in STATE_OF
    )


def _without_opening(words: Sequence[Word]) -> Sequence[Word]:
    """Without a clause in front that only says when or why: "After the review, …"."""
    if not words or words[0].text not in ASIDES | {"by", "as", "with", "in", "on"}:
        return words
    comma = next((i for i, word in enumerate(words) if word.text == ","), None)
    return words if comma is None else words[comma + 1 :]


def _without_asides(words: Sequence[Word]) -> list[Word]:
    """Without what only gives a reason: ", reflecting a few more items now at …"."""
    kept: list[Word] = []
    aside = False
    for word in words:
        aside = word.text in ASIDES or (aside and word.text != ",")
        if not aside:
            kept.append(word)
    return kept


def _limits(words: Sequence[Word]) -> list[Word]:
    """Words right after a value that narrow it: "… 12 % on assets above …"."""
    kept: list[Word] = []
    for word in words:
        if not word.stem or word.text in ASIDES or word.text in ("to", "by", "starting"):
            break
        kept.append(word)
    return kept[:_COUNTED_WORDS]


def _chunks(words: Sequence[Word]) -> Iterator[tuple[str, ...]]:
    """Noun phrases, roughly: runs of content words between function words and verbs of change."""
    run: list[str] = []
    for word in words:
        if is_content(word):
            run.append(word.stem)
        elif run and (not word.stem or word.text in PREPOSITIONS or word.text in CHANGING
                      or word.text in FUNCTION):  # fmt: skip
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)
