"""Every row of every table in sections 2 to 4 of the specification."""

from __future__ import annotations

from fractions import Fraction

import pytest

from netnew.meter.actions import actions_score, read_action
from netnew.meter.decision import Course, classify, recommend
from netnew.meter.policy import PROFILES, NoveltyPolicy, ReadinessPolicy, meter_policy
from netnew.meter.readiness import _level, questions_score, readiness
from netnew.meter.records import Round, RoundNovelty, RoundReadiness
from tests.meter.transcripts import TOPICS, last, read, rounds


@pytest.mark.parametrize(
    ("rate", "level"),
    [
        ("1", "HIGH"), ("0.51", "HIGH"), ("0.5", "MEDIUM"), ("0.3", "MEDIUM"),
        ("0.15", "MEDIUM"), ("0.149", "LOW"), ("0", "LOW"),
    ],
)  # fmt: skip
def test_novelty_classes(rate: str, level: str) -> None:
    assert classify(Fraction(rate), NoveltyPolicy()) == level


@pytest.mark.parametrize(
    ("score", "level"),
    [("1", "HIGH"), ("0.7", "HIGH"), ("0.69", "MEDIUM"), ("0.4", "MEDIUM"), ("0.39", "LOW"),
     ("0", "LOW")],
)  # fmt: skip
def test_readiness_classes(score: str, level: str) -> None:
    assert _level(Fraction(score), ReadinessPolicy()) == level


@pytest.mark.parametrize(
    ("actions", "tenths"),
    [
        ([], 0),
        (["Consider the options", "Maybe run it again"], 3),
        (["Consider the options", "Run the load test"], 7),
        (["Run the load test", "Write the report"], 7),
        (["Run the load test", "Anna to write the report"], 10),
    ],
)
def test_next_actions_scores(actions: list[str], tenths: int) -> None:
    assert actions_score([read_action(text) for text in actions]) == tenths


@pytest.mark.parametrize(
    ("before", "now", "tenths"),
    [(2, 0, 10), (3, 2, 7), (2, 2, 4), (1, 2, 1), (0, 1, 1), (None, 1, 3), (None, 0, 10)],
)
def test_open_question_trends(before: int | None, now: int, tenths: int) -> None:
    previous = None if before is None else Round(1, open_questions=("who?",) * before)

    assert questions_score(Round(2, open_questions=("who?",) * now), previous) == tenths


@pytest.mark.parametrize(
    ("actions", "questions", "score"),
    [
        (("Run the load test",), (), "0.85"),
        (("End.",), (), "0.65"),
        ((), (), "0.5"),
        ((), ("Who is blocked?",), "0.03"),
        (("Run it", "@kim send the list"), (), "1"),
    ],
)
def test_composite_readiness(
    actions: tuple[str, ...], questions: tuple[str, ...], score: str
) -> None:
    current = Round(2, next_actions=actions, open_questions=questions)

    found = readiness(current, Round(1), meter_policy("0.2"))

    assert found.score == Fraction(score)


def decided(novelty: str, ready: str, profile: str) -> str:
    """The signal for a class of novelty and of readiness, with patience already spent."""
    rate = {"HIGH": Fraction(1), "MEDIUM": Fraction(1, 4), "LOW": Fraction(0)}[novelty]
    counts = {"L0": int(rate * 4), "L1": int(rate * 4)}
    seen = RoundNovelty(9, 4, 4, counts, dict.fromkeys(counts, rate), counts["L1"])
    score = {"HIGH": Fraction(1), "MEDIUM": Fraction(1, 2), "LOW": Fraction(0)}[ready]
    state = RoundReadiness(10, 10, 10, score, ready)  # type: ignore[arg-type]
    course = Course(
        low_rounds=2 if novelty == "LOW" else 0,
        had_claims=True,
        had_actions=True,
        had_substance=True,
    )
    return recommend(Round(9), seen, state, course, PROFILES[profile])[0].signal


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("novelty", "ready", "signal"),
    [
        ("LOW", "HIGH", "SHIP"),
        ("LOW", "MEDIUM", "SHIP"),
        ("LOW", "LOW", "ESCALATE"),
        ("MEDIUM", "HIGH", "CONTINUE"),
        ("MEDIUM", "MEDIUM", "CONTINUE"),
        ("MEDIUM", "LOW", "CONTINUE"),
        ("HIGH", "HIGH", "CONTINUE"),
        ("HIGH", "MEDIUM", "CONTINUE"),
        ("HIGH", "LOW", "CONTINUE"),
    ],
)
def test_decision_matrix(novelty: str, ready: str, signal: str, profile: str) -> None:
    assert decided(novelty, ready, profile) == signal


