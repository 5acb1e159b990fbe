"""One suite for every database: the ledger keeps what it was given, in order, per workspace."""

from __future__ import annotations

import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from netnew.foundation.errors import DamagedError, InputError
from netnew.foundation.ledger import Entry, Fault, Head, Row
from netnew.foundation.settings import Settings
from netnew.stores import ledger
from netnew.stores.database import Database

NOW = "2026-01-01T00:00:00.000000Z"


def note(n: int, key: str | None = None) -> Entry:
    return Entry("note", {"n": n}, {"by": "ann"}, key)


def append(
    database: Database, entries: list[Entry], *, stream: str = "s", who: str = "w"
) -> list[Row]:
    with database.write(who) as scope:
        return ledger.append(scope, stream, entries, NOW)


def read(database: Database, *, stream: str = "s", who: str = "w", after: int = 0) -> list[Row]:
    with database.read(who) as scope:
        return list(ledger.rows(scope, stream, after=after))


def verify(database: Database, *, stream: str = "s", who: str = "w") -> list[Fault]:
    with database.read(who) as scope:
        return ledger.verify(scope, stream)


def tamper(database: Database, statement: str) -> None:
    """Change the tables behind netnew's back, as somebody with a database shell would."""
    with database.write("w") as scope:
        scope._connection.exec_driver_sql(statement)


def test_what_was_appended_is_read_back_in_order(database: Database) -> None:
    written = append(database, [note(1), note(2)]) + append(database, [note(3)])
    assert read(database) == written
    assert [row.body for row in written] == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert [row.aside for row in written] == [{"by": "ann"}] * 3
    assert read(database, after=2) == written[2:]
    assert verify(database) == []


def test_an_empty_batch_changes_nothing(database: Database) -> None:
    assert append(database, []) == []
    assert read(database) == []
    assert verify(database) == []


def test_a_key_is_appended_once(database: Database) -> None:
    (first,) = append(database, [note(1, key="k")])
    again = append(database, [note(2), note(1, key="k"), note(3, key="j"), note(3, key="j")])
    assert again[1] == first
    assert again[2] == again[3]
    assert [row.seq for row in read(database)] == [1, 2, 3]


def test_a_key_with_other_content_is_refused_and_nothing_is_stored(database: Database) -> None:
    append(database, [note(1, key="k")])
    with pytest.raises(InputError, match="already stands for other content"):
        append(database, [note(7), note(2, key="k")])
    assert [row.body["n"] for row in read(database)] == [1]


def test_keys_belong_to_their_stream(database: Database) -> None:
    append(database, [note(1, key="k")])
    append(database, [note(2, key="k")], stream="other")
    assert [row.body["n"] for row in read(database, stream="other")] == [2]


@pytest.mark.parametrize(
    "words", ["", "NUL \0 inside", "lone \udc80 surrogate", "emoji 🧪 and عربى", "x" * 100_000]
)
def test_any_text_survives(database: Database, words: str) -> None:
    append(database, [Entry("note", {"text": words})])
    (row,) = read(database)
    assert row.body == {"text": words}
    assert verify(database) == []


@pytest.mark.parametrize("name", ["", "x" * 201, "a\0b", "lone \udc80", 7, b"bytes", ["list"]])
def test_a_name_that_cannot_be_kept_is_refused(database: Database, name: Any) -> None:
    with pytest.raises(InputError, match="the stream"):
        append(database, [note(1)], stream=name)
    with pytest.raises(InputError, match="the stream"):
        read(database, stream=name)
    with pytest.raises(InputError, match="the key"):
        append(database, [note(1, key=name)])
    with pytest.raises(InputError, match="the kind"):
        append(database, [Entry(name, {})])
    with pytest.raises(InputError, match="the workspace"):
        append(database, [note(1)], who=name)
    assert read(database) == []


def test_the_longest_names_are_kept(database: Database) -> None:
    name, kind = "é" * 200, "🧪" * 100
    rows = append(database, [Entry(kind, {}, key=name)], stream=name, who=name)
    assert read(database, stream=name, who=name) == rows
    with pytest.raises(InputError, match=r"the kind '🧪+' has 101 characters"):
        append(database, [Entry(kind + "x", {})])


@pytest.mark.parametrize("wrong", [None, 7, "text", {"kind": "note"}, ("note", {})])
def test_what_is_no_entry_is_refused(database: Database, wrong: Any) -> None:
    with pytest.raises(InputError, match="entry 1 is a"):
        append(database, [note(1), wrong])
    assert read(database) == []


def test_workspaces_never_see_each_other(database: Database) -> None:
    append(database, [note(1, key="k")], who="one")
    (theirs,) = append(database, [note(2, key="k")], who="two")
    assert [row.body["n"] for row in read(database, who="one")] == [1]
    with database.read("one") as scope:
        assert ledger.find(scope, theirs.row_id) is None
        assert [head.seq for head in ledger.heads(scope)] == [1]
        assert ledger.streams(scope) == ["s"]
    assert verify(database, who="one") == verify(database, who="two") == []


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def fail_half_way() -> None:
        with database.write("w") as scope:
            ledger.append(scope, "s", [note(1)], NOW)
            raise KeyError

    with pytest.raises(KeyError):
        fail_half_way()
    assert read(database) == []


