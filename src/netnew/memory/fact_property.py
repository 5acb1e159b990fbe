"""Subjects that name a property: "rate limit for search", "who leads the project".

Whatever is said of such a subject is a value of that one property, however it is worded.
Version `fact-property/1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from netnew.memory.fact_limits import limited_otherwise
from netnew.memory.fact_reading import Reading, other_thing, read
from netnew.memory.fact_shares import DOUBT, Change, content
from netnew.memory.fact_verbs import BASE_OF, ENDING_WORDS, SUCCESSION_WORDS
from netnew.memory.fact_words import NOW, NOW_PHRASE

VERSION: Final = "fact-property/1"

Nature = Literal["lasting", "dated", "past"]
# Nouns of relation: each is a noun *of* something, and that has one at a time. No noun of a thing.
_PROPERTIES: Final = frozenset(
    word
    for words in (
        # Measures.
        "number count amount total sum size length width height depth weight age speed rate ratio "
        "share percentage level degree volume capacity quota limit cap ceiling maximum minimum "
        "max min threshold distance duration interval frequency temperature pressure strength "
        "score rating rank ranking grade headcount population attendance mileage consumption dose "
        "dosage timeout ttl retention area density",
        # Money.
        "balance budget price cost fee fare rent salary wage income allowance premium deposit "
        "discount revenue turnover valuation",
        # Names and addresses.
        "name nickname title address url hostname email password passphrase identifier alias slug",
        # Settings.
        "version format encoding language locale currency timezone colour color shape setting "
        "mode theme licence license visibility priority severity preference diet",
        # States and times.
        "status state stage phase condition progress outcome result verdict date day time "
        "deadline schedule timetable cadence expiry term birthday anniversary",
        # Roles.
        "owner lead maintainer assignee provider supplier vendor carrier insurer employer "
        "landlord profession occupation nationality citizenship residence headquarters",
        # Aims and sources.
        "target goal aim quorum source origin destination cause reason meaning",
    )
    for word in words.split()
)
# The same, where it is said of what: a host is a thing, the host of a show is its host.
_RELATIONS: Final = frozenset(
    "author leader head manager boss supervisor chair chairman president director captain coach "
    "doctor dentist teacher tenant contact sponsor reviewer approver client host partner spouse "
    "roommate successor job role position home location place venue site region zone country city "
    "town route branch release edition unit material brand model make type kind category class "
    "default plan tier engine database framework editor shell label link domain phone pin code id "
    "handle path port hour start end pay bill tax mark".split()
)
# What takes place once: it has one date, but much else may be said of it.
_EVENTS: Final = frozenset(
    "meeting appointment launch release exam interview wedding party trip flight call demo review "
    "visit concert match surgery delivery inspection audit presentation hearing lecture training "
    "retreat workshop ceremony dinner lunch move move-in renewal cutover migration".split()
)
# What no later event can change, and who did what was done once.
_FIXED: Final = frozenset(
    "origin cause reason meaning birthday birthplace birthdate etymology".split()
)
# The same, where it is said of what: a report builder is a tool, the builder of a mill is past.
_DOERS: Final = frozenset(
    "author inventor founder discoverer creator composer installer builder winner loser".split()
)
# Before any noun, these make it one of its kind.
_ONE_OF_A_KIND: Final = frozenset(
    "minimum maximum min max default current latest next main primary favourite favorite preferred "
    "official total average overall".split()
)
_ONCE: Final = frozenset("first original initial native".split())
_TIMES: Final = ("date", "weekday", "clock", "rate", "duration")
_QUESTION: Final = re.compile(
    r"^(?:who|whose|where|when|which|why|did|whether|how (?:many|much|often|long|old|far)) "
)
_PREPOSITION: Final = re.compile(r" (?:of|for|on|at|in|to|by|from|with|about|per|under|as|during) ")
_PAST: Final = re.compile(
    r"\b(?:was|were|had|did|founding|purchase|death|signing|(?!(?:based|limited|supported|shared|"
    r"expected|used|needed|planned|required|allowed|preferred|red|bed|need|speed|feed|seed|shed|"
    r"listed|advertised|recommended)\b)[a-z]{3,}ed)\b"
)


@lru_cache(maxsize=1024)
def nature(subject: str | None) -> Nature | None:
    """Whether a subject names a property, and whether that lasts; None: it names a thing.

    What belongs to an act is past; what belongs to a day or a year may be planned still.

    >>> [nature(one) for one in ("rate limit for /search", "date the lease was signed", "the team")]
    ['lasting', 'past', None]
    >>> nature("travel budget 2031"), nature("host"), nature("host of the show")
    ('dated', None, 'lasting')
    """
    said = " ".join((subject or "").lower().split())
    if not said:
        return None
    head, words = _head(said), set(re.findall(r"[a-z]+", said))
    whose = bool(re.search(r" (?:of|for) |['’]s ", said))
    once = head in _FIXED or (whose and head in _DOERS) or bool(words & _ONCE)
    alone = (
        head in _PROPERTIES
        or (whose and head in _RELATIONS)
        or bool(_ONE_OF_A_KIND & set(said.split()[:2]))
    )
    if not (once or alone or _QUESTION.match(said)):
        return None
    if once or _PAST.search(said) or any(BASE_OF.get(word, word) != word for word in words):
        return "past"
    return "dated" if _is_dated(said) else "lasting"


def _is_dated(said: str) -> bool:
    named = any(slot.kind == "date" for slot in read(said).slots)
    return named or bool(re.search(r"\b(?:19|20)[0-9]{2}\b", said))


def _head(said: str) -> str:
    """The noun that the others belong to: "size" of "the max upload size for guests"."""
    phrase = re.split(r" (?:that|which|who|the|a|an) ", _PREPOSITION.split(said, 1)[0])[0]
    words = re.findall(r"[^\W_][\w-]*", phrase.replace("'s ", " ").replace("’s ", " "))
    while len(words) > 1 and (_is_participle(words[-1]) or words[-1].isdigit()):
        # "deposit paid", "colour ordered", "budget 2031"
        words.pop()
    return words[-1] if words else ""


def _is_participle(word: str) -> bool:
    return BASE_OF.get(word, word) != word or bool(_PAST.fullmatch(word))


@lru_cache(maxsize=1024)
def one_event(subject: str | None) -> bool:
    """Whether a subject is something that takes place once."""
    return _head(" ".join((subject or "").lower().split())) in _EVENTS


def of_property(subject: str | None, old: Reading, new: Reading) -> Change | None:
    """Another value of the property that the subject names."""
    lasting = nature(subject)
    event = lasting is None and one_event(subject) and _about(subject, old, new)
    if lasting is None and not event:
        return None
    if not over(subject, old, new) and other_thing(old, new, old.stems & new.stems):
        return None
    for was, now in _values(old, new, _TIMES if event else ()):
        return Change("changed-property", Fraction(1), Fraction(1), f"{was} is now {now}")
    if event or new.adds:
        return None
    own = content(old) - read(subject or "").stems
    told = _says_change(new) and bool(own & new.stems) and not limited_otherwise(old, new)
    return Change("changed-property", Fraction(1) if told else DOUBT, Fraction(1),
                  f"{subject} may be told otherwise")  # fmt: skip


def _about(subject: str | None, *both: Reading) -> bool:
    """Whether each statement names what its subject is, and not only a part of it."""
    own = read(subject or "").stems
    return all(own & one.stems or any(w.text == "it" for w in one.words) for one in both)


def _values(old: Reading, new: Reading, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Values of one kind that differ, the old one first."""
    mine, theirs = _numbers(new), _numbers(old)
    kept = {(k, v) for k, v, _ in mine} & {(k, v) for k, v, _ in theirs}
    for kind, was, shown in theirs:
        for other, now, told in mine:
            if kind != other or was == now or (kinds and kind not in kinds):
                continue
            if (kind, was) in kept and not _says_change(new):
                continue
            if kind != "weekday" and limited_otherwise(old, new):
                continue
            yield shown, told


