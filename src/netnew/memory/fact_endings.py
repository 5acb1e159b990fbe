"""What an act ends, begins or hands on: sold the car, quit smoking, took over the team.

An act ends what its object was said to be held, used or done as; the object must be named.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from netnew.kernel.spans import holds
from netnew.memory.fact_reading import Reading, read
from netnew.memory.fact_shares import ANY_KIND_STEMS, Asked, Change, content, covered
from netnew.memory.fact_verbs import BEGINNINGS, ENDINGS, HANDOVERS, SUCCESSIONS
from netnew.memory.fact_words import stem

_GONE = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|any longer|is gone|are gone|stopped|quit|gave up|"
    r"ceased|instead of|used to|formerly|previously)\b"
)
_BEGUN = re.compile(r"\b(?:now|started|began|has begun|from now on|these days|again)\b")
_SAID = frozenset(map(stem, "stop quit give cease start begin long anymore again".split()))
_NEVER = re.compile(r"\bnever\b")
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


def replaced(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """The new text names the old value and says what took its place."""
    for gone_text, fresh_text in _replacements(new.text):
        gone = read(gone_text)
        values = {slot.value for slot in gone.slots}
        if values and not values <= {s.value for s in old.slots}:
            continue
        names = content(gone)
        if names and not names <= old.stems:
            continue
        if not values and not names:
            continue
        fresh = content(read(fresh_text))
        rest = content(new) - names - fresh - ANY_KIND_STEMS
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


def ended(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """No longer, stopped, used to; or what was denied has begun."""
    gone = _GONE.search(new.lower) and not _GONE.search(old.lower)
    begun = bool(old.negated) and not new.negated and _BEGUN.search(new.lower)
    if not gone and not begun:
        return None
    share = covered(content(new) - _SAID, old)
    if share is None or any(s.value not in {o.value for o in old.slots} for s in new.slots
                            if s.kind not in ("date", "weekday")):  # fmt: skip
        return None
    reason = "it has ended" if gone else "what was denied has begun"
    return Change("ended" if gone else "begun", share, asked.with_sign, reason)


class _Act(NamedTuple):
    """What an act was done to, and the words that stand for the act itself."""

    kind: int
    thing: frozenset[str]
    head: str
    doer: frozenset[str]


def given_up(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """An act that ends what the old statement says of the same thing: sold what was owned."""
    if new.negated or old.negated:
        return None
    for act in _acts(new.text):
        share = covered(act.thing, old)
        if not ENDINGS[act.kind][0].search(old.lower) or (act.head and act.head not in old.stems):
            continue
        if share is None and not (ENDINGS[act.kind][2] and act.doer <= old.stems):
            continue
        return Change("ended", Fraction(1) if share is None else share, asked.with_sign,
                      "it has ended")  # fmt: skip
    return None


@lru_cache(maxsize=1024)
def _acts(text: str) -> tuple[_Act, ...]:
    found = []
    for kind, (_, act, _alone) in enumerate(ENDINGS):
        for match in act.finditer(text.lower()):
            # "The proxy was removed": what an act is done to may come before it.
            thing = read(match["what"] or match["was"] or "")
            words = [w.stem for w in thing.words if w.stem in content(thing)]
            clause = re.split(r"[,;.!]| and ", text.lower()[: match.start()])[-1]
            head = words[-1] if words else ""
            found.append(_Act(kind, content(thing), head, content(read(clause))))
    return tuple(found)


def begun(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """There was none, and now there is: bought, set up or hired what the old one denied."""
    if not old.negated or new.negated or _NEVER.search(old.lower):
        return None
    act = BEGINNINGS.search(new.lower)
    if act is None:
        return None
    denied = content(old)
    things = content(new) - {stem(word) for word in act.group().split()}
    if not things & denied:
        return None
    share = covered(frozenset(denied & things) or denied, new)
    lacking = {word for word in old.negated if word} & new.stems
    enough = bool(lacking) or Fraction(len(denied & things), len(denied)) >= asked.with_sign
    return Change("begun", share if enough and share else Fraction(0), asked.with_sign,
                  "what was denied has begun")  # fmt: skip


def handed_over(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """Somebody else has it now: took it over, or was handed it."""
    for what, fresh in _handovers(new.lower):
        share = covered(what, old)
        if share is not None and fresh and not fresh <= old.stems:
            return Change("handed-over", share, asked.without_sign, "somebody else has it now")
    return None


@lru_cache(maxsize=1024)
def _handovers(lower: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    found = (pattern.search(lower) for pattern in HANDOVERS)
    return tuple((content(read(m["what"])), content(read(m["new"]))) for m in found if m)


def switched(old: Reading, new: Reading, asked: Asked) -> Change | None:
    """Switched to something for a purpose that something else served."""
    found = _switch(new.lower)
    if found is None:
        return None
    what, purpose, fresh = found
    share = covered(purpose, old)
    if share is None or not fresh or fresh <= old.stems:
        return None
    return Change("switched", share, asked.with_sign, f"something else now serves {what}")


@lru_cache(maxsize=1024)
def _switch(lower: str) -> tuple[str, frozenset[str], frozenset[str]] | None:
    match = _SWITCH.search(lower)
    if match is None:
        return None
    return match["what"], content(read(match["what"])), content(read(match["new"]))


def succeeded(old: Reading, new: Reading, _: Asked) -> Change | None:
    """Moving somewhere ends living elsewhere; joining somebody ends working for another."""
    if new.adds or not any(SUCCESSIONS[at][0].search(old.lower) for at in _successions(new.lower)):
        return None
    return Change("succeeded", Fraction(1), Fraction(1), "one ends where the other begins")


@lru_cache(maxsize=1024)
def _successions(lower: str) -> tuple[int, ...]:
    return tuple(at for at, (_, then) in enumerate(SUCCESSIONS) if then.search(lower))
