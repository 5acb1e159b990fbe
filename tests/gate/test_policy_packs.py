"""The packs that come with netnew, and what `policy check` finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from netnew import InputError, Recipe, RecordError, default_policy, load_policy, pack_text
from netnew.gate.packs import PROFILES
from netnew.gate.policy import parse_policy
from netnew.gate.policy_keys import KEYS
from tests.conftest import Golden

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_pack_is_sound(profile: str, golden: Golden) -> None:
    policy = default_policy(profile)
    assert policy.problems == policy.orphan_problems == ()
    golden(f"gate/packs/{profile}.txt", f"{policy.hash}\n")


def test_an_unknown_profile_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(InputError, match="balanced, strict, lenient"):
        pack_text("wild")


def test_every_required_key_is_in_the_pack_with_a_comment_for_each_group() -> None:
    told = default_policy().told
    required = {key.path for key in KEYS.values() if key.when not in {"optional", "semantic"}}
    assert required <= set(told)
    assert pack_text().count("#") > 15


def test_json_and_yaml_and_mapping_are_the_same_policy(tmp_path: Path) -> None:
    document = yaml.safe_load(pack_text())
    file = tmp_path / "policy.json"
    file.write_text(json.dumps(document, indent="\t"))
    hashes = {default_policy().hash, load_policy(file).hash, load_policy(document).hash}
    assert hashes == {default_policy().hash}
    assert load_policy(default_policy().told).hash == default_policy().hash


def test_order_comments_and_spelling_of_numbers_do_not_change_the_hash() -> None:
    one = parse_policy("policy: {step4: {scoring: {alpha: 1.0, use_semantic: false}}}")
    two = parse_policy("# x\nstep4:\n  scoring:\n    use_semantic: false\n    alpha: 1\n")
    assert one.hash == two.hash


def test_all_problems_are_listed_at_once_with_key_expectation_and_line() -> None:
    text = (
        pack_text().replace("tau_known: 0.80", "tau_known: high").replace("K_default", "K_defalt")
    )
    problems = {one.key: one for one in parse_policy(text).problems}
    assert set(problems) == {
        "policy.step4.thresholds.tau_known",
        "policy.step4.retrieval.K_defalt",
        "policy.step4.retrieval.K_default",
    }
    wrong = problems["policy.step4.thresholds.tau_known"]
    assert (wrong.expected, wrong.problem) == ("a number from 0 to 1", "is 'high'")
    assert wrong.line == 1 + text[: text.index("tau_known: high")].count("\n")
    assert "K_default" in problems["policy.step4.retrieval.K_defalt"].expected


def test_a_key_given_twice_is_a_problem() -> None:
    problems = parse_policy(pack_text() + "\npolicy_config_ref: other/1\n").problems
    assert [(one.key, one.problem) for one in problems] == [("policy_config_ref", "is given twice")]


def test_require_raises_the_first_problem_with_its_line() -> None:
    with pytest.raises(RecordError, match=r"p\.yaml:1: policy_config_ref"):
        parse_policy("policy_config_ref: 5\n", "p.yaml").require()


def test_the_default_n_grams_are_those_of_the_decision() -> None:
    record = (ROOT / "docs/decisions/0005-default-ngrams.md").read_text(encoding="utf-8")
    assert f"`{Recipe().lex_impl_versions[0]}`: the cheapest to search" in record
