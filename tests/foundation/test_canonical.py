"""One value, one string of bytes; what JSON cannot hold is refused by its path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import ldexp
from operator import truediv
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import InputError
from netnew.foundation.ids import content_id, digest
from netnew.kernel.implementation import use

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
RATIOS = st.builds(truediv, st.integers(-(10**6), 10**6), st.integers(1, 10**6))
# Few binary digits: some lie halfway between the two shortest texts that read back as them.
PARTS = st.builds(ldexp, st.integers(-(2**53), 2**53), st.integers(-60, 0))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | FLOATS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_reading_back_gives_the_value(value: Any) -> None:
    assert json.loads(canonical_json(value)) == value


@given(st.dictionaries(st.text(), VALUES))
def test_the_order_of_keys_does_not_matter(value: dict[str, Any]) -> None:
    assert canonical_json(dict(reversed(value.items()))) == canonical_json(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, b"1"),
        (-0.0, b"0"),
        (0.1, b"0.1"),
        (0.85, b"0.85"),
        ((1, 2), b"[1,2]"),
        ({"b": 1, "a": 2}, b'{"a":2,"b":1}'),
        ("é", b'"\xc3\xa9"'),
        ("\udc80", b'"\\udc80"'),
        ("\0", b'"\\u0000"'),
    ],
)
def test_the_written_form(value: Any, text: bytes) -> None:
    assert canonical_json(value) == text


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (float("nan"), r"\$ is nan"),
        ({"a": [1, float("inf")]}, r"\$\.a\[1\] is inf"),
        ({"a": {1: 2}}, r"\$\.a has a key that is a int"),
        ({"a": {10**5000: 2}}, r"\$\.a has a key that is a int"),
        ({"a": 10**5000}, r"\$\.a has over 640 digits"),
        ([-(10**640)], r"\$\[0\] has over 640 digits"),
        ({"a\nb": b""}, r"\$\.a\\nb is a bytes"),
        ({"a": b"x"}, r"\$\.a is a bytes"),
        ([{1, 2}], r"\$\[0\] is a set"),
    ],
)
def test_what_json_cannot_hold_is_refused_by_its_path(value: Any, path: str) -> None:
    with pytest.raises(InputError, match=path):
        canonical_json(value)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_a_value_may_be_as_deep_and_a_number_as_long_as_every_machine_takes() -> None:
    for value in (nested(200), 10**640 - 1):
        assert json.loads(canonical_json(value)) == value


@pytest.mark.parametrize("depth", [201, 5_000])
def test_a_value_that_lies_too_deep_is_refused_in_one_short_line(depth: int) -> None:
    with pytest.raises(InputError, match=r"^\$\[0\].*… lies over 200 deep") as caught:
        canonical_json(nested(depth))
    assert len(str(caught.value)) < 200


def test_a_value_that_holds_itself_is_refused() -> None:
    cycle: dict[str, Any] = {}
    cycle["self"] = cycle
    with pytest.raises(InputError, match="break its cycle"):
        canonical_json(cycle)


def test_ids_are_the_same_on_every_machine() -> None:
    assert digest({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"
    assert content_id("co", "text", "scope") == "co_" + content_id("x", "text", "scope")[2:]
    assert content_id("co", "text") == content_id("co", *["text"])
    assert len(content_id("co", "")) == 35


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_two_lists_of_fields_share_an_id_only_when_equal(a: list[str], b: list[str]) -> None:
    assert (content_id("x", *a) == content_id("x", *b)) == (a == b)


class OddDict(dict[str, Any]):
    """A class of its own, which the crate leaves to Python."""


ODD = [
    1.5e300, 1e16, 2.0**53, -(2.0**53), 5e-324, 1e-7, 0.1 + 0.2, -0.0, 2**63, -(2**63), 10**639,
    1e-4, 9e-5, 0.00010001, 2**52 - 0.5, 0.5 + 2**-17, -(3 + 2**-16), 15577765988724.3125,
    "\x00\x1f\x7f\u2028\"\\/", "\U0001f600", {"\U0001f600": 1, "\uffff": 2, "a": 3},
    {"\udc80": 1, "z": 2}, OddDict(b=1, a=[OddDict()]), [True, None, (1, (2.0,))],
]  # fmt: skip


@pytest.mark.needs("crate")
@given(VALUES | RATIOS | PARTS | st.just(ODD))
def test_both_twins_write_the_same_bytes(value: Any) -> None:
    use("python")
    defined = canonical_json(value)
    use("rust")

    assert canonical_json(value) == defined


@pytest.mark.needs("crate")
@pytest.mark.parametrize(
    "value",
    [float("nan"), {1: 2}, 10**640, nested(201), {"a": object()}, {"a": {1, 2}}],
    ids=["nan", "key", "digits", "depth", "object", "set"],
)
def test_both_twins_refuse_alike(value: Any) -> None:
    told = []
    for twin in ("python", "rust"):
        use(twin)
        with pytest.raises(InputError) as refused:
            canonical_json(value)
        told.append(str(refused.value).partition(" object at ")[0])

    assert told[0] == told[1]


@pytest.fixture(autouse=True)
def the_faster_twin_afterwards() -> Iterator[None]:
    yield
    use("auto")
