"""A disk that is full, read-only or not ours: a clear error, and the last snapshot is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from netnew import DiskFullError, InputError, Item, Settings, StorageError, connect
from netnew.foundation.files import make_folder, write_atomically
from tests.bases.claims import brute_force, found, some_items
from tests.parts import ordinary_user

ITEMS = some_items(40, seed=1)


@pytest.mark.needs("tmpfs")
def test_a_full_disk_leaves_the_last_snapshot_whole(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk}/netnew.db"
    with connect(url, settings=Settings()) as nn:
        nn.bases.add("core", ITEMS)
        last = nn.bases.snapshot("core")
        added = 0

        def fill() -> None:
            nonlocal added
            while True:
                nn.bases.add("core", [Item(id=f"big{added}", text=f"{added} " + "y" * 100_000)])
                added += 1

        with pytest.raises(DiskFullError, match="no room is left for"):
            fill()
        assert not list((small_disk / "bases").rglob("*.unfinished"))

    with connect(url, settings=Settings()) as again:
        assert again.bases.verify("core") == []
        assert (
            found(again.bases.open(last.id), ITEMS[2].text, 5)
            == (brute_force(ITEMS, ITEMS[2].text)[:5])
        )
    (small_disk / "ballast").unlink()
    with connect(url, settings=Settings()) as again:
        assert again.bases.show("core").manifest.items == len(ITEMS) + added
        assert again.bases.add("core", [{"id": "after", "text": "there is room"}]).added == 1
        assert again.bases.verify("core") == []


@pytest.mark.needs("tmpfs")
def test_a_full_disk_stops_a_compaction_and_changes_nothing(small_disk: Path) -> None:
    with connect(f"sqlite:///{small_disk}/netnew.db", settings=Settings()) as nn:
        for number in range(4):
            nn.bases.add("core", [Item(id=f"{number}", text=f"{number} " + "y" * 450_000)])
        before = nn.bases.show("core").manifest
        with pytest.raises(DiskFullError):
            nn.bases.compact("core")
        assert nn.bases.show("core").manifest == before
        assert nn.bases.verify("core") == []


def test_a_folder_that_may_not_be_written_is_one_line() -> None:
    with connect("sqlite://", settings=Settings()) as nn:
        nn.bases.add("core", ITEMS)  # loads all modules while we may still read them
    with ordinary_user() as folder:
        url = f"sqlite:///{folder}/netnew.db"
        with connect(url, settings=Settings()) as nn:
            nn.bases.add("core", ITEMS)
            (shelf,) = (folder / "bases").iterdir()
            shelf.chmod(0o555)
            with pytest.raises(StorageError, match=r"cannot be written or read \(Permission"):
                nn.bases.add("core", [{"id": "z", "text": "one more"}])
            assert (
                found(nn.bases.snapshot("core"), ITEMS[2].text, 5)
                == (brute_force(ITEMS, ITEMS[2].text)[:5])
            )
            shelf.chmod(0o755)


def test_a_file_in_place_of_the_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bases").write_text("")
    with connect(f"sqlite:///{tmp_path}/netnew.db", settings=Settings()) as nn:
        with pytest.raises(InputError, match="is no folder"):
            nn.bases.add("core", ITEMS)
        assert nn.bases.list() == []


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    def chunks():
        yield b"half"
        raise KeyError

    write_atomically(tmp_path / "x", [b"old"])
    with pytest.raises(KeyError):
        write_atomically(tmp_path / "x", chunks())
    assert (tmp_path / "x").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1
    write_atomically(tmp_path / "x", [b"new ", memoryview(b"one")], durable=False)
    assert (tmp_path / "x").read_bytes() == b"new one"


def test_folders_are_made_with_those_above_them(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_without_durability_bases_work_the_same(tmp_path: Path) -> None:
    settings = Settings(durability="normal")
    with connect(f"sqlite:///{tmp_path}/netnew.db", settings=settings) as nn:
        nn.bases.add("core", ITEMS)
        assert nn.bases.verify("core") == []


def test_what_lives_in_memory_leaves_no_files(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    nn = connect("sqlite://", settings=Settings())
    nn.bases.add("core", ITEMS)
    folder = nn.bases._shelf.folder
    assert folder.is_dir()
    nn.close()
    assert not folder.exists()
    assert list(tmp_path.iterdir()) == []
