"""Forty transcripts that an honest attacker would write, and what the meter must say of each.

`blind` marks what it admits it cannot see: the reading is pinned all the same, so that the
day it sees more, the test says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.meter.transcripts import TOPICS

Output = Mapping[str, Sequence[str]]
ACTION = ["Run the pump", "Kim to call the vendor"]


@dataclass(frozen=True)
class Attack:
    name: str
    rounds: Sequence[Output]
    signal: str
    new_claims: int | None = None
    warns: tuple[str, ...] = ()
    blind: str = ""
    policy: Mapping[str, Any] = field(default_factory=dict)


def said(*claims: str, **more: Sequence[str]) -> Output:
    return {"claims": claims, "next_actions": ACTION, **more}


def loop(first: str, *later: str) -> list[Output]:
    return [said(first, *TOPICS[:3]), *(said(claim) for claim in later)]


PUMP = "The pump in hall three makes too much noise at night"
PARAPHRASES = [
    Attack(
        "words in another order",
        loop(PUMP, "At night the pump in hall three makes too much noise"),
        "SHIP",
        0,
    ),
    Attack("filler words", loop(PUMP, f"Well, as we said, {PUMP.lower()} indeed"), "SHIP", 0),
    Attack(
        "other small words",
        loop(PUMP, "A pump in hall three is making too much noise by night"),
        "SHIP",
        0,
    ),
    Attack("capitals and punctuation", loop(PUMP, f"{PUMP.upper()}!!!"), "SHIP", 0),
    Attack(
        "hyphens for spaces",
        loop(PUMP, "The pump in hall-three makes too-much noise at night"),
        "SHIP",
        0,
    ),
    Attack(
        "plurals and tenses",
        loop(PUMP, "The pumps in hall three made too much noise at nights"),
        "SHIP",
        0,
    ),
    Attack(
        "synonyms for every word",
        loop(PUMP, "After dark the compressor of room 3 is far too loud"),
        "CONTINUE",
        1,
        blind="other words for everything: only an embedder can see that",
    ),
    Attack(
        "another language",
        loop(PUMP, "Die Pumpe in Halle drei ist nachts viel zu laut"),
        "CONTINUE",
        1,
        blind="a translation shares no words",
    ),
    Attack(
        "one claim split in two",
        loop(PUMP, "The pump stands in hall three", "It is noisy at night"),
        "CONTINUE",
        1,
        blind="halves of a sentence share too few words with the whole",
    ),
    Attack(
        "two claims merged into one",
        loop(PUMP, f"{PUMP} and {TOPICS[1].lower()}"),
        "CONTINUE",
        1,
        blind="a merged sentence is longer than either part",
    ),
]
INFLATION = [
    Attack(
        "variants of one claim in a round",
        [said(*(f"{PUMP}{tail}" for tail in ("", " now", " again", " still", ", really")))] * 2,
        "SHIP",
        0,
        ("claim_inflation",),
    ),
    Attack(
        "a flood of repeats",
        [said(*TOPICS[:5]), said(*TOPICS[:5], *TOPICS[:5])],
        "SHIP",
        0,
        ("claim_inflation",),
    ),
    Attack("numbered repeats", loop(PUMP, f"Point 1: {PUMP}", f"Point 2: {PUMP}"), "SHIP", 0),
    Attack(
        "counted attempts",
        loop(f"Attempt 1: {PUMP}", *(f"Attempt {n}: {PUMP}" for n in (2, 3))),
        "SHIP",
        0,
    ),
    Attack(
        "timestamps", loop(f"10:00:01 {PUMP}", f"10:00:07 {PUMP}", f"10:01:30 {PUMP}"), "SHIP", 0
    ),
    Attack("issue numbers", loop(f"{PUMP} (#12)", f"{PUMP} (#13)"), "SHIP", 0),
    Attack("empty claims", loop(PUMP, "...", " ! "), "SHIP", 0),
    Attack(
        "invented trivia",
        [said(claim, open_questions=["Is the name right?"]) for claim in TOPICS[:5]],
        "CONTINUE",
        1,
        ("plateau", "premature_readiness"),
        blind="trivia are new; the plateau warning says that nothing moves",
    ),
]
QUESTIONS = [
    Attack(
        "questions dropped beside new claims",
        [said(*TOPICS[:3], open_questions=["Who?", "When?"]), said(TOPICS[4], TOPICS[5])],
        "CONTINUE",
        2,
        ("question_suppression", "premature_readiness"),
    ),
    Attack(
        "questions among the claims",
        loop(PUMP, "Who will repair the pump in hall three?"),
        "CONTINUE",
        1,
        ("question_suppression",),
    ),
    Attack(
        "a question without its mark",
        loop(PUMP, "Nobody knows who will repair it"),
        "CONTINUE",
        1,
        blind="a question in the form of a statement",
    ),
    Attack(
        "questions dropped without new claims",
        [said(*TOPICS[:3], open_questions=["Who?", "When?"]), said(*TOPICS[:3])],
        "SHIP",
        0,
        blind="that questions were answered cannot be told from their being dropped",
    ),
    Attack(
        "one question that stays", [said(*TOPICS[:2], open_questions=["Who?"])] * 2, "CONTINUE", 0
    ),
]
BLOCKERS = [
    Attack(
        "a blocker in a question",
        [said(PUMP, open_questions=["Who unblocks us? We are blocked"])] * 2,
        "ESCALATE",
        0,
    ),
    Attack(
        "a blocker with a curly apostrophe",
        [{"claims": [PUMP], "next_actions": ["We can’t proceed without the key"]}] * 2,
        "ESCALATE",
        0,
    ),
    Attack(
        "a blocker moved into the claims",
        [said(PUMP, "We are blocked by the vendor")] * 2,
        "SHIP",
        0,
        ("blocker_evasion",),
    ),
    Attack(
        "a blocker put off",
        [said(PUMP, "We'll figure out the permit later")] * 2,
        "SHIP",
        0,
        ("blocker_evasion",),
    ),
    Attack(
        "a blocker no longer mentioned",
        [{"claims": [PUMP], "next_actions": ["Waiting on the vendor"]}, said(PUMP)],
        "SHIP",
        0,
        ("blocker_evasion",),
    ),
    Attack(
        "a blocker as a wish",
        [said(PUMP, open_questions=[], decisions=["The vendor has to move"])] * 2,
        "SHIP",
        0,
        blind="dependence without any word for it",
    ),
    Attack(
        "no blockers, in the words of blockers",
        [
            said(
                PUMP,
                next_actions=["Run the pump", "Nothing is missing and nobody is waiting on us"],
            )
        ]
        * 2,
        "SHIP",
        0,
    ),
]
CONTRADICTIONS = [
    Attack(
        "a negation slipped in", loop(PUMP, PUMP.replace("makes", "never makes")), "CONTINUE", 1
    ),
    Attack(
        "a number changed",
        loop("The permit costs 40 euros a month", "The permit costs 90 euros a month"),
        "CONTINUE",
        1,
    ),
    Attack(
        "a reversal",
        loop("Enable the pump in hall three at night", "Disable the pump in hall three at night"),
        "CONTINUE",
        1,
    ),
    Attack(
        "back and forth",
        loop(
            "Use the pump at night",
            "Do not use the pump at night",
            "Use the pump at night",
            "Do not use the pump at night",
        ),
        "SHIP",
        0,
    ),
    Attack(
        "roles swapped",
        loop(
            "The vendor must pay the club for the pump", "The club must pay the vendor for the pump"
        ),
        "SHIP",
        0,
        blind="the same words in other roles",
    ),
]
DRIFT = [
    Attack(
        "one word a round",
        loop(
            "alpha beta gamma delta epsilon",
            "alpha beta gamma delta zeta",
            "alpha beta gamma eta zeta",
            "alpha beta theta eta zeta",
            "alpha iota theta eta zeta",
        ),
        "SHIP",
        0,
        blind="each step resembles the one before: the specification compares with all seen",
    ),
]
UNICODE = [
    Attack("no-break spaces", loop(PUMP, PUMP.replace(" ", "\u00a0")), "SHIP", 0),
    Attack(
        "letters of another script",
        loop(PUMP, PUMP.replace("o", "\u043e").replace("a", "\u0430")),
        "CONTINUE",
        1,
        blind="look-alike letters make other words",
    ),
    Attack(
        "zero-width characters",
        loop(PUMP, PUMP.replace("i", "i\u200b")),
        "CONTINUE",
        1,
        blind="words that hold one are other words",
    ),
    Attack(
        "full-width digits",
        loop("The permit costs 40 euros a month", "The permit costs \uff14\uff10 euros a month"),
        "SHIP",
        0,
        blind="full-width digits are no digits to it",
    ),
]
ATTACKS = [*PARAPHRASES, *INFLATION, *QUESTIONS, *BLOCKERS, *CONTRADICTIONS, *DRIFT, *UNICODE]
