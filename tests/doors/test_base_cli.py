"""`netnew base`, as people and programs call it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.bases.claims import some_items
from tests.doors.conftest import Cli

LINES = [
    {"id": "a", "text": "Ship it now."},
    {"id": "b", "text": "Wait for the review.", "tags": ["process"]},
]


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    file = tmp_path / "facts.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    return file


def test_from_a_file_to_a_snapshot(cli: Cli, facts: Path) -> None:
    assert cli("base", "add", "core", "facts.jsonl").out == (
        "added 2, replaced 0, unchanged 0; `core` has 2 items\n"
    )
    assert cli("base", "add", "core", "facts.jsonl", "--json").json == {
        "base": "core", "added": 0, "replaced": 0, "unchanged": 2, "items": 2,
    }  # fmt: skip
    snapshot = cli("base", "snapshot", "core", "--json").json
    assert snapshot["id_type"] == "knowledge_item_id"
    assert snapshot["items"] == 2
    assert cli("base", "snapshot", "core").out.startswith(snapshot["snapshot_id"])
    (listed,) = cli("base", "list", "--json").json["bases"]
    assert (listed["base"], listed["items"], listed["snapshots"]) == ("core", 2, 1)
    shown = cli("base", "show", "core", "--json").json
    assert shown["hash"] == snapshot["hash"]
    assert [one["snapshot_id"] for one in shown["snapshots"]] == [snapshot["snapshot_id"]]
    assert (
        "2 items by knowledge_item_id; reads char5/1 of claim/1" in cli("base", "show", "core").out
    )
    assert "core" in cli("base", "list").out
    assert cli("base", "verify", "core").code == 0
    assert cli("base", "compact", "core").out.startswith("1 segment is 1 now; 0 files deleted")


def test_an_empty_list_says_what_fills_it(cli: Cli) -> None:
    assert (
        cli("base", "list").out == "There is no base yet; `netnew base add NAME FILE` makes one.\n"
    )
    assert cli("base", "list", "--json").json == {"bases": []}


def test_items_from_stdin_and_from_csv(cli: Cli, tmp_path: Path, monkeypatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b'{"id": "c", "text": "From a pipe."}\n'))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert cli("base", "add", "core", "-", "--id-type", "co_id").code == 0
    (tmp_path / "more.csv").write_text("id,text,tags\nd,From a table.,x;y\n")
    assert cli("base", "add", "core", "more.csv", "--json").json["items"] == 2
    assert cli("base", "list", "--json").json["bases"][0]["id_type"] == "co_id"


def test_a_base_indexed_by_other_n_grams(cli: Cli, facts: Path) -> None:
    cli("base", "add", "core", "facts.jsonl", "--lex", "char3/1", "--normalizer", "claim-lower/1")
    recipe = cli("base", "show", "core", "--json").json["recipe"]
    assert recipe["lex_impl_versions"] == ["char3/1"]
    assert recipe["normalizer_version"] == "claim-lower/1"
    cli("base", "compact", "core", "--lex", "word1/1", "--lex", "word2/1")
    recipe = cli("base", "show", "core", "--json").json["recipe"]
    assert recipe["lex_impl_versions"] == ["word1/1", "word2/1"]


@pytest.mark.needs("embedder")
def test_a_base_with_vectors(cli: Cli, facts: Path) -> None:
    cli("base", "add", "core", "facts.jsonl", "--embedder", "wordllama")
    embedding = cli("base", "snapshot", "core", "--json").json["recipe"]["embedding"]
    assert embedding["dimensions"] == 256
    facts.write_text('{"id": "c", "text": "One more."}\n')
    assert "the base has vectors of wordllama" in cli("base", "add", "core", "facts.jsonl").err


BAD = {
    ("add", "core", "absent.jsonl"): "absent.jsonl cannot be read",
    ("add", "core", "."): ". is a folder; name a file in it",
    (
        "add",
        "core",
        "broken.jsonl",
    ): "broken.jsonl:2: txt: there is no such key; did you mean `text`?",
    ("add", "a/b", "facts.jsonl"): "a base cannot be called 'a/b'",
    (
        "add",
        "core",
        "facts.jsonl",
        "--id-type",
        "uuid",
    ): "no id type is called 'uuid'; choose one of",
    ("add", "core", "facts.jsonl", "--lex", "word99/1"): "no n-grams are called 'word99/1'",
    ("add", "core", "facts.jsonl", "--normalizer", "x"): "no normaliser is called 'x'",
    ("add", "core", "facts.jsonl", "--format", "xml"): "--format is 'xml'; choose jsonl or csv",
    ("add", "full", "other.jsonl"): "the id `a` already stands for another item; give the new item",
    ("add", "core", "facts.jsonl", "--embedder", "magic"): "no embedder is called 'magic'",
    ("snapshot", "absent"): "no base `absent`; there are full",
    ("show", "absent"): "no base `absent`",
    ("verify", "absent"): "no base `absent`",
    ("compact", "absent"): "no base `absent`",
}


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_input_is_one_line_and_exits_2(
    cli: Cli, facts: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "broken.jsonl").write_text('{"id": "a", "text": "b"}\n{"id": "b", "txt": "c"}\n')
    (tmp_path / "other.jsonl").write_text('{"id": "a", "text": "b"}\n')
    cli("base", "add", "full", "facts.jsonl")
    answer = cli("base", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"netnew: {BAD[arguments]}")
    assert answer.err.count("\n") == 1
    assert [base["base"] for base in cli("base", "list", "--json").json["bases"]] == ["full"]


def test_replace_lets_the_new_item_win(cli: Cli, facts: Path, tmp_path: Path) -> None:
    cli("base", "add", "core", "facts.jsonl")
    (tmp_path / "other.jsonl").write_text('{"id": "a", "text": "b"}\n')
    assert cli("base", "add", "core", "other.jsonl", "--replace", "--json").json["replaced"] == 1


def test_damage_exits_1_and_names_the_segment(cli: Cli, facts: Path, tmp_path: Path) -> None:
    cli("base", "add", "core", "facts.jsonl")
    (file,) = (tmp_path / ".netnew" / "bases").rglob("*.segment")
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    answer = cli("base", "verify", "core")
    assert answer.code == 1
    assert "damaged: 1 segment;" in answer.out
    document = cli("base", "verify", "core", "--json")
    assert document.code == 1
    assert document.json["faults"][0]["segment"] == file.stem


def test_ten_thousand_items_stream_in(cli: Cli, tmp_path: Path) -> None:
    with (tmp_path / "many.jsonl").open("w") as file:
        for item in some_items(10_000, seed=1):
            file.write(item.model_dump_json(include={"id", "text"}) + "\n")
    assert cli("base", "add", "core", "many.jsonl", "--json").json["added"] == 10_000
