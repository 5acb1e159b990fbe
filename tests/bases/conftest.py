"""A workspace of its own for each test, on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from netnew import Netnew, Settings, connect


@pytest.fixture
def nn(tmp_path: Path) -> Iterator[Netnew]:
    with connect(f"sqlite:///{tmp_path}/netnew.db", settings=Settings()) as opened:
        yield opened


@pytest.fixture
def segment_files(tmp_path: Path) -> SegmentFiles:
    return SegmentFiles(tmp_path)


class SegmentFiles:
    """The files that the test's base has on the disk now."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "bases"

    def __call__(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())