CLAIMS = ("The kiln cracks above cone six.", "Glaze nine needs a slower ramp.")


def test_escalate_one_low_novelty_and_low_readiness() -> None:
    stuck = {"claims": CLAIMS, "open_questions": ["Who pays?", "When?"]}

    found = last(rounds(stuck, stuck, stuck), "0.2").recommendation

    assert (found.signal, found.rule) == ("ESCALATE", "not_ready")


def test_escalate_two_a_blocker_overrides_high_readiness() -> None:
    actions = ["Run the kiln", "Anna to send the glaze", "We are blocked by the supplier"]
    blocked = {"claims": CLAIMS, "next_actions": actions}

    reading = last(rounds(blocked, blocked, blocked), "0.2")

    assert reading.readiness.level == "HIGH"
    assert (reading.signal, reading.recommendation.rule) == ("ESCALATE", "blocked")


def test_escalate_three_readiness_never_high_in_three_low_rounds() -> None:
    vague = {"claims": CLAIMS, "next_actions": ["Think about it"]}

    signals = [last(rounds(*[vague] * n), "0.2").signal for n in range(1, 6)]

    assert signals == ["CONTINUE", "CONTINUE", "SHIP", "ESCALATE", "ESCALATE"]


def test_high_readiness_once_in_the_streak_spares_rule_three() -> None:
    vague = {"claims": CLAIMS, "next_actions": ["Think about it"]}
    ready = {"claims": CLAIMS, "next_actions": ["Run the kiln"]}

    assert last(rounds(vague, vague, ready, vague), "0.2").signal == "SHIP"


@pytest.mark.parametrize(
    ("normal", "variants"),
    [
        (
            "ship it now",
            [
                "Ship it now",
                "  ship   it NOW ",
                "ship it now!",
                "Ship it now?!.",
                "SHIP\tit\nnow .",
            ],
        )
    ],
)
def test_normalisation(normal: str, variants: list[str]) -> None:
    first, second = last(rounds({"claims": [normal]}, {"claims": variants}), "0.2"), variants

    assert first.novelty.distinct_claims == 1
    assert first.novelty.claims == len(second)
    assert first.novelty.new_by_level["L0"] == 0


@pytest.mark.parametrize(
    ("earlier", "later", "new"),
    [
        ("a b c d", "a b c d e", 0),  # 4/5
        ("a b c d", "a b c e", 0),  # 3/5, at the threshold
        ("a b c d e", "a b c f g", 1),  # 3/7
        ("a b c d e f g", "a b c d e x", 0),  # 5/8
        ("a b c d e f g", "a b c d x y", 1),  # 4/9
        ("alpha", "beta", 1),
    ],
)
@pytest.mark.parametrize("profile", PROFILES)
def test_token_jaccard_at_the_threshold(earlier: str, later: str, new: int, profile: str) -> None:
    reading = last(rounds({"claims": [earlier]}, {"claims": [later]}), profile)

    assert reading.novelty.new_by_level == {"L0": 1, "L1": new}


@pytest.mark.parametrize("profile", PROFILES)
def test_readiness_is_of_the_latest_round_only(profile: str) -> None:
    """Section 5.6: what was ready in an earlier round says nothing of this one."""
    ready = {"claims": TOPICS[:2], "next_actions": ["Run the pump test in ci.yml"]}
    drifted = {"claims": TOPICS[2:4], "open_questions": ["Who pays?", "When?"]}

    levels = [reading.readiness.level for reading in read(rounds(ready, ready, drifted), profile)]

    assert levels == ["HIGH", "HIGH", "LOW"]
