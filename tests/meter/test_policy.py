"""Settings: what can be set, what cannot, and that each is exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from netnew.foundation.errors import SettingError
from netnew.meter.policy import PROFILES, meter_policy
from tests.conftest import Golden
from tests.meter.transcripts import TOPICS, last, rounds

BAD: list[tuple[dict[str, Any], str]] = [
    ({"novlety": {}}, "meter.novlety"),
    ({"novelty": {"lo": 0.1}}, "meter.novelty.lo"),
    ({"novelty": 3}, "meter.novelty"),
    ({"novelty": {"low": 1.5}}, "meter.novelty.low"),
    ({"novelty": {"low": "a lot"}}, "meter.novelty.low"),
    ({"novelty": {"low": float("nan")}}, "meter.novelty.low"),
    ({"novelty": {"low": True}}, "meter.novelty.low"),
    ({"novelty": {"low": 0.6}}, "meter.novelty.low"),
    ({"novelty": {"l1_threshold": 0}}, "l1_threshold"),
    ({"novelty": {"l1_tokens": "chars/9"}}, "l1_tokens"),
    ({"novelty": {"low": "0.12345678901"}}, "nine decimals"),
    ({"patience": {"ship": 0}}, "meter.patience.ship"),
    ({"patience": {"ship": 1.5}}, "meter.patience.ship"),
    ({"patience": {"adaptive": "yes"}}, "meter.patience.adaptive"),
    ({"readiness": {"blockers": 0.3}}, "add up"),
    ({"readiness": {"medium": 0.9}}, "meter.readiness.medium"),
    ({"readiness": {"more_blockers": "embargo"}}, "more_blockers"),
    ({"readiness": {"blocker_lexicon": "huge"}}, "blocker_lexicon"),
    ({"l2_thresholds": 0.9}, "l2_thresholds"),
    ({"l2_thresholds": {"m": 2}}, "meter.l2_thresholds.m"),
]


@pytest.mark.parametrize(("overrides", "named"), BAD)
def test_a_setting_that_does_not_fit_is_named(overrides: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingError, match=named.replace(".", r"\.")):
        meter_policy("0.3", overrides)


def test_a_threshold_is_the_decimal_that_was_written() -> None:
    policy = meter_policy("0.3", {"novelty": {"low": 0.1, "high": "0.3"}})

    assert (policy.novelty.low, policy.novelty.high) == (Fraction(1, 10), Fraction(3, 10))


def test_the_digest_follows_the_rules() -> None:
    assert meter_policy("0.3").digest == meter_policy("0.3", {"novelty": {"low": "0.15"}}).digest
    assert meter_policy("0.3").digest != meter_policy("0.2").digest
    assert meter_policy("0.3").digest != meter_policy("0.3", {"novelty": {"low": 0.1}}).digest


def test_an_override_reaches_the_reading() -> None:
    items = rounds({"claims": TOPICS[:4]}, {"claims": [TOPICS[0], TOPICS[4]]})

    assert last(items).recommendation.novelty == "MEDIUM"
    assert last(items, policy={"novelty": {"high": "0.2"}}).recommendation.novelty == "HIGH"


def test_the_profiles_are_the_golden_ones(golden: Golden) -> None:
    import json

    for name in PROFILES:
        text = json.dumps(meter_policy(name).as_dict(), indent=1) + "\n"
        golden(f"meter/policy.{name}.json", text)
