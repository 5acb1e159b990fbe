"""A simulated day with the memory in between: little noise, nothing twice, nothing out of date."""

from __future__ import annotations

from audits.recall import contexts, month


def test_contexts_are_nearly_free_of_noise_copies_and_old_facts() -> None:
    asked = list(month.turns(days=1))

    before, after = contexts.without(asked), contexts.with_it(asked)

    assert sum(after.useless) / sum(after.lines) <= 0.05
    assert max(after.tokens) <= contexts.BUDGET
    assert sum(after.noise) / sum(after.lines) <= 0.05 < sum(before.noise) / sum(before.lines)
    assert sum(after.stale) == 0 < sum(before.stale)
    assert sum(after.copies) < sum(before.copies) / 4
    assert after.stored_noise / after.stored <= 0.05
    assert after.lost == 0


def test_a_month_is_the_same_every_time() -> None:
    assert list(month.turns(days=3)) == list(month.turns(days=3))
