"""Numbers in prose, with their units and comparators: what can be compared exactly.

A number counts unless it is a bare counter ("attempt 4 of 10"), an ordinal, a timestamp
or an id: those change in every line of a log without saying anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from netnew.kernel.spans import Masked, holds
from netnew.kernel.units import MULTIPLIERS, SPELLED, TIMES, UNITS


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount in the base unit of its kind: `200 ms` and `0.2 s` are one quantity."""

    amount: Fraction
    unit: str = ""
    comparator: str = ""
    label: str = ""
    text: str = ""

    @property
    def key(self) -> tuple[Fraction, str, str]:
        """What two quantities are compared by; the label and the wording are evidence."""
        return (self.amount, self.unit, self.comparator)


# Nouns that number the turns of a process: the number after them says when, not what.
COUNTERS = (
    "attempt try retry iteration round step pass cycle turn run loop trial poll check tick epoch "
    "episode batch job build item entry message msg line page ticket issue request task todo case "
    "part section note revision rev exercise experiment sample chunk frame slide figure fig "
    "number no nr id index pr point"
).split()

COMPARATORS = {
    "<": "under below beneath less_than fewer_than lower_than smaller_than shorter_than <",
    "<=": "at_most no_more_than not_more_than up_to maximum max a_maximum_of maximum_of within "
    "no_longer_than not_exceed not_exceeding <= ≤",
    ">": "over above more_than greater_than higher_than larger_than longer_than exceeds exceed "
    "exceeding beyond >",
    ">=": "at_least no_less_than no_fewer_than not_less_than minimum min a_minimum_of minimum_of "
    ">= ≥",
}
# The words of comparison, which say nothing more once the comparator is known.
COMPARING = re.compile(
    r"\b(?:(?:no|not) )?(?:more|less|fewer|greater|lower|smaller|larger|shorter|longer|higher)"
    r" than\b"
    r"|\bat (?:most|least)\b|\bor (?:more|less|fewer)\b|\bnot exceed(?:ing)?\b"
)
# What each of these phrases holds.
COMPARING_SIGNS = (" than", "at most", "at least", "or more", "or less", "or fewer", "exceed")
_AFTER = {
    "or more": ">=",
    "or less": "<=",
    "or fewer": "<=",
    "at most": "<=",
    "at least": ">=",
    "max": "<=",
    "maximum": "<=",
    "min": ">=",
    "minimum": ">=",
}


def _comparator_pattern() -> tuple[re.Pattern[str], dict[str, str]]:
    meaning = {
        phrase.replace("_", " "): sign
        for sign, phrases in COMPARATORS.items()
        for phrase in phrases.split()
    }
    longest_first = sorted(meaning, key=lambda phrase: (-len(phrase), phrase))
    either = "|".join(re.escape(phrase) for phrase in longest_first)
    return re.compile(rf"(?<!\w)({either})\s*(?:about\s+|around\s+)?$"), meaning


_BEFORE, _MEANING = _comparator_pattern()
# "3d", "720p": letters glued to an amount are a unit that the table does not know.
GLUED_LETTERS = 3
# A comparator stands right before its number; nobody writes one of more than this length.
_REACH = 32

_IDS = re.compile(
    r"\b[a-z][a-z0-9+.-]{0,20}://\S+"  # addresses
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}"  # mail
    r"|#[0-9]+\b"  # issue numbers
    r"|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
    r"|\b(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b"  # hashes
    r"|\b[0-9]{19,}\b"  # no amount has so many digits
    r"|(?<![\w-])[a-z]{1,20}-[0-9]{1,18}\b"  # tickets
)
# Ids without a digit: addresses and mail.
_ID_SIGNS = ("://", "@")
_ORDINALS = re.compile(r"\b[0-9]+(?:st|nd|rd|th)\b|^\s*\(?[0-9]{1,3}[.)](?=\s)")
_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,18})(?:\.[0-9]{1,18})?"
_COUNTED = re.compile(
    rf"\b(?:{'|'.join(COUNTERS)})s?\s*(?:#|no\.?|number|nr\.?|:)?\s*[0-9]+"
    r"(?:\s*(?:of|/|out of)\s*[0-9]+)?\b(?!\s*[%€$£])"
)
# "4/10" and "4 of 10" with nothing counted after them.
_PROGRESS = re.compile(r"(?<![\w.])[0-9]+\s*(?:of|/)\s*[0-9]+(?=\s*(?:[^\w\s]|$))")
_PRE_RELEASE = r"(?:[-.]?(?:a|b|rc|alpha|beta|dev|post|pre)[-.]?[0-9]+)"
_VERSION = re.compile(
    rf"\bv(?:ersion)?\s?([0-9]+(?:\.[0-9]+)*{_PRE_RELEASE}?)(?!\w)"
    rf"|(?<![\w.])([0-9]+(?:(?:\.[0-9]+){{2,}}{_PRE_RELEASE}?|\.[0-9]+{_PRE_RELEASE}))(?!\w)"
)
_LONGEST_FIRST = sorted(UNITS, key=lambda name: (-len(name), name))
_AMOUNT = re.compile(
    rf"(?P<currency>[$€£¥])?\s?(?P<sign>(?<![\w)])[-−])?(?<![\w.])(?P<number>{_NUMBER})"
    rf"(?P<multiplier>k|(?:\s?(?:thousand|million|mn|bn|billion)))?(?![0-9])"
    rf"(?:\s?-?(?P<unit>{'|'.join(re.escape(name) for name in _LONGEST_FIRST)})(?!\w))?"
    r"(?P<rest>\w+)?"
)
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
# "in a week" is in one week; "40 euros a month" is another thing.
_ONE = r"(?:(?<=\bin )|(?<=\bfor )|(?<=\bafter )|(?<=\bwithin )|(?<=\bevery ))an?"
_WORDS = re.compile(
    rf"\b(?:(?P<article>{_ONE})"
    rf"|(?P<tens>{_TENS})[- ](?P<ones>two|three|four|five|six|seven|eight|nine|one)"
    rf"|(?P<word>{'|'.join(SPELLED)}))\b(?:(?=[\s-](?P<next>\w+))|(?!\w))"
)
_SPELLED_SIGNS = (*SPELLED, *_TENS.split("|"), "in a", "for a", "after a", "every a")
_NEXT_WORD = re.compile(r"\s*-?([^\W\d_]+)")


