"""Every command takes the shared flags, shows an example, and its help fits 80 columns."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from netnew.doors.cli import main
from netnew.doors.cli.commands import commands


def walk(path: tuple[str, ...], command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group, by its path."""
    yield path, command
    for name, sub in getattr(command, "commands", {}).items():
        yield from walk((*path, name), sub)


ALL = dict(walk(("netnew",), commands()))
COMMANDS = {path: one for path, one in ALL.items() if not hasattr(one, "commands")}


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_command_takes_the_shared_flags_and_shows_an_example(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    flags = {option for parameter in command.params for option in parameter.opts}
    assert {"--json", "--db", "--workspace", "--debug"} <= flags
    assert command.help, "no docstring"
    words = shlex.split(command.epilog.removeprefix("Example: "))
    at = words.index("netnew") if "netnew" in words else -1
    assert tuple(words[at : at + len(path)]) == path, f"the example is of another command: {words}"
    for parameter in command.params:
        assert parameter.help, f"{parameter.name} is not explained"


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_fits_eighty_columns(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "argv", [*path, "--help"])
    with pytest.raises(SystemExit) as caught:
        main()
    printed = capsys.readouterr().out
    assert caught.value.code == 0
    assert f"Usage: {' '.join(path)}" in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert "…" not in printed, "something was cut off"
