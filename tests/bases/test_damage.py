"""Whatever happened to the files, an answer is right or an error: never wrong, never a crash."""

from __future__ import annotations

import gc
import json
import random
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from netnew import DamagedError, Netnew, SchemaVersionError, Settings, connect
from netnew.bases.container import chunks, open_container
from netnew.bases.manifest import Manifest, Part
from netnew.bases.recipe import Recipe
from tests.bases.claims import brute_force, found, some_items
from tests.bases.conftest import SegmentFiles

ITEMS = some_items(40, seed=1)


@pytest.fixture
def filled(nn: Netnew) -> Netnew:
    nn.bases.add("core", ITEMS)
    nn.bases.snapshot("core")
    return nn


def anew(nn: Netnew) -> Netnew:
    """The same database as a new process sees it: nothing is open or known."""
    return connect(nn.settings.db, settings=Settings())


def change(file: Path, data: bytes) -> None:
    file.chmod(0o644)
    file.write_bytes(data)


def test_a_changed_byte_is_found_by_verify_and_by_the_first_search(
    filled: Netnew, segment_files: SegmentFiles
) -> None:
    (file,) = segment_files()
    whole = file.read_bytes()
    chance = random.Random(2)
    for _ in range(20):
        at = chance.randrange(len(whole))
        change(file, whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        with anew(filled) as nn:
            (fault,) = nn.bases.verify("core")
            assert fault.segment == file.stem
            with pytest.raises((DamagedError, SchemaVersionError)):
                nn.bases.snapshot("core", verify_first=True).top_k(ITEMS[0].text, 3)
    change(file, whole)
    with anew(filled) as nn:
        assert nn.bases.verify("core") == []


def test_a_segment_that_is_missing_or_short_is_named_at_once(
    filled: Netnew, segment_files: SegmentFiles
) -> None:
    (file,) = segment_files()
    whole = file.read_bytes()
    for size in (0, 1, 15, 16, 100, len(whole) - 1):
        change(file, whole[:size])
        with anew(filled) as nn, pytest.raises(DamagedError, match=f"has {size:,} bytes"):
            nn.bases.snapshot("core")
    change(file, whole + b"\0")
    with anew(filled) as nn, pytest.raises(DamagedError, match="were written"):
        nn.bases.snapshot("core")
    file.unlink()
    with anew(filled) as nn:
        with pytest.raises(DamagedError, match="is missing"):
            nn.bases.snapshot("core")
        with pytest.raises(DamagedError, match="is missing"):
            nn.bases.add("core", [{"id": "z", "text": "more"}])
        assert [fault.problem for fault in nn.bases.verify("core")] == [
            f"the segment {file} is missing"
        ]


def tamper(nn: Netnew, folder: Path, change_json) -> None:
    database = sqlite3.connect(folder / "netnew.db")
    with database:
        (text,) = database.execute("SELECT manifest_json FROM base_heads").fetchone()
        database.execute("UPDATE base_heads SET manifest_json = ?", (change_json(text),))
    database.close()


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace('"dead":[]', '"dead":[0]'),
        lambda text: text[:-1],
        lambda text: text + " ",
        lambda text: "",
        lambda text: "[]",
    ],
)
def test_an_edited_manifest_is_never_believed(filled: Netnew, tmp_path: Path, edit) -> None:
    tamper(filled, tmp_path, edit)
    with anew(filled) as nn:
        for act in (nn.bases.snapshot, nn.bases.show, nn.bases.verify, nn.bases.compact):
            with pytest.raises(DamagedError, match="a manifest is not the one of hash"):
                act("core")


@pytest.mark.parametrize("table", ["base_heads", "base_snapshots"])
def test_a_list_that_meets_damage_leaves_no_cursor_open(
    filled: Netnew, tmp_path: Path, table: str, capfd: pytest.CaptureFixture[str]
) -> None:
    filled.bases.add("more", ITEMS)
    filled.bases.snapshot("more")
    database = sqlite3.connect(tmp_path / "netnew.db")
    with database:
        database.execute(f"UPDATE {table} SET manifest_json = substr(manifest_json, 2)")
    database.close()
    with anew(filled) as nn:
        with pytest.raises(DamagedError, match="a manifest is not the one of hash"):
            nn.bases.list()
        gc.collect()
    assert capfd.readouterr().err == ""


