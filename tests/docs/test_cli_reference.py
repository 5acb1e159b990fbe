"""Every command takes the shared flags, shows an example, and fits 80 columns."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from netnew.doors.cli import app


def walk(path: tuple[str, ...], command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    subs = getattr(command, "commands", {})
    if not subs:
        yield path, command
    for name, sub in subs.items():
        yield from walk((*path, name), sub)


COMMANDS = dict(walk(("netnew",), typer.main.get_command(app)))


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
