"""Compaction changes no answer; equal items end as equal bytes; sweeping takes only garbage."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from netnew import Item, Netnew, Recipe, Settings, connect
from netnew.bases import draft
from netnew.bases.draft import Draft
from netnew.bases.manifest import Manifest
from tests.bases.claims import brute_force, found, some_items, some_questions
from tests.bases.conftest import SegmentFiles

# Negative: files of this very second are old enough too.
AT_ONCE = -60.0


def test_any_order_and_split_compacts_to_the_same_bytes() -> None:
    items = some_items(80, seed=1)
    hashes, names = set(), set()
    for split in (1, 3, 17):
        random.Random(split).shuffle(items)
        with connect("sqlite://", settings=Settings()) as nn:
            for start in range(split):
                nn.bases.add("core", items[start::split])
            nn.bases.add("core", [{"id": "extra", "text": "comes and goes"}])
            nn.bases.remove("core", ["extra"])
            nn.bases.compact("core")
            names |= {part.hash for part in nn.bases.show("core").manifest.parts}
            hashes.add(nn.bases.snapshot("core").hash)
    assert len(hashes) == len(names) == 1


def test_snapshots_taken_before_stay_whole(nn: Netnew, segment_files: SegmentFiles) -> None:
    items = some_items(40, seed=2)
    nn.bases.add("core", items[:20])
    old = nn.bases.snapshot("core")
    nn.bases.add("core", items[20:])
    done = nn.bases.compact("core", grace_seconds=AT_ONCE)
    assert (done.before, done.after) == (2, 1)
    assert done.swept.files == 1
    new = nn.bases.snapshot("core")
    for text in some_questions(items, 6, seed=2):
        assert found(nn.bases.open(old.id), text, 9) == brute_force(items[:20], text)[:9]
        assert found(new, text, 9) == brute_force(items, text)[:9]
    assert len(segment_files()) == 2


def test_a_second_compaction_does_nothing(nn: Netnew) -> None:
    nn.bases.add("core", some_items(10, seed=3))
    nn.bases.add("core", [{"id": "z", "text": "one more"}])
    nn.bases.compact("core")
    rows = len(list(nn.ledger.rows("bases")))
    assert nn.bases.compact("core").after == 1
    assert len(list(nn.ledger.rows("bases"))) == rows


def test_what_is_young_is_left_alone(nn: Netnew, segment_files: SegmentFiles) -> None:
    for item in some_items(3, seed=4):
        nn.bases.add("core", [item])
    assert nn.bases.compact("core").swept.files == 0
    assert len(segment_files()) == 4
    for file in segment_files():
        os.utime(file, (0, 0))
    assert nn.bases.compact("core").swept.files == 3
    assert nn.bases.verify("core") == []


def test_unfinished_files_are_swept_and_strange_ones_are_not(
    nn: Netnew, segment_files: SegmentFiles
) -> None:
    nn.bases.add("core", some_items(3, seed=5))
    (file,) = segment_files()
    half = file.with_name("x.unfinished")
    half.write_bytes(b"half")
    file.with_name("notes.txt").write_bytes(b"mine")
    # However hasty the sweep: it may be in the midst of being written.
    assert nn.bases.compact("core", grace_seconds=AT_ONCE).swept.files == 0
    os.utime(half, (0, 0))
    assert nn.bases.compact("core", grace_seconds=AT_ONCE).swept == (1, 4)
    assert {path.name for path in segment_files()} == {file.name, "notes.txt"}


def test_snapshots_are_forgotten_when_asked(nn: Netnew, segment_files: SegmentFiles) -> None:
    nn.bases.add("core", some_items(5, seed=6))
    old = nn.bases.snapshot("core")
    nn.bases.add("core", [{"id": "z", "text": "one more"}])
    nn.bases.compact("core", forget_after_days=1)
    assert nn.bases.open(old.id).id == old.id
    nn.bases.compact("core", forget_after_days=0, grace_seconds=AT_ONCE)
    assert nn.bases.show("core").snapshots == []
    assert len(segment_files()) == 1


def test_whoever_holds_a_snapshot_open_keeps_reading_it(nn: Netnew) -> None:
    items = some_items(30, seed=7)
    nn.bases.add("core", items)
    held = nn.bases.snapshot("core")
    nn.bases.add("core", [{"id": "z", "text": "one more"}])
    nn.bases.compact("core", forget_after_days=0, grace_seconds=AT_ONCE)
    assert found(held, items[3].text, 5) == brute_force(items, items[3].text)[:5]


def test_another_recipe_reads_all_texts_anew(nn: Netnew) -> None:
    items = some_items(30, seed=8)
    nn.bases.add("core", items)
    before = nn.bases.snapshot("core")
    nn.bases.compact("core", recipe=Recipe(lex_impl_versions=("char3/1",)))
    after = nn.bases.snapshot("core")
    assert found(after, items[3].text, 5) == brute_force(items, items[3].text, "char3/1")[:5]
    assert found(before, items[3].text, 5) == brute_force(items, items[3].text)[:5]
    assert nn.bases.add("core", items).unchanged == 30


def test_very_many_items_become_several_segments(
    nn: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "LARGEST_SEGMENT", 16)
    items = some_items(50, seed=9)
    for start in range(0, 50, 10):
        nn.bases.add("core", items[start : start + 10])
    assert nn.bases.compact("core").after == 4
    snapshot = nn.bases.snapshot("core")
    for text in some_questions(items, 6, seed=9):
        assert found(snapshot, text, 9) == brute_force(items, text)[:9]


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let another process act once, after a draft was made and before its head moves."""
    manifest = Draft.manifest
    acts = [act]

    def first(made: Draft) -> Manifest:
        now = manifest(made)
        if acts:
            acts.pop()()
        return now

    monkeypatch.setattr(Draft, "manifest", first)


