"""Streaks, windows and what they ask for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from netnew.ratchet.consistency import check_consistency, roll
from netnew.ratchet.metrics import Past
from netnew.ratchet.profiles import Level, level_of

SCORES = {"N": "0.2", "E": "0.6", "H": "0.75", "C": "0.9"}


def history(letters: str) -> list[Past]:
    """One cycle a letter; a small letter is one whose regression tests failed."""
    found = []
    for at, letter in enumerate(letters):
        score = Fraction(SCORES[letter.upper()])
        level: Level = level_of(score) if letter.isupper() else "ELEVATED"
        shown = score if letter.isupper() else Fraction("0.6")
        found.append(Past(f"c{at}", shown, level, level_of(score), None, None, None))
    return found


@pytest.mark.parametrize(
    ("letters", "action", "reason"),
    [
        ("", "CONTINUE", "Insufficient data: 0 cycles"),
        ("C" * 9, "CONTINUE", "Insufficient data: 9 cycles"),
        ("C" * 10, "TRIGGER_EXPANSION_RESEARCH", "URGENT: 10 consecutive CRITICAL"),
        ("N" * 5 + "C" * 5, "TRIGGER_EXPANSION_RESEARCH", "URGENT: 5 consecutive CRITICAL"),
        ("H" * 10, "TRIGGER_EXPANSION_RESEARCH", "10 consecutive HIGH"),
        ("H" * 8 + "C" * 2, "TRIGGER_EXPANSION_RESEARCH", "10 consecutive HIGH"),
        ("C" * 4 + "H" + "C" * 5, "TRIGGER_EXPANSION_RESEARCH", "URGENT: 5 consecutive CRITICAL"),
        ("H" * 10 + "E", "CONTINUE", None),
        ("NECCCHCCCH", "FLAG_FOR_REVIEW", "Rolling avg 0.77 with increasing trend"),
        ("N" * 20, "CONTINUE", None),
    ],
)
def test_what_each_history_asks_for(letters: str, action: str, reason: str | None) -> None:
    found = check_consistency(roll(history(letters)))
    assert (found.action, found.reason) == (action, reason)
    assert found.is_consistent == (action != "CONTINUE")


def test_urgency_follows_the_reason() -> None:
    urgencies = [check_consistency(roll(history(h))).urgency for h in ("N", "H" * 10, "C" * 10)]
    assert urgencies == ["LOW", "HIGH", "CRITICAL"]


def test_a_mean_of_exactly_seventy_hundredths_is_enough() -> None:
    rising = [Fraction(n, 100) for n in (50, 60, 60, 65, 68, 70, 75, 80, 82, 90)]
    past = [
        Past(str(n), s, level_of(s), level_of(s), None, None, None) for n, s in enumerate(rising)
    ]
    rolling = roll(past)
    assert rolling.average == Fraction(70, 100)
    assert check_consistency(rolling).action == "FLAG_FOR_REVIEW"


def test_only_the_last_twenty_count() -> None:
    assert roll(history("C" * 30)).cycles_tracked == 20
    assert roll(history("N" * 30 + "C" * 20)).average == Fraction("0.9")


def test_streaks_of_high_include_critical_but_not_the_other_way() -> None:
    rolling = roll(history("EHCHCC"))
    assert (rolling.consecutive_high, rolling.consecutive_critical) == (5, 2)


def test_one_flaky_cycle_ends_a_streak_unless_tolerated() -> None:
    letters = "HHHHHhHHHHH"
    assert roll(history(letters)).consecutive_high == 5
    assert roll(history(letters), flake_tolerance=1).consecutive_high == 10
    assert roll(history("HHhHHhHH"), flake_tolerance=1).consecutive_high == 4


def test_tolerance_never_steps_over_a_real_fall_or_a_failure_that_stays() -> None:
    assert roll(history("HHHEHHH"), flake_tolerance=5).consecutive_high == 3
    # The newest cycle has no next one that could show the failure was a flake.
    assert roll(history("HHHh"), flake_tolerance=5).consecutive_high == 0


def test_a_million_cycles_are_as_quick_as_twenty() -> None:
    cycles = history("H" * 20) * 50_000
    assert len(cycles) == 10**6
    assert roll(cycles) == roll(cycles[-20:])
