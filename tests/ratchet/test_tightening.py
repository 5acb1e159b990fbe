"""The one-way rule: every stealthy loosening is caught, and nothing that tightens is refused."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.foundation.errors import RecordError
from netnew.ratchet.checking import check_files
from netnew.ratchet.harness import read_harness
from netnew.ratchet.tightening import _within, check_texts, violations
from tests.ratchet.edits import BASE, Edit
from tests.ratchet.loosening import LOOSENING
from tests.ratchet.not_loosening import NOT_LOOSENING


def test_there_are_enough_edits_and_no_two_are_one() -> None:
    assert len({edit.applied() for edit in LOOSENING}) == len(LOOSENING) >= 100
    assert len({edit.applied() for edit in NOT_LOOSENING}) == len(NOT_LOOSENING) >= 50


@pytest.mark.parametrize("edit", LOOSENING, ids=lambda edit: edit.name)
def test_a_loosening_is_caught(edit: Edit) -> None:
    found = check_texts(BASE, edit.applied())
    assert found
    for violation in found:
        assert violation.path
        assert violation.problem
        assert violation.line >= 1


@pytest.mark.parametrize("edit", NOT_LOOSENING, ids=lambda edit: edit.name)
def test_what_tightens_or_changes_nothing_is_not_refused(edit: Edit) -> None:
    assert check_texts(BASE, edit.applied()) == []


def test_a_violation_names_path_old_new_and_line() -> None:
    changed = BASE.replace("threshold: 0.70", "threshold: 0.65")
    (found,) = check_texts(BASE, changed)
    assert (found.path, found.old, found.new) == (
        "benchmarks.prompts.threshold",
        ">= 0.7",
        ">= 0.65",
    )
    assert changed.splitlines()[found.line - 1].strip() == "threshold: 0.65"


def test_an_exempting_default_is_found_at_the_default(tmp_path: Path) -> None:
    changed = BASE.replace("threshold: 0.60", "threshold: 0.10")
    found = check_texts(BASE, changed)
    assert [violation.path for violation in found] == ["benchmarks.shared.threshold"]
    assert "defaults" in changed.splitlines()[found[0].line - 2]


def test_two_loosenings_are_two_violations() -> None:
    changed = BASE.replace("threshold: 0.70", "threshold: 0.1").replace(
        "approvals: 2", "approvals: 1"
    )
    assert [found.path for found in check_texts(BASE, changed)] == [
        "approvals",
        "benchmarks.prompts.threshold",
    ]


def test_items_in_a_file_are_compared_one_by_one(tmp_path: Path) -> None:
    for folder, lines in {"old": [1, 2, 3], "new": [1, 3], "more": [1, 2, 3, 4]}.items():
        (tmp_path / folder).mkdir()
        content = "".join(f'{{"id": "i{n}"}}\n' for n in lines).encode()
        (tmp_path / folder / "items.jsonl").write_bytes(content)
        items = f"{{file: items.jsonl, sha256: {sha256(content).hexdigest()}}}"
        text = f"benchmarks: [{{id: b, items: {items}}}]"
        (tmp_path / folder / "harness.yaml").write_text(text)
    old = tmp_path / "old" / "harness.yaml"
    found = check_files(old, tmp_path / "new" / "harness.yaml")
    assert [(v.path, v.problem) for v in found] == [("benchmarks.b.items.i2", "was dropped")]
    assert check_files(old, tmp_path / "more" / "harness.yaml") == []
    (tmp_path / "more" / "items.jsonl").write_text('{"id": "i1"}\n')
    assert "sha256" in check_files(old, tmp_path / "more" / "harness.yaml")[0].problem


def test_an_item_in_which_one_key_hides_another_is_refused(tmp_path: Path) -> None:
    (tmp_path / "harness.yaml").write_text("benchmarks: [{id: b, items: {file: i.jsonl}}]")
    (tmp_path / "i.jsonl").write_text('{"id": "a", "target": "anything", "target": "strict"}\n')
    with pytest.raises(RecordError, match="is no item"):
        check_files(tmp_path / "harness.yaml", tmp_path / "harness.yaml")


def test_the_hash_ignores_layout_and_sees_meaning() -> None:
    known = read_harness(BASE).content_hash
    neutral = {"a comment", "reorder benchmarks", "write 0.70 as 0.7", "write the alias out"}
    for edit in NOT_LOOSENING:
        if edit.name in neutral:
            assert read_harness(edit.applied()).content_hash == known, edit.name
    assert read_harness(BASE.replace("0.70", "0.71")).content_hash != known


def test_a_file_that_multiplies_itself_is_refused() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{n}: &{n} [{', '.join([f'*{p}'] * 10)}]" for p, n in zip("abcdef", "bcdefg", strict=True)
    ]
    with pytest.raises(RecordError, match="too large"):
        read_harness("\n".join(lines))
    with pytest.raises(RecordError, match="contains itself"):
        read_harness("name: &a [*a]")


def test_errors_name_file_line_and_key() -> None:
    with pytest.raises(RecordError) as caught:
        read_harness("benchmarks:\n- id: b\n  treshold: 1\n", "h.yaml")
    assert str(caught.value) == (
        "h.yaml:3: benchmarks: has the unknown key `treshold`; did you mean `threshold`?"
    )


LIMITS = st.tuples(st.sampled_from([">=", ">", "<=", "<", "=="]), st.integers(-3, 3).map(Fraction))


def passes(value: Fraction, limit: tuple[str, Fraction]) -> bool:
    how, bound = limit
    return {
        ">=": value >= bound,
        ">": value > bound,
        "<=": value <= bound,
        "<": value < bound,
        "==": value == bound,
    }[how]


@given(new=LIMITS, old=LIMITS)
def test_a_bound_is_tighter_exactly_when_all_it_lets_pass_passed_before(
    new: tuple[str, Fraction], old: tuple[str, Fraction]
) -> None:
    # Halves between whole bounds, and far ends, stand for every number there is.
    values = [Fraction(n, 2) for n in range(-8, 9)]
    included = all(passes(value, old) for value in values if passes(value, new))
    assert _within(new, old) == included


@given(
    st.lists(st.sampled_from(LOOSENING), min_size=2, max_size=2, unique_by=lambda edit: edit.name)
)
def test_one_tightening_does_not_pay_for_a_loosening(pair: list[Edit]) -> None:
    tightened = BASE.replace("threshold: 0.75", "threshold: 0.99")
    for edit in pair:
        if edit.old in tightened and edit.also is None and len(edit.old) < 200:
            assert check_texts(BASE, tightened.replace(edit.old, edit.new, 1))


def test_a_harness_never_loosens_itself() -> None:
    assert violations(read_harness(BASE), read_harness(BASE)) == []
