"""An application killed at every single step goes on to the same bytes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from netnew.app import connect
from netnew.foundation.settings import Settings
from netnew.ratchet.harness_file import FileOnDisk
from tests.crash.killing import CONTEXT
from tests.ratchet.scenario import FINAL, always, approved


class Doom:
    """Kills this process the moment that it has been reached so many times."""

    def __init__(self, at: int) -> None:
        self.left = at

    def comes_nearer(self) -> None:
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)


class DoomedArchive:
    """An archive in whose transactions death may wait: before the commit and after it."""

    def __init__(self, archive: Any, doom: Doom) -> None:
        self._archive, self._doom = archive, doom
        self.read = archive.read

    @contextmanager
    def write(self) -> Iterator[Any]:
        with self._archive.write() as shelf:
            yield shelf
            self._doom.comes_nearer()
        self._doom.comes_nearer()


class DoomedFile(FileOnDisk):
    """A file in whose writing death may wait: before it and after it."""

    def __init__(self, path: Path, doom: Doom) -> None:
        super().__init__(path)
        self._doom = doom

    def write(self, content: bytes) -> None:
        self._doom.comes_nearer()
        super().write(content)
        self._doom.comes_nearer()


def apply_until_killed(url: str, folder: str, name: str, kill_at: int) -> None:
    doom = Doom(kill_at)
    with connect(url, settings=Settings()) as nn:
        expansions = nn.ratchet(name).expansions
        expansions._archive = DoomedArchive(expansions._archive, doom)
        expansions.apply(
            DoomedFile(Path(folder) / f"{name}.yaml", doom), by="ben", trial=always(True)
        )


@pytest.mark.timeout(600)
def test_killed_at_each_step_it_ends_with_the_same_bytes(database_url: str, tmp_path: Path) -> None:
    kills = 0
    with connect(database_url, settings=Settings()) as nn:
        while True:
            name = f"h{kills + 1}"
            expansions, file = approved(nn, tmp_path, name)
            arguments = (database_url, str(tmp_path), name, kills + 1)
            process = CONTEXT.Process(target=apply_until_killed, args=arguments)
            process.start()
            process.join(60)
            if process.exitcode == 0:
                break
            assert process.exitcode == -signal.SIGKILL
            kills += 1

            done = (
                expansions.apply(file, by="ben", trial=always(True))
                if running(expansions)
                else None
            )

            assert done is None or done["state"] == "committed"
            assert file.read().decode() == FINAL
            assert [found["state"] for found in expansions.all()] == ["committed"]
            assert sorted(path.name for path in tmp_path.glob(f".{name}.*")) == []
        assert all(not faults for faults in nn.ledger.verify().values())
    # Seven transactions with two places each, three writes of the file with two each.
    assert kills >= 20


def running(expansions: Any) -> bool:
    return any(found["state"] != "committed" for found in expansions.all())