def test_a_manifest_or_segment_of_a_newer_version_says_so(tmp_path: Path) -> None:
    newer = Manifest("co_id", Recipe()).json.replace("manifest/1", "manifest/2")
    with pytest.raises(SchemaVersionError, match="manifest/2"):
        Manifest.parse(newer)
    laid = b"".join(chunks({}, {"a": np.zeros(1, np.uint8)})).replace(b"segment/1", b"segment/2")
    (tmp_path / "x").write_bytes(laid)
    with pytest.raises(SchemaVersionError, match="segment/2"):
        open_container(tmp_path / "x", len(laid))


HOSTILE = {
    "a shape beyond the file": {"shape": [2**62]},
    "a product beyond the file": {"shape": [2**20, 2**20]},
    "a negative shape": {"shape": [-1]},
    "a shape that is no number": {"shape": [True]},
    "a shape that is no list": {"shape": 3},
    "no shape": {"shape": []},
    "too many shapes": {"shape": [1, 1, 1]},
    "an offset beyond the file": {"offset": 2**62},
    "an odd offset": {"offset": 1},
    "a negative offset": {"offset": -64},
    "objects instead of numbers": {"dtype": "|O"},
    "another type": {"dtype": "<f8"},
    "no name": {"name": None},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_header_that_claims_the_impossible_is_refused(tmp_path: Path, what: str) -> None:
    entry = {"name": "a", "dtype": "|u1", "shape": [64], "offset": 0} | HOSTILE[what]
    header = json.dumps({"format": "segment/1", "about": {}, "arrays": [entry]}).encode()
    header += b" " * (-(16 + len(header)) % 64)
    data = b"netnew\x00\x01" + len(header).to_bytes(8, "little") + header + bytes(64)
    (tmp_path / "x").write_bytes(data)
    if what == "no name":
        assert list(open_container(tmp_path / "x", len(data)).places) == ["None"]
    else:
        with pytest.raises(DamagedError):
            open_container(tmp_path / "x", len(data))


ODD_MANIFESTS = [
    {"segments": None}, {"segments": [{}]}, {"segments": [{"hash": "../../etc/passwd"}]},
    {"id_type": "uuid"}, {"items": 7}, {"recipe": None}, {"recipe": {"embedding": 3}},
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD_MANIFESTS)
def test_a_manifest_with_an_odd_part_is_damage(odd: dict[str, object]) -> None:
    whole = json.loads(Manifest("co_id", Recipe()).json)
    with pytest.raises(DamagedError):
        Manifest.parse(json.dumps(whole | odd))


@pytest.mark.parametrize(
    "part",
    [{"hash": "A" * 64}, {"hash": "a" * 63}, {"hash": 7}, {"bytes": -1}, {"rows": 2**31},
     {"rows": 1.0}, {"dead": [1, 1]}, {"dead": [2, 1]}, {"dead": [9]}, {"dead": [-1]},
     {"dead": ["1"]}, {"dead": 3}],
)  # fmt: skip
def test_a_segment_entry_with_an_odd_value_is_damage(part: dict[str, object]) -> None:
    whole = json.loads(Manifest("co_id", Recipe(), (Part("a" * 64, 10, 5),)).json)
    whole["segments"][0] |= part
    with pytest.raises(DamagedError):
        Manifest.parse(json.dumps(whole))


def test_rows_that_share_a_hash_of_ids_are_told_apart(
    nn: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("build", "segment"):
        monkeypatch.setattr(
            f"netnew.bases.{module}.id_keys", lambda ids: np.zeros(len(ids), np.uint64)
        )
    nn.bases.add("core", ITEMS)
    assert nn.bases.add("core", ITEMS).unchanged == len(ITEMS)
    snapshot = nn.bases.snapshot("core")
    assert all(snapshot.get(item.id) == item for item in ITEMS)
    assert found(snapshot, ITEMS[0].text, 5) == brute_force(ITEMS, ITEMS[0].text)[:5]
