"""Does a new statement give a property of an old one another value? One rule a function.

Version `fact-changes/1`. Each rule answers with the share of the new statement's topic that
the old one has, and the share it asks for; a rule that does not apply answers None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from netnew.kernel.spans import holds
from netnew.memory.fact_reading import Reading, Slot, Topic, chunks_of, read, topic
from netnew.memory.fact_words import (
    ADDITION,
    ASIDES,
    CHANGING,
    FUNCTION,
    KIND_NOUNS,
    NOW,
    SINGLE_VERBS,
    STATES,
    SUCCESSIONS,
    WEAK,
    stem,
)  # fmt: skip

VERSION = "fact-changes/1"


class Asked(NamedTuple):
    """Share of the topic that must be common: chosen across sources in audits/facts."""

    with_sign: Fraction = Fraction(1, 2)
    """Where the new statement says that something changed."""
    without_sign: Fraction = Fraction(3, 4)
    contradiction: Fraction = Fraction(2, 5)


ASKED = Asked()

_KIND_STEMS = {kind: frozenset(map(stem, nouns)) for kind, nouns in KIND_NOUNS.items()}
_ANY_KIND_STEMS = frozenset().union(*_KIND_STEMS.values())
_GONE = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|any longer|is gone|are gone|stopped|quit|gave up|"
    r"ceased|instead of|used to|formerly|previously)\b"
)
_BEGUN = re.compile(r"\b(?:now|started|began|has begun|from now on|these days|again)\b")
_FROM_TO = re.compile(
    r"\bfrom (?P<old>[^,;]{1,60}?) to (?P<new>[^,;.]{1,60})"
    r"|\breplac(?:ed?|es|ing) (?P<old2>[^,;]{1,60}?) (?:with|by) (?P<new2>[^,;.]{1,60})"
    r"|(?P<old3>[^,;]{1,60}?) (?:was|were|is|are|has been|have been|got) (?:replaced|superseded) "
    r"by (?P<new3>[^,;.]{1,60})"
    r"|(?P<new4>[^,;]{1,60}?) (?:instead of|rather than|in place of|replaces|replaced|supersedes) "
    r"(?P<old4>[^,;.]{1,60})"
)
# One of these stands in all that it matches.
_FROM_TO_SIGNS = ("from ", "replac", "supersed", "instead of", "rather than", "in place of")
_SWITCH = re.compile(
    r"\b(?:switch(?:ed|es|ing)?|mov(?:ed|es|ing|e)|migrat(?:ed|es|ing|e)|chang(?:ed|es|ing|e)|"
    r"convert(?:ed|s|ing)?) (?:over )?to (?P<new>.{1,60}?) (?:for|as|in) (?P<what>[^,;.]{1,60})"
)
_PURPOSE = re.compile(r"\b(?:us(?:e|es|ed|ing)|chose|picked|selected|adopted) $")
_SINGLE_AT_END = re.compile(SINGLE_VERBS.pattern + "$")
_FOR = re.compile(r"(?:for|as|to|in)\b")
_LABEL = re.compile(r"^[^,;.:]{1,40}[:=] $")
# The score of what may be a change, and may be none: both stay, and the pair is flagged.
_DOUBT = Fraction(1, 2)
_NAME_WORDS = 6
_DEFINITE = re.compile(
    r"(?:\b(?:the|our|my|his|her|their|your|its)\b|'s )[^,;]{0,80}"
    r"(?:\b(?:is|are|was|were|equals)|[:=]) (?:\w+ly )?(?:now )?(?:an? |the |set to )?$"
)


@dataclass(frozen=True, slots=True)
class Change:
    """The answer of one rule: what was found, and how much of what it asks for."""

    rule: str
    score: Fraction
    threshold: Fraction
    reason: str

    @property
    def holds(self) -> bool:
        """Whether there is as much as is asked for."""
        return self.score >= self.threshold


@dataclass(frozen=True, slots=True)
class _Match:
    change: Change
    new: Slot
    old: Slot


def changes(old: Reading, new: Reading, asked: Asked) -> Iterator[Change]:
    """Every rule's answer, the surest first."""
    # Of many old statements and a new one, what the new one has not is not read of the old ones.
    if new.names and old.names and old.names != new.names:
        return
    for rule in (_replaced, _ended, _value, _state, _switched, _succeeded, _named):
        found = rule(old, new, asked)
        if found is not None:
            yield found


