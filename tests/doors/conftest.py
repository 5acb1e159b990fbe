"""The command line, called as its user calls it, without the cost of a new process."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from netnew.doors.cli import main


class Answer(NamedTuple):
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Cli = Callable[..., Answer]


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Cli:
    """Run `netnew …` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["netnew", *arguments])
        monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
        capfd.readouterr()
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capfd.readouterr()
        return Answer(int(caught.value.code or 0), printed.out, printed.err)

    return run