def _numbers(reading: Reading) -> list[tuple[str, str, str]]:
    """Kind, value and wording of everything that can be a value; "Node 16" is a number too."""
    plain = ("count", "dotted", "code", "money", "number")
    found = [("number" if s.kind in plain else s.kind, s.value, s.shown) for s in reading.slots]
    found += [("number", s.value.split()[0], s.shown) for s in reading.slots if s.kind == "rate"]
    return found + [("number", name.split()[-1], name) for name in sorted(reading.names)]


def _says_change(new: Reading) -> bool:
    words = {w.text for w in new.words}
    return (
        new.changes
        or bool(NOW_PHRASE.search(new.lower))
        or bool(words & (NOW | ENDING_WORDS | SUCCESSION_WORDS))
    )


def is_over(reading: Reading) -> bool:
    """Whether it only tells what was, or was done: nothing of it can be otherwise later."""
    lower = f" {reading.lower} "
    return bool(_WAS.search(lower)) and not _IS.search(lower) and not reading.changes


_WAS: Final = re.compile(r" (?:was|were|had been) ")
_IS: Final = re.compile(
    r"(?: (?:is|are|am|has|have|will|can|does|do|now|must|should|may)|'s|'re|'ve) "
)


def over(subject: str | None, old: Reading, new: Reading) -> bool:
    """Whether what the subject names had its one value: another one contradicts it."""
    kind = nature(subject)
    return kind == "past" or (not new.changes and (kind == "dated" or is_over(old)))