def quantities(text: Masked) -> tuple[Quantity, ...]:
    """Every amount in `text`, in the order of reading; what it took is masked.

    >>> [q.text for q in quantities(Masked("under 200 ms for 3 users"))]
    ['200 ms', '3']
    >>> quantities(Masked("attempt 4 of 10"))
    ()
    """
    return tuple(quantity for _, quantity in quantity_starts(text))


def quantity_starts(text: Masked) -> tuple[tuple[int, Quantity], ...]:
    """Do what `quantities` does, each with the place where it starts.

    >>> [(start, q.text) for start, q in quantity_starts(Masked("under 200 ms"))]
    [(6, '200 ms')]
    """
    text.take(_IDS, () if text.has_digit else _ID_SIGNS)
    found: list[tuple[int, Quantity]] = []
    whole = text.text
    if text.has_digit:
        for noise in (_ORDINALS, _COUNTED, _PROGRESS):
            text.take(noise)
        found += [(_start(match), _version(match)) for match in text.take(_VERSION, ("v", "."))]
        whole = text.text
        amounts = text.take(_AMOUNT)
        found += [(_start(m), q) for m in amounts if (q := _amount(m, whole)) is not None]
    if holds(text.text, _SPELLED_SIGNS):
        found += [(m.start(), q) for m in _WORDS.finditer(text.text) if (q := _spelled(m, whole))]
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _start(match: re.Match[str]) -> int:
    return match.start() + len(match.group()) - len(match.group().lstrip())


def _version(match: re.Match[str]) -> Quantity:
    # Versions are equal or different and have no size: the parts are their unit.
    parts = (match[1] or match[2]).split(".")
    return Quantity(Fraction(0), "version " + ".".join(parts), text=match.group().strip())


def _amount(match: re.Match[str], whole: str) -> Quantity | None:
    rest = match["rest"] or ""
    if rest and not (rest.isalpha() and len(rest) <= GLUED_LETTERS):
        # A name that opens with a digit, and no amount.
        return None
    amount = Fraction(match["number"].replace(",", ""))
    if match["multiplier"]:
        amount *= MULTIPLIERS[match["multiplier"].strip()]
    if match["sign"]:
        amount = -amount
    unit, factor = UNITS.get(match["currency"] or match["unit"] or "", ("", Fraction(1)))
    return Quantity(
        amount * factor,
        unit or rest,
        _comparator(whole, match.start(), match.end(), unit),
        "" if unit or rest else _label(whole, match.end()),
        match.group().strip(),
    )


def _spelled(match: re.Match[str], whole: str) -> Quantity | None:
    unit, factor = UNITS.get(match["next"] or "", ("", Fraction(1)))
    if match["word"] == "one" and not unit:
        return None  # "this one", "one of them": a pronoun more often than a number
    if match["article"] and unit not in TIMES:
        return None
    parts = [match[name] for name in ("word", "tens", "ones") if match[name]]
    amount = sum(SPELLED[part] for part in parts) if parts else 1
    return Quantity(
        amount * factor,
        unit,
        _comparator(whole, match.start(), match.end(), unit),
        "" if unit else _label(whole, match.end()),
        match.group(),
    )


def _comparator(whole: str, start: int, end: int, unit: str) -> str:
    before = _BEFORE.search(whole[max(0, start - _REACH) : start])
    # "over five years", "within two weeks": the time that something takes, no bound.
    if before and not (before[1] in ("over", "within") and unit in TIMES):
        return _MEANING[before[1]]
    after = whole[end : end + _REACH].strip()
    return next((sign for phrase, sign in _AFTER.items() if after.startswith(phrase)), "")


def _label(whole: str, end: int) -> str:
    """Return the word counted, in the singular where that is only an s."""
    match = _NEXT_WORD.match(whole, end)
    return match[1].removesuffix("s") if match else ""
