"""A workspace in memory for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from netnew import Netnew, Settings, connect
from tests.gate.shelf import noon


@pytest.fixture
def nn(tmp_path: Path) -> Iterator[Netnew]:
    settings = Settings(home=str(tmp_path))
    with connect("sqlite://", settings=settings, clock=noon) as opened:
        yield opened
