"""A broken chain says what was done to it, and where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.foundation.damage import diagnose
from netnew.foundation.ledger import GENESIS, Entry, Fault, Head, Row, chain, follows, link

NOW = "2026-01-01T00:00:00.000000Z"


def written(count: int, stream: str = "s", first: int = 1) -> list[Row]:
    entries = [Entry("note", {"n": n}, {"by": "ann"}) for n in range(first, first + count)]
    return chain(Head(stream, 0, GENESIS), entries, workspace="w", recorded_at=NOW)


def head_of(rows: list[Row]) -> Head:
    return Head(rows[-1].stream, rows[-1].seq, rows[-1].seal)


def damages(rows: list[Row], head: Head) -> list[tuple[int, str]]:
    return [(fault.seq, fault.damage) for fault in diagnose("s", map(link, rows), head)]


def test_a_chain_as_written_verifies_row_by_row_and_as_a_whole() -> None:
    rows = written(5)
    head = Head("s", 0, GENESIS)
    for row in rows:
        assert follows(head, link(row))
        head = Head("s", row.seq, row.seal)
    assert diagnose("s", map(link, rows), head) == []


def test_batches_and_single_appends_make_the_same_chain() -> None:
    whole = written(4)
    head, single = Head("s", 0, GENESIS), []
    for n in range(1, 5):
        entry = Entry("note", {"n": n}, {"by": "ann"})
        single += chain(head, [entry], workspace="w", recorded_at=NOW)
        head = head_of(single)
    assert single == whole


def test_the_same_content_has_one_content_id_and_two_row_ids() -> None:
    head = Head("s", 0, GENESIS)
    one, two = chain(head, [Entry("a", {"x": 1})] * 2, workspace="w", recorded_at=NOW)
    assert one.content_id == two.content_id
    assert one.row_id != two.row_id


def test_time_and_aside_are_sealed_but_outside_the_content_id() -> None:
    head = Head("s", 0, GENESIS)
    (one,) = chain(head, [Entry("a", {"x": 1}, {"at": 1})], workspace="w", recorded_at=NOW)
    (two,) = chain(head, [Entry("a", {"x": 1}, {"at": 2})], workspace="w", recorded_at="later")
    assert one.content_id == two.content_id
    assert one.seal != two.seal


CHANGED = {
    "body_json": '{"n":99}',
    "aside_json": '{"by":"eve"}',
    "kind": "other",
    "recorded_at": "2020-01-01T00:00:00.000000Z",
    "row_id": "row_0",
    "content_id": "ent_0",
    "key": "k",
    "workspace": "elsewhere",
    "seal": "0" * 64,
    "previous": "0" * 64,
}


@pytest.mark.parametrize("column", CHANGED)
@pytest.mark.parametrize("at", [1, 3, 5])
def test_an_edit_of_any_column_of_any_row_is_named(column: str, at: int) -> None:
    rows = written(5)
    head = head_of(rows)
    rows[at - 1] = replace(rows[at - 1], **{column: CHANGED[column]})
    assert damages(rows, head) == [(at, "edited")]


@pytest.mark.parametrize("gone", [{1}, {3}, {5}, {1, 3, 5}])
def test_each_missing_row_is_named(gone: set[int]) -> None:
    rows = written(5)
    left = [row for row in rows if row.seq not in gone]
    assert damages(left, head_of(rows)) == [(seq, "missing") for seq in sorted(gone)]


@pytest.mark.parametrize(("first", "last"), [(2, 3), (4, 5), (1, 5)])
def test_rows_missing_in_a_line_are_one_fault(first: int, last: int) -> None:
    rows = written(5)
    left = [row for row in rows if not first <= row.seq <= last]
    (fault,) = diagnose("s", map(link, left), head_of(rows))
    assert (fault.seq, fault.damage) == (first, "missing")
    assert f"rows {first} to {last};" in fault.detail


@pytest.mark.parametrize("forged", [10**9, 2**63 - 1])
def test_a_head_far_behind_the_last_row_costs_nothing(forged: int) -> None:
    rows = written(3)
    (fault,) = diagnose("s", map(link, rows), Head("s", forged, rows[-1].seal))
    assert (fault.seq, fault.damage) == (4, "missing")
    assert f"rows 4 to {forged};" in fault.detail


def test_a_head_before_the_first_row_makes_every_row_an_added_one() -> None:
    rows = written(2)
    assert damages(rows, Head("s", -5, GENESIS)) == [(1, "added"), (2, "added")]


def test_a_row_before_the_first_place_is_found_and_brought_home_where_its_seal_tells() -> None:
    rows = written(4)
    head = head_of(rows)
    forged = replace(rows[1], seq=0, body_json='{"n":66}')
    assert damages([forged, *rows], head) == [(0, "added")]
    assert damages([replace(rows[3], seq=0), *rows], head) == [(0, "added")]
    moved = replace(rows[1], seq=-1)
    faults = diagnose("s", map(link, [moved, rows[0], *rows[2:]]), head)
    assert faults == [Fault("s", -1, "reordered", "was written as row 2")]


@pytest.mark.parametrize("column", sorted(set(CHANGED) | {"stream"}))
@pytest.mark.parametrize("wrong", [b"\xff\x00", 5, 1.5])
def test_a_value_of_another_type_is_an_edit_and_hides_no_other_damage(
    column: str, wrong: object
) -> None:
    rows = written(5)
    rows[1] = replace(rows[1], **{column: wrong})
    assert damages(rows[:3] + rows[4:], head_of(rows)) == [(2, "edited"), (4, "missing")]


def test_a_place_that_is_no_number_is_an_edit_and_its_row_is_missed() -> None:
    rows = written(3)
    changed = {"seq": "two"}
    rows[1] = replace(rows[1], **changed)
    assert damages(rows, head_of(rows)) == [(0, "edited"), (2, "missing")]


def test_rows_that_changed_places_are_named_with_their_true_place() -> None:
    rows = written(5)
    head = head_of(rows)
    rows[1], rows[3] = replace(rows[3], seq=2), replace(rows[1], seq=4)
    faults = diagnose("s", map(link, rows), head)
    assert faults == [
        Fault("s", 2, "reordered", "was written as row 4"),
        Fault("s", 4, "reordered", "was written as row 2"),
    ]


def test_a_row_slipped_in_is_named_and_the_shifted_rows_too() -> None:
    rows = written(4)
    head = head_of(rows)
    (forged,) = chain(
        Head("s", 2, rows[1].seal), [Entry("note", {"n": 66})], workspace="w", recorded_at=NOW
    )
    shifted = [replace(row, seq=row.seq + 1) for row in rows[2:]]
    assert damages([*rows[:2], forged, *shifted], head) == [
        (3, "added"),
        (4, "reordered"),
        (5, "reordered"),
    ]


def test_a_row_past_the_head_was_added() -> None:
    rows = written(3)
    head = head_of(rows)
    (forged,) = chain(head, [Entry("note", {"n": 4})], workspace="w", recorded_at=NOW)
    assert damages([*rows, forged], head) == [(4, "added")]


def test_a_row_replaced_by_one_with_a_valid_seal_is_found_by_its_successor() -> None:
    rows = written(4)
    head = head_of(rows)
    (forged,) = chain(
        Head("s", 1, rows[0].seal), [Entry("note", {"n": 66})], workspace="w", recorded_at=NOW
    )
    assert damages([rows[0], forged, *rows[2:]], head) == [(2, "edited")]


def test_a_last_row_replaced_is_found_by_the_head() -> None:
    rows = written(3)
    (forged,) = chain(
        Head("s", 2, rows[1].seal), [Entry("note", {"n": 66})], workspace="w", recorded_at=NOW
    )
    assert damages([*rows[:2], forged], head_of(rows)) == [(3, "edited")]


@given(st.integers(1, 40), st.data())
def test_no_single_change_goes_unseen(count: int, data: st.DataObject) -> None:
    rows = written(count)
    head = head_of(rows)
    at = data.draw(st.integers(0, count - 1))
    act = data.draw(st.sampled_from(["edit", "drop", "swap"]))
    changed = list(rows)
    if act == "edit":
        changed[at] = replace(rows[at], body_json='{"n":-1}')
    elif act == "drop":
        del changed[at]
    else:
        other = data.draw(st.integers(0, count - 1))
        changed[at] = replace(rows[other], seq=at + 1)
        changed[other] = replace(rows[at], seq=other + 1)
    faults = diagnose("s", map(link, changed), head)
    assert bool(faults) == (changed != rows)