def covered(stems: frozenset[str], old: Reading, kind: str = "") -> Fraction | None:
    """Share of `stems` that `old` has; a noun that only names the kind may be missing."""
    own = _KIND_STEMS.get(kind, frozenset())
    asked = {s for s in stems if s not in own or s in old.stems}
    if not asked:
        return None
    return Fraction(len(asked & old.stems), len(asked))


def content(reading: Reading) -> frozenset[str]:
    """The words of a statement that name something."""
    return frozenset(
        w.stem
        for w in reading.words
        if w.stem
        and w.text not in FUNCTION
        and w.text not in WEAK
        and w.text not in CHANGING
        and w.text not in NOW
    )


def _value(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """Another number, amount, date or release where the same property had one."""
    found: list[Change] = []
    for slot in new.slots:
        same = [o for o in old.slots if comparable(slot, o) or _grown(slot, o, old, new)]
        if any(o.value == slot.value for o in same) or _qualifies(slot, new):
            continue
        tried = [(o, c) for o in same if (c := _one_value(old, new, slot, o, asked)) is not None]
        fit = [c for o, c in tried if not _against(slot, o, new)]
        if any(c.holds for _, c in tried) and not any(c.holds for c in fit):
            # It tells of growth where the value would shrink: another thing is meant.
            return None
        found += fit
    return max(found, key=lambda change: change.score - change.threshold, default=None)


def _one_value(old: Reading, new: Reading, slot: Slot, other: Slot, asked: Asked) -> Change | None:
    about = topic(new, slot)
    if (
        _other_thing(old, new, about)
        or _ambiguous(old, other, about)
        or _limited(old, other, new, slot)
    ):
        return None
    own = _ANY_KIND_STEMS & about.stems
    telling = about.stems - own
    reason = f"{other.shown} is now {slot.shown}"
    if not telling and not own & old.stems:
        return _of_nothing_named(old, new, reason)
    share = covered(about.stems, old, slot.kind) or Fraction(0)
    shared = telling & old.stems
    if not shared or (len(shared) == 1 and len(telling) > 1 and about.head not in shared):
        return Change("changed-value", share / 2, asked.with_sign, reason)
    if new.changes:
        return Change("changed-value", share, asked.with_sign, reason)
    if _dated_otherwise(old, new, slot):
        return None
    return Change("changed-value", min(share, _alike(old, new)), asked.without_sign, reason)


def _of_nothing_named(old: Reading, new: Reading, reason: str) -> Change | None:
    """A value alone, of a value alone; or "it moved to Thursday": something changed, but what?"""
    if not (content(new) | content(old)) - _ANY_KIND_STEMS:
        return Change("changed-value", Fraction(1), Fraction(1), reason)
    return Change("changed-value", _DOUBT, Fraction(1), reason) if new.changes else None


def _alike(old: Reading, new: Reading) -> Fraction:
    """Content words that both have, of the text that has fewer."""
    a, b = content(old), content(new)
    smaller = min(len(a), len(b))
    return Fraction(len(a & b), smaller) if smaller else Fraction(1)


_QUALIFYING = frozenset(
    "starting since by beginning during in on over for within through from".split()
)


def _qualifies(slot: Slot, reading: Reading) -> bool:
    """A date or a time span that only says since when or how long another value stood."""
    if slot.kind not in ("date", "weekday", "clock", "duration"):
        return False
    times = ("date", "weekday", "clock", "duration")
    others = [
        s
        for s in reading.slots
        if s.kind not in times and _sentence(s, reading) == _sentence(slot, reading)
    ]
    before = [w for w in reading.words if w.at < slot.at][-1:]
    opened = slot.shown.split()[0] in _QUALIFYING
    said = opened or (before and before[0].text in _QUALIFYING)
    return bool(others) and bool(said or (slot.kind != "duration" and others[-1].at > slot.at))


def _sentence(slot: Slot, reading: Reading) -> int:
    return sum(end < slot.at for end in reading.ends)


def comparable(new: Slot, old: Slot) -> bool:
    """Whether two values can be values of one property."""
    kinds = {new.kind, old.kind}
    if kinds <= {"code", "dotted"}:
        return True
    if new.kind != old.kind:
        return False
    if new.kind == "count" and new.counted and old.counted:
        return bool(set(new.counted) & set(old.counted))
    return True


def _grown(slot: Slot, other: Slot, old: Reading, new: Reading) -> bool:
    """A count under another noun: the party for 15 friends was extended to 20 guests."""
    if slot.kind != "count" or other.kind != "count" or not new.direction:
        return False
    own = topic(new, slot).stems - set(slot.counted)
    return len(own) > 1 and own <= old.stems


def _against(slot: Slot, other: Slot, new: Reading) -> bool:
    """Whether the new text speaks of growth (decline) and the number did the opposite."""
    if slot.amount is None or other.amount is None or slot.unit != other.unit:
        return False
    if not new.direction or slot.kind == "dotted":
        return False
    if slot.kind == "count" and not (set(slot.counted) & set(other.counted)):
        named = {w.stem for w in new.words if w.at < slot.at}
        if not named & set(other.counted) and other.counted:
            return False
    return (slot.amount > other.amount) != (new.direction > 0)


def _other_thing(old: Reading, new: Reading, about: Topic) -> bool:
    """The same noun with other words before it: a gift budget is not a grocery budget."""
    for head, modifiers in chunks_of(new):
        if head not in about.stems or not modifiers or modifiers & old.stems:
            continue
        theirs = [m for h, m in chunks_of(old) if h == head and m]
        if theirs and not any(m & new.stems for m in theirs):
            return True
    return False


def _ambiguous(old: Reading, other: Slot, about: Topic) -> bool:
    """The old text has two such values, for different things, and the new one names neither."""
    twins = [s for s in old.slots if s.kind == other.kind and s.value != other.value]
    limits = [_limit_words(old, s) for s in (other, *twins)]
    if not twins or not all(limits):
        return False
    own = limits[0] - frozenset().union(*limits[1:])
    return bool(own) and not own & about.stems


def _limited(old: Reading, other: Slot, new: Reading, slot: Slot) -> bool:
    """Both values are said to be for something, and not for the same."""
    a, b = _limit_words(old, other), _limit_words(new, slot)
    return bool(a and b) and 2 * len(a & b) < len(a | b)


def _limit_words(reading: Reading, slot: Slot) -> frozenset[str]:
    end = min((s.at for s in reading.slots if s.at > slot.at), default=1 << 60)
    words = [w for w in reading.words if slot.at < w.at < end]
    if not words or words[0].text != "for":
        return frozenset()
    kept = []
    for word in words[1:]:
        if not word.stem or word.text in ASIDES or word.text in ("by", "through", "to"):
            break
        if word.text not in FUNCTION:
            kept.append(word.stem)
    return frozenset(kept)


def _dated_otherwise(old: Reading, new: Reading, slot: Slot) -> bool:
    """Two events on two days, with no word of change: both happened."""
    if slot.kind in ("date", "weekday", "clock"):
        return False
    mine = {s.value for s in new.slots if s.kind in ("date", "weekday")}
    theirs = {s.value for s in old.slots if s.kind in ("date", "weekday")}
    return bool(mine and theirs and not mine & theirs)


def _state(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """Another word for the state of the same thing: planned, then shipped."""
    if not new.states or not old.states or old.states & new.states:
        return None
    if _clash(old, new):
        return None
    words = {stem(w) for index in new.states | old.states for w in STATES[index]}
    mine, theirs = content(new) - words, content(old) - words
    share = covered(mine - _ANY_KIND_STEMS - _STATE_NOUNS, old)
    if share is None:
        share = Fraction(int(not theirs - _ANY_KIND_STEMS - _STATE_NOUNS))
    return Change("changed-state", share, asked.without_sign, "the same thing is in another state")


_STATE_NOUNS = frozenset(map(stem, ("status", "state", "stage", "issue", "issues", "found")))


def _clash(old: Reading, new: Reading) -> bool:
    """Both name things by numbers, and other ones."""
    return bool(old.names or new.names) and old.names != new.names


def _replaced(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """The new text names the old value and says what took its place."""
    for gone_text, fresh_text in _replacements(new.text):
        gone = read(gone_text)
        values = {slot.value for slot in gone.slots}
        if values:
            share = Fraction(len(values & {s.value for s in old.slots}), len(values))
            if share < 1:
                continue
        names = content(gone)
        if names and not names <= old.stems:
            continue
        if not values and not names:
            continue
        fresh = content(read(fresh_text))
        rest = content(new) - names - fresh - _ANY_KIND_STEMS
        return Change("replaced", covered(rest, old) or Fraction(int(not rest)), asked.with_sign,
                      f"it says what took the place of {gone_text.strip()}")  # fmt: skip
    return None


@lru_cache(maxsize=1024)
def _replacements(text: str) -> tuple[tuple[str, str], ...]:
    """What the text says went, and what came: read once, however many it is compared with."""
    found = []
    lower = text.lower()
    # The pattern is slow to find nothing.
    for match in _FROM_TO.finditer(lower) if holds(lower, _FROM_TO_SIGNS) else ():
        groups = {name[:3]: value for name, value in match.groupdict().items() if value}
        found.append((groups["old"], groups["new"]))
    return tuple(found)


def _ended(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """No longer, stopped, used to; or what was denied has begun."""
    gone = _GONE.search(new.text.lower()) and not _GONE.search(old.text.lower())
    begun = bool(old.negated) and not new.negated and _BEGUN.search(new.text.lower())
    if not gone and not begun:
        return None
    said = {stem(w) for w in "stop quit give cease start begin long anymore again".split()}
    share = covered(content(new) - said, old)
    if share is None or any(s.value not in {o.value for o in old.slots} for s in new.slots
                            if s.kind not in ("date", "weekday")):  # fmt: skip
        return None
    reason = "it has ended" if gone else "what was denied has begun"
    return Change("ended" if gone else "begun", share, asked.with_sign, reason)


def _switched(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """Switched to something for a purpose that something else served."""
    match = _SWITCH.search(new.text.lower())
    if match is None:
        return None
    share = covered(content(read(match["what"])), old)
    fresh = content(read(match["new"]))
    if share is None or not fresh or fresh <= old.stems:
        return None
    return Change("switched", share, asked.with_sign, f"something else now serves {match['what']}")


def _succeeded(old: Reading, new: Reading, _: Asked) -> Change | None:
    """Moving somewhere ends living elsewhere; joining somebody ends working for another."""
    before, after = old.text.lower(), new.text.lower()
    for first, then in SUCCESSIONS:
        if first.search(before) and then.search(after) and not ADDITION.search(after):
            return Change("succeeded", Fraction(1), Fraction(1), "one ends where the other begins")
    return None


def _named(old: Reading, new: Reading, _: Asked) -> Change | None:
    """The same words around another name; where several can stand, only a doubt."""
    a, b = _plain(old), _plain(new)
    before, middle_old, middle_new, after = _parted(a, b)
    if not middle_old or not middle_new or max(len(middle_old), len(middle_new)) > _NAME_WORDS:
        return None
    if ADDITION.search(new.text.lower()) or _clash(old, new) or read(" ".join(middle_new)).slots:
        return None
    head, tail = " ".join(before) + " ", " ".join(after)
    if not content(read(f"{head} {tail}")) and not _SINGLE_AT_END.search(head):
        return None
    single = (
        (_PURPOSE.search(head) and _FOR.match(tail))
        or _SINGLE_AT_END.search(head)
        or _DEFINITE.search(head)
        or _LABEL.match(head)
    )
    said = f"{_quoted(middle_old)} is now {_quoted(middle_new)}"
    return Change("changed-name", Fraction(1) if single else _DOUBT, Fraction(1), said)


def _quoted(words: list[str]) -> str:
    """Words as one thing: several would run into those around them."""
    return words[0] if len(words) == 1 else f'"{" ".join(words)}"'


def _plain(reading: Reading) -> list[str]:
    """Words as written, without those that only say that it is so now."""
    text = reading.text.lower().rstrip(" .!?")
    words = text.split()
    if not holds(text, ("now", "currently")):
        return words
    return [word for word in words if word.strip(",") not in ("now", "currently", "nowadays")]


def _parted(a: list[str], b: list[str]) -> tuple[list[str], list[str], list[str], list[str]]:
    """What two word lists open with, where they part, and what they close with."""
    n = 0
    while n < min(len(a), len(b)) and a[n] == b[n]:
        n += 1
    m = 0
    while m < min(len(a), len(b)) - n and a[-1 - m] == b[-1 - m]:
        m += 1
    return a[:n], a[n : len(a) - m], b[n : len(b) - m], a[len(a) - m :]