def test_two_writers_never_fork_the_chain(database: Database) -> None:
    def write(name: int) -> None:
        for n in range(25):
            append(database, [note(n, key=f"{name}-{n}")])

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = read(database)
    assert [row.seq for row in rows] == list(range(1, 101))
    assert {row.key for row in rows} == {f"{a}-{b}" for a in range(4) for b in range(25)}
    assert verify(database) == []


TAMPERED = {
    "UPDATE ledger_rows SET body_json='{\"n\":9}' WHERE seq=2": [(2, "edited")],
    "UPDATE ledger_rows SET recorded_at='2020' WHERE seq=1": [(1, "edited")],
    "DELETE FROM ledger_rows WHERE seq=3": [(3, "missing")],
    "DELETE FROM ledger_rows WHERE seq=4": [(4, "missing")],
    "DELETE FROM ledger_rows": [(1, "missing")],
    "DELETE FROM ledger_heads": [(0, "missing")],
    "UPDATE ledger_heads SET seq=1000000000": [(5, "missing")],
    "UPDATE ledger_rows SET seq=-1 WHERE seq=2": [(-1, "reordered")],
    "INSERT INTO ledger_rows SELECT workspace, stream, 0, row_id, content_id, kind, body_json,"
    " aside_json, key, recorded_at, previous, seal FROM ledger_rows WHERE seq=4": [(0, "added")],
    "UPDATE ledger_heads SET seq=3": [(3, "edited"), (4, "added")],
    "INSERT INTO ledger_rows SELECT workspace, stream, 5, row_id, content_id, kind, body_json,"
    " aside_json, key, recorded_at, previous, seal FROM ledger_rows WHERE seq=4": [(5, "added")],
    "UPDATE ledger_rows SET seq = CASE seq WHEN 2 THEN 30 ELSE 20 END WHERE seq IN (2, 3)": [
        (20, "reordered"),
        (30, "reordered"),
    ],
}


@pytest.mark.parametrize("statement", TAMPERED)
def test_tampering_is_found_and_named(database: Database, statement: str) -> None:
    append(database, [note(n) for n in range(1, 5)])
    tamper(database, statement)
    assert [(fault.seq, fault.damage) for fault in verify(database)] == TAMPERED[statement]


OF_OTHER_TYPES = {
    "UPDATE ledger_rows SET body_json=x'ff00' WHERE seq=2": [(2, "edited")],
    "UPDATE ledger_rows SET seal=x'ff00' WHERE seq=2": [(2, "edited")],
    "UPDATE ledger_rows SET body_json=5 WHERE seq=2": [(2, "edited")],
    "UPDATE ledger_rows SET seq='two' WHERE seq=2": [(0, "edited"), (2, "missing")],
    "UPDATE ledger_rows SET stream=x'73' WHERE seq=2": [(2, "missing")],
    "UPDATE ledger_heads SET seal=x'ff00'": [(4, "edited")],
}


@pytest.mark.parametrize("statement", OF_OTHER_TYPES)
def test_sqlite_keeps_any_type_in_any_column_and_it_is_found(
    tmp_path: Path, statement: str
) -> None:
    database = Database(f"sqlite:///{tmp_path}/x.db", Settings())
    append(database, [note(n) for n in range(1, 5)])
    tamper(database, statement)
    assert [(fault.seq, fault.damage) for fault in verify(database)] == OF_OTHER_TYPES[statement]
    with database.read("w") as scope:
        assert all(type(name) is str for name in ledger.streams(scope))
    database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_heads SET seq=1000000000",
        "UPDATE ledger_heads SET seq=1",
        "UPDATE ledger_heads SET seal='0'",
        "DELETE FROM ledger_heads",
        "DELETE FROM ledger_rows WHERE seq=2",
        "UPDATE ledger_rows SET seq=7 WHERE seq=1",
    ],
)
def test_nothing_is_appended_behind_a_head_that_is_not_the_last_row(
    database: Database, statement: str
) -> None:
    append(database, [note(1), note(2)])
    tamper(database, statement)
    found = verify(database)
    with pytest.raises(DamagedError, match=r"stream `s` ends at row .*`netnew ledger verify`"):
        append(database, [note(3)])
    assert verify(database) == found != []


def test_an_anchor_finds_a_chain_rewritten_from_end_to_end(database: Database) -> None:
    append(database, [note(1), note(2)])
    with database.read("w") as scope:
        (anchor,) = ledger.heads(scope)
    tamper(database, "DELETE FROM ledger_rows")
    tamper(database, "DELETE FROM ledger_heads")
    append(database, [note(1), note(66)])
    assert verify(database) == []
    with database.read("w") as scope:
        assert [f.damage for f in ledger.check_anchor(scope, anchor)] == ["edited"]
        assert [f.damage for f in ledger.check_anchor(scope, Head("s", 9, "x"))] == ["missing"]


def test_reading_while_another_appends_sees_one_state(database: Database) -> None:
    append(database, [note(n) for n in range(3000)])
    with database.read("w") as scope:
        first = [head.seq for head in ledger.heads(scope)]
        append(database, [note(1)])
        assert [head.seq for head in ledger.heads(scope)] == first
        assert ledger.verify(scope, "s") == []


def test_rows_equal_after_a_new_connection(database: Database, database_url: str) -> None:
    written = append(database, [note(1)])
    again = Database(database_url, database.settings)
    assert [asdict(row) for row in read(again)] == [asdict(row) for row in written]
    again.close()
