"""Another number, amount, date or release where the same property had one (`changed-value`)."""

from __future__ import annotations

from fractions import Fraction

from netnew.memory.fact_limits import limited_otherwise
from netnew.memory.fact_reading import Reading, Slot, Topic, Word, other_thing, topic
from netnew.memory.fact_shares import ANY_KIND_STEMS, DOUBT, Asked, Change, content, covered
from netnew.memory.fact_words import ASIDES, CHANGING, FUNCTION, NOW, OF_A_TIME


def changed_value(old: Reading, new: Reading, asked: Asked) -> Change | None:
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
            continue
        found += fit
    return max(found, key=lambda change: change.score - change.threshold, default=None)


def _one_value(old: Reading, new: Reading, slot: Slot, other: Slot, asked: Asked) -> Change | None:
    about = topic(new, slot)
    if (
        other_thing(old, new, about.stems)
        or _ambiguous(old, other, about)
        or _limited(old, other, new, slot)
        or contrasted(old, new)
        or (slot.kind not in ("weekday", "rate") and limited_otherwise(old, new))
    ):
        return None
    own = ANY_KIND_STEMS & about.stems
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


def contrasted(old: Reading, new: Reading) -> bool:
    """The same sentence of two things: "GET /a takes 2 s" beside "POST /a takes 3 s"."""
    a, b = ([w for w in reading.words if w.text not in NOW] for reading in (old, new))
    if len(a) != len(b):
        return False
    parted = [(x, y) for x, y in zip(a, b, strict=True) if x.stem != y.stem]
    return 0 < len(parted) < len(a) / 2 and all(map(_tells_apart, (w for xy in parted for w in xy)))


def _tells_apart(word: Word) -> bool:
    return bool(word.stem) and word.text not in FUNCTION | CHANGING | OF_A_TIME


def _of_nothing_named(old: Reading, new: Reading, reason: str) -> Change | None:
    """A value alone, of a value alone; or "it moved to Thursday": something changed, but what?"""
    if not (content(new) | content(old)) - ANY_KIND_STEMS:
        return Change("changed-value", Fraction(1), Fraction(1), reason)
    return Change("changed-value", DOUBT, Fraction(1), reason) if new.changes else None


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
