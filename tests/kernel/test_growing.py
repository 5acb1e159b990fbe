"""Growing sets: the Rust twin, the definition and a loop over all give one answer."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.kernel.growing import GrowingSetsDefinition, growing_sets
from netnew.kernel.implementation import Choice, installed_crate, use

token_sets = st.lists(
    st.frozensets(st.integers(0, 14), max_size=10).map(lambda s: tuple(sorted(s, reverse=True))),
    max_size=16,
)
thresholds = st.fractions(Fraction(1, 12), 1, max_denominator=30)


def by_loop(sets: list[tuple[int, ...]], query: tuple[int, ...], least: Fraction) -> list[object]:
    pairs = [(i, len({*s} & {*query}), len({*s} | {*query})) for i, s in enumerate(sets)]
    alike = [pair for pair in pairs if pair[2] and Fraction(pair[1], pair[2]) >= least]
    return sorted(alike, key=lambda pair: (-Fraction(pair[1], pair[2]), pair[0]))


@given(token_sets, thresholds)
def test_the_definition_finds_what_a_loop_finds(
    sets: list[tuple[int, ...]], least: Fraction
) -> None:
    index = GrowingSetsDefinition(*least.as_integer_ratio())

    for count, query in enumerate(sets):
        found = by_loop(sets[:count], query, least)
        assert index.similar(query) == found
        assert [index.similar(query, most) for most in (1, 2, 5)] == [
            found[:1], found[:2], found[:5],
        ]  # fmt: skip
        index.add(query)


@pytest.mark.needs("crate")
@given(token_sets, thresholds)
def test_the_twins_agree(sets: list[tuple[int, ...]], least: Fraction) -> None:
    module = installed_crate()
    assert module is not None
    rust = module.GrowingSets(*least.as_integer_ratio())
    definition = GrowingSetsDefinition(*least.as_integer_ratio())

    for query in sets:
        for most in (None, 1, 2, 5):
            assert rust.similar(query, most) == definition.similar(query, most)
        rust.add(query)
        definition.add(query)


@pytest.mark.needs("crate")
@pytest.mark.parametrize("tokens", [(1, 2), (1, 1), (-1,), (2**32,), ("a",), None])
def test_the_crate_refuses_what_is_no_falling_list(tokens: object) -> None:
    module = installed_crate()
    assert module is not None
    index = module.GrowingSets(3, 5)

    with pytest.raises((ValueError, TypeError, OverflowError)):
        index.add(tokens)
    with pytest.raises((ValueError, TypeError, OverflowError)):
        index.similar(tokens)


@pytest.mark.needs("crate")
def test_the_crate_refuses_to_look_for_none() -> None:
    module = installed_crate()
    assert module is not None

    with pytest.raises(ValueError, match="first none"):
        module.GrowingSets(3, 5).similar((1,), 0)


@pytest.mark.parametrize("twin", ["python", "auto"])
def test_the_nearest_of_many_alike_are_found_without_a_look_at_each(twin: Choice) -> None:
    """Lines of one template: a number that is new, and words that all of them share."""
    use(twin)

    def seconds(stored: int) -> float:
        index = growing_sets(Fraction(3, 5))
        lines = [(number, *range(9, 0, -1)) for number in range(10, 10 + stored)]
        for line in lines:
            index.add(line)
        new = (10 + stored, *lines[0][1:])
        taken = []
        for _ in range(20):
            start = time.thread_time()
            found = index.similar(new, 32)
            taken.append(time.thread_time() - start)
        assert found == [(place, 9, 11) for place in range(32)]
        return min(taken)

    # A look at each would take a hundred times as long.
    assert seconds(30_000) < 10 * seconds(300)


@pytest.mark.parametrize("ratio", [(0, 1), (2, 1), (1, 0)])
@pytest.mark.needs("crate")
def test_the_crate_refuses_what_is_no_threshold(ratio: tuple[int, int]) -> None:
    module = installed_crate()
    assert module is not None

    with pytest.raises(ValueError, match="threshold"):
        module.GrowingSets(*ratio)


def test_the_switch_chooses_the_twin() -> None:
    try:
        use("python")
        assert isinstance(growing_sets(Fraction(1, 2)), GrowingSetsDefinition)
    finally:
        use("auto")
