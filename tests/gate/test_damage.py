"""A segment whose bytes are not those that were written blocks; it never gives a verdict."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from netnew import Netnew, Settings, connect
from netnew.bases.container import Contained
from netnew.gate.claim import claim_of
from tests.gate.shelf import CORE, USER

CLAIM = {"claim_id": "c", "raw_idea": CORE[0]["text"]}


def opened(folder: Path, **settings: str) -> Netnew:
    """The same database as a new process sees it."""
    return connect(f"sqlite:///{folder}/netnew.db", settings=Settings(**settings))


def judged(nn: Netnew) -> dict[str, Any]:
    gate = nn.gate.open(user="notes", core="core")
    [document] = nn.gate.judge(gate, [claim_of(CLAIM)])
    return document


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with opened(tmp_path) as nn:
        nn.bases.add("notes", USER)
        nn.bases.add("core", CORE)
    return tmp_path


def segment_of(folder: Path, base: str) -> Path:
    with opened(folder) as nn:
        [part] = nn.bases.show(base).manifest.parts
    [file] = folder.rglob(f"{part.hash}.segment")
    return file


def change(file: Path, data: bytes) -> None:
    """Write other bytes at another time: a test is quicker than the clock of some file systems."""
    before = file.stat().st_mtime_ns
    file.chmod(0o644)
    file.write_bytes(data)
    os.utime(file, ns=(before + 10**9, before + 10**9))


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def assert_blocked(document: dict[str, Any], problem: str) -> None:
    kgr = document["kgr"]
    assert (kgr["class"], document["route"]["label"]) == (
        "BLOCKED_INDEX_UNBOUND", "BLOCKED_INDEX_UNBOUND",
    )  # fmt: skip
    assert [one["code"] for one in kgr["missing"]] == ["blocked_index_snapshot_missing"]
    assert problem in kgr["missing"][0]["problem"]
    assert kgr["index_snapshot_binding"]["b_core_snapshot_hash"]


def test_a_changed_byte_blocks_and_never_gives_a_verdict(folder: Path) -> None:
    file = segment_of(folder, "core")
    whole = file.read_bytes()
    chance = random.Random(4)
    for at in [*range(0, 16, 5), *(chance.randrange(len(whole)) for _ in range(20))]:
        change(file, flipped(whole, at))
        with opened(folder) as nn:
            assert_blocked(judged(nn), "")
    change(file, whole)
    with opened(folder) as nn:
        assert judged(nn)["kgr"]["class"] == "KNOWN"


def test_text_alone_that_changed_is_named_with_its_segment(folder: Path) -> None:
    file = segment_of(folder, "core")
    change(file, file.read_bytes().replace(b"under 200 ms", b"under 900 ms"))
    with opened(folder) as nn:
        assert_blocked(judged(nn), file.name)


def test_a_segment_that_is_missing_or_short_blocks(folder: Path) -> None:
    file = segment_of(folder, "core")
    whole = file.read_bytes()
    change(file, whole[:-1])
    with opened(folder) as nn:
        assert_blocked(judged(nn), f"{file.name} has")
    file.unlink()
    with opened(folder) as nn:
        assert_blocked(judged(nn), f"{file} is missing")


def test_a_restored_segment_is_read_again_without_a_new_connection(folder: Path) -> None:
    file = segment_of(folder, "core")
    whole = file.read_bytes()
    change(file, flipped(whole, len(whole) - 1))
    with opened(folder) as nn:
        assert_blocked(judged(nn), file.name)
        copy = folder / "copy"
        copy.write_bytes(whole)
        copy.replace(file)
        assert judged(nn)["kgr"]["class"] == "KNOWN"


def test_a_replay_names_the_damaged_segment(folder: Path) -> None:
    with opened(folder) as nn:
        judged(nn)
        assert [one.agrees for one in nn.gate.replay()] == [True]
    file = segment_of(folder, "core")
    change(file, flipped(file.read_bytes(), file.stat().st_size - 1))
    with opened(folder) as nn:
        [one] = nn.gate.replay()
    assert not one.agrees
    assert file.name in one.detail


def test_a_process_hashes_a_file_once_and_never_where_that_is_set(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[object] = []
    plain = Contained.hash
    monkeypatch.setattr(Contained, "hash", lambda self: hashed.append(self.identity) or plain(self))
    with opened(folder, gate_hashing="never") as nn:
        judged(nn)
    assert hashed == []
    for _ in range(2):
        with opened(folder) as nn:
            judged(nn)
            judged(nn)
    assert len(hashed) == 2