@pytest.fixture
def other(tmp_path: Path, nn: Netnew) -> Iterator[Netnew]:
    with connect(f"sqlite:///{tmp_path}/netnew.db", settings=Settings()) as opened:
        yield opened


def test_what_others_do_during_a_compaction_is_kept(
    nn: Netnew, other: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = some_items(40, seed=10)
    nn.bases.add("core", items[:20])
    nn.bases.add("core", items[20:30])

    def act() -> None:
        other.bases.add("core", items[30:])
        other.bases.remove("core", [items[0].id])
        other.bases.add("core", [Item(id=items[25].id, text="was replaced")], replace=True)

    meanwhile(monkeypatch, act)
    nn.bases.compact("core")
    wanted = [item for item in items[1:] if item.id != items[25].id]
    wanted.append(Item(id=items[25].id, text="was replaced"))
    snapshot = nn.bases.snapshot("core")
    assert sorted(snapshot, key=lambda item: item.id) == sorted(wanted, key=lambda item: item.id)
    assert nn.bases.verify("core") == []


def test_two_compactions_at_once_leave_one_result(
    nn: Netnew, other: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = some_items(30, seed=11)
    nn.bases.add("core", items[:20])
    nn.bases.add("core", items[20:])
    meanwhile(monkeypatch, lambda: other.bases.compact("core", grace_seconds=AT_ONCE))
    nn.bases.compact("core", grace_seconds=AT_ONCE)
    assert sorted(item.id for item in nn.bases.snapshot("core")) == sorted(i.id for i in items)
    assert nn.bases.verify("core") == []


def test_an_add_survives_a_compaction_that_sweeps_under_it(
    nn: Netnew, other: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = some_items(30, seed=12)
    nn.bases.add("core", items[:10])
    nn.bases.add("core", items[10:20])
    meanwhile(monkeypatch, lambda: other.bases.compact("core", grace_seconds=AT_ONCE))
    nn.bases.add("core", items[15:])
    assert sorted(item.id for item in nn.bases.snapshot("core")) == sorted(i.id for i in items)
    assert nn.bases.verify("core") == []


def test_of_two_adds_of_one_id_with_other_content_one_is_refused(
    nn: Netnew, other: Netnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: other.bases.add("core", [{"id": "a", "text": "theirs"}]))
    with pytest.raises(ValueError, match="the id `a` already stands"):
        nn.bases.add("core", [{"id": "a", "text": "ours"}])
    assert [item.text for item in nn.bases.snapshot("core")] == ["theirs"]


def test_threads_that_add_at_once_all_get_in(tmp_path: Path) -> None:
    items = some_items(60, seed=13)
    url = f"sqlite:///{tmp_path}/netnew.db"

    def add(part: list[Item]) -> None:
        with connect(url, settings=Settings()) as own:
            for item in part:
                own.bases.add("core", [item])

    threads = [threading.Thread(target=add, args=(items[start::4],)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with connect(url, settings=Settings()) as nn:
        snapshot = nn.bases.snapshot("core")
        assert sorted(item.id for item in snapshot) == sorted(item.id for item in items)
        assert nn.ledger.verify() == {"bases": []}
