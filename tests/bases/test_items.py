"""What may be an item, and what the refusal of anything else says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from netnew.bases.items import EXPLICIT, Item, check, decoded
from netnew.foundation.errors import DamagedError, RecordError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
PLAIN = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
ITEMS = st.builds(
    Item,
    id=st.text(PLAIN, min_size=1, max_size=200),
    text=st.text(min_size=1).filter(lambda text: text.strip()),
    scope_ref=st.none() | st.text(),
    constraints=JSON,
    canonical=st.none() | st.booleans(),
    tags=st.lists(st.text(), max_size=3),
)


@given(ITEMS)
def test_an_item_comes_back_as_it_was(item: Item) -> None:
    assert decoded(item.encoded()) == item


def test_fields_that_were_not_given_take_no_room() -> None:
    assert Item(id="a", text="b").encoded() == (b"a", b"b", b"")
    assert Item(id="a", text="b", tags=[], source=None).encoded()[2] == b""


def test_the_order_of_keys_makes_no_difference() -> None:
    one = Item(id="a", text="b", constraints={"x": 1.0, "y": 2})
    other = Item(id="a", text="b", constraints={"y": 2, "x": 1})
    assert one.encoded() == other.encoded()


REFUSED = {
    "id: is missing": {"text": "a"},
    "id: string should have at least 1 character": {"id": "", "text": "a"},
    "id: string should have at most 200 characters": {"id": "x" * 201, "text": "a"},
    "id: it holds NUL": {"id": "a\0b", "text": "a"},
    "id: input should be a valid string": {"id": 7, "text": "a"},
    "text: it is blank": {"id": "a", "text": " \n"},
    "text: it has 1,048,577 bytes": {"id": "a", "text": "x" * (2**20 + 1)},
    "txt: there is no such key; did you mean `text`?": {"id": "a", "txt": "b"},
    "colour: there is no such key; the keys are id, text": {"id": "a", "text": "b", "colour": 1},
    "canonical: input should be a valid boolean": {"id": "a", "text": "b", "canonical": "yes"},
    "constraints: input was not a valid JSON value": {"id": "a", "text": "b", "constraints": {1}},
    "the fields have": {"id": "a", "text": "b", "source": "x" * 2**20},
    "is nan": {"id": "a", "text": "b", "constraints": float("nan")},
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_cannot_be_an_item_is_named(said: str) -> None:
    with pytest.raises(RecordError) as caught:
        check(REFUSED[said], source="facts.jsonl", line=7)
    assert str(caught.value).startswith("facts.jsonl:7: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("given_instead", [None, [], "text", 7])
def test_what_is_no_object_is_no_item(given_instead: object) -> None:
    with pytest.raises(RecordError, match=r"facts\.jsonl:7: is no JSON object; write it like"):
        check(given_instead, source="facts.jsonl", line=7)  # type: ignore[arg-type]


def test_a_text_may_have_exactly_a_mebibyte() -> None:
    assert len(Item(id="a", text="é" * 2**19).encoded()[1]) == 2**20
    with pytest.raises(ValidationError):
        Item(id="a", text="é" * 2**19 + "x")


@pytest.mark.parametrize(
    "stored",
    [(b"\xff", b"a", b""), (b"a", b"\xff", b""), (b"a", b"b", b"{"), (b"a", b"b", b"[1]"),
     (b"a", b"b", b'{"id":"c"}'), (b"", b"b", b""), (b"a", b"b", b'{"odd":1}')],
)  # fmt: skip
def test_stored_bytes_that_are_no_item_are_damage(stored: tuple[bytes, bytes, bytes]) -> None:
    with pytest.raises(DamagedError):
        decoded(stored)


def test_every_field_is_stored() -> None:
    full = Item(
        id="a", text="b", scope_ref="s", terms_ref="t", constraints=[1], canonical=False,
        tags=["x"], source="u",
    )  # fmt: skip
    stored = full.encoded()[2].decode()
    assert all(f'"{name}"' in stored for name in EXPLICIT)
