"""What can be computed exactly from text, and where two texts differ in it.

Version `values/1`. Two texts that differ here do not say the same, however alike they
look: "p95 stays under 200 ms" is not "p95 stays under 500 ms".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from netnew.kernel.moments import moments
from netnew.kernel.polarity import Pole, modality, negations, quantifiers, reversals, words_of
from netnew.kernel.quantities import COMPARING, COMPARING_SIGNS, Quantity, quantities
from netnew.kernel.spans import Masked, holds

VERSION = "values/1"
KINDS = ("number", "unit", "comparator", "date", "negation", "reversal", "modality", "quantifier")


@dataclass(frozen=True, slots=True)
class Values:
    """Everything in one text that is compared exactly."""

    numbers: tuple[Quantity, ...] = ()
    dates: tuple[str, ...] = ()
    negations: tuple[str, ...] = ()
    reversals: tuple[Pole, ...] = ()
    modality: tuple[str, ...] = ()
    quantifiers: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Difference:
    """One exact difference; a side that does not have the value at all is None."""

    kind: str
    left: str | None
    right: str | None

    def __str__(self) -> str:
        return f"{self.kind}: {self.left or 'none'} / {self.right or 'none'}"


@lru_cache(maxsize=4096)
def values(text: str) -> Values:
    """Read the exact values of `text`; the same text gives the same values everywhere.

    >>> found = values("Do not retry more than 3 times before 5 May")
    >>> found.dates, found.negations, str(found.numbers[0].amount)
    (('05-05',), ('retry',), '3')
    """
    masked = Masked(text)
    whole = masked.text
    dates = moments(masked)
    # "May" is a month there and a modal elsewhere; "at most" is a comparator, not most of a thing.
    plain = masked.text
    if holds(plain, COMPARING_SIGNS):
        plain = COMPARING.sub(" ", plain)
    words = words_of(plain)
    return Values(
        numbers=quantities(masked),
        dates=dates,
        negations=negations(whole),
        reversals=reversals(words),
        modality=modality(plain, words),
        quantifiers=quantifiers(words),
        words=frozenset(words if plain is whole else words_of(whole)),
    )


@lru_cache(maxsize=4096)
def amounts(text: str) -> frozenset[tuple[Fraction, str, str]]:
    """What the numbers of `text` are compared by: one that holds another's lacks none of them.

    >>> amounts("waits 200 ms") <= amounts("waits 0.2 s, twice that at most 5 times")
    True
    """
    return frozenset(quantity.key for quantity in values(text).numbers)


def differences(left: Values, right: Values) -> tuple[Difference, ...]:
    """Where two texts differ in what can be computed exactly, in the order of `KINDS`.

    >>> for found in differences(values("Use 200 ms"), values("Do not use 500 ms")):
    ...     print(found)
    number: 200 ms / 500 ms
    negation: none / use
    >>> differences(values("waits 0.2 s"), values("waits 200 ms"))
    ()
    """
    if _is_plain(left) and _is_plain(right):
        return ()
    found = [
        *_numbers(left.numbers, right.numbers),
        *_sets("date", left.dates, right.dates),
        *_negations(left, right),
        *_reversals(left.reversals, right.reversals),
        *_sets("modality", left.modality, right.modality),
        *_sets("quantifier", left.quantifiers, right.quantifiers),
    ]
    return tuple(sorted(found, key=lambda difference: KINDS.index(difference.kind)))


def _is_plain(read: Values) -> bool:
    """Whether there is nothing to compare but words."""
    return not (
        read.numbers
        or read.dates
        or read.negations
        or read.reversals
        or read.modality
        or read.quantifiers
    )


def _numbers(left: tuple[Quantity, ...], right: tuple[Quantity, ...]) -> Iterator[Difference]:
    only_left, only_right = _unmatched(left, right), _unmatched(right, left)
    if not only_left and not only_right:
        yield from _swapped_counts(left, right)
        return
    for i in range(max(len(only_left), len(only_right))):
        a = only_left[i] if i < len(only_left) else None
        b = only_right[i] if i < len(only_right) else None
        yield Difference(_kind_of(a, b), _shown(a) if a else None, _shown(b) if b else None)


def _unmatched(quantities: tuple[Quantity, ...], others: tuple[Quantity, ...]) -> list[Quantity]:
    spare = Counter(quantity.key for quantity in others)
    left_over = []
    for quantity in quantities:
        if spare[quantity.key]:
            spare[quantity.key] -= 1
        else:
            left_over.append(quantity)
    return left_over


def _kind_of(a: Quantity | None, b: Quantity | None) -> str:
    if a and b and (a.amount, a.unit) == (b.amount, b.unit):
        return "comparator"
    if a and b and _digits(a) == _digits(b):
        return "unit"
    return "number"


def _digits(quantity: Quantity) -> str:
    return "".join(character for character in quantity.text if character in "-−0123456789.")


def _shown(quantity: Quantity) -> str:
    label = f" {quantity.label}" if quantity.label else ""
    return f"{quantity.comparator} {quantity.text}{label}".strip()


def _swapped_counts(
    left: tuple[Quantity, ...], right: tuple[Quantity, ...]
) -> Iterator[Difference]:
    """The same numbers, counting other things: 3 cooks and 4 waiters, 4 cooks and 3 waiters."""
    # One text may count the same thing twice: 3 cooks at noon and 4 cooks at night.
    for label in dict.fromkeys(quantity.label for quantity in left if quantity.label):
        ours = [quantity for quantity in left if quantity.label == label]
        theirs = [quantity for quantity in right if quantity.label == label]
        for a, b in zip(_unmet(ours, theirs), _unmet(theirs, ours), strict=False):
            yield Difference("number", _shown(a), _shown(b))


def _unmet(quantities: list[Quantity], others: list[Quantity]) -> list[Quantity]:
    keys = {quantity.key for quantity in others}
    return [quantity for quantity in quantities if quantity.key not in keys]


def _sets(kind: str, left: Iterable[str], right: Iterable[str]) -> Iterator[Difference]:
    only_left, only_right = sorted(set(left) - set(right)), sorted(set(right) - set(left))
    if only_left or only_right:
        yield Difference(kind, ", ".join(only_left) or None, ", ".join(only_right) or None)


def _negations(left: Values, right: Values) -> Iterator[Difference]:
    a, b = left.negations, right.negations
    swapped = len(a) == len(b) and any(
        x != y and x in right.words and y in left.words
        for x, y in zip(sorted(set(a) - set(b)), sorted(set(b) - set(a)), strict=False)
    )
    if len(a) != len(b) or swapped:
        yield Difference(
            "negation",
            ", ".join(filter(None, a)) or ("not" if a else None),
            ", ".join(filter(None, b)) or ("not" if b else None),
        )


def _reversals(left: tuple[Pole, ...], right: tuple[Pole, ...]) -> Iterator[Difference]:
    for pair in sorted({pole.pair for pole in left} & {pole.pair for pole in right}):
        a = [pole for pole in left if pole.pair == pair]
        b = [pole for pole in right if pole.pair == pair]
        if _opposed(a, b):
            yield Difference("reversal", _poles(a), _poles(b))


def _opposed(left: list[Pole], right: list[Pole]) -> bool:
    left_sides, right_sides = {pole.side for pole in left}, {pole.side for pole in right}
    if not left_sides & right_sides:
        return True
    # Both sides occur in both texts: opposed when the same word stands under the other side.
    borne: dict[str, set[str]] = {}
    for pole in left:
        if pole.bears_on:
            borne.setdefault(pole.bears_on, set()).add(pole.side)
    return any(pole.side not in borne.get(pole.bears_on, {pole.side}) for pole in right)


def _poles(poles: list[Pole]) -> str:
    return ", ".join(f"{pole.side} {pole.bears_on}".strip() for pole in poles)
