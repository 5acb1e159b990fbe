"""Which commands there are. A start loads the noun that was asked for, and none of the others."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Final, cast

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

import netnew

# In the order of `netnew --help`: the modules that hold a group of commands, by its name, …
GROUPS: Final = {
    "base": "base",
    "policy": "policy",
    "gate": "gate",
    "review": "review",
    "ledger": "ledger",
    "meter": "meter",
    "ratchet": "expansion",
    "memory": "memory",
    "token": "token",
    "hook": "hook",
}
# … and those that hold one command, of their own name.
SINGLE: Final = ("replay", "doctor", "demo", "serve", "mcp")


def commands(asked: str | None = None) -> TyperGroup:
    """All commands, or where `asked` names one of them or a group, this alone."""
    known = [*GROUPS, *SINGLE]
    app = typer.Typer(
        name="netnew",
        help=netnew.__doc__.splitlines()[0] if netnew.__doc__ else None,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        epilog="Start with: netnew demo",
    )
    app.callback()(_root)
    for name in [asked] if asked in known else known:
        module = import_module(f"netnew.doors.cli.{GROUPS.get(name, name)}")
        if name in GROUPS:
            app.add_typer(module.group, name=name)
        else:
            module.register(app)
    return _without_words_for_flags(cast(TyperGroup, typer.main.get_command(app)))


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"netnew {netnew.__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it."),
    ] = False,
) -> None:
    """Tell agents what is net-new, what they already know, and when to stop."""


def _without_words_for_flags(root: TyperGroup) -> TyperGroup:
    """Keep the help of a flag from reading `--json <bool>`, as if it took a value."""
    waiting: list[TyperGroup | TyperCommand] = [root]
    while waiting:
        command = waiting.pop()
        for parameter in command.get_params(typer.Context(command)):
            if isinstance(parameter, TyperOption) and parameter.is_flag:
                parameter.metavar = ""
        if isinstance(command, TyperGroup):
            waiting += cast(Iterable[TyperGroup | TyperCommand], command.commands.values())
    return root
