"""What every command shares: --json, --db, --workspace, --debug, one line for each error."""

from __future__ import annotations

import functools
import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

import netnew

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table


@dataclass(frozen=True)
class Door:
    """How one command was called: where to look, and how to answer."""

    json: bool = False
    db: str | None = None
    workspace: str | None = None
    debug: bool = False

    def connect(self) -> netnew.Netnew:
        """Open the database that the flags, the environment or `netnew.toml` name."""
        return netnew.connect(self.db, workspace=self.workspace)

    def answer(self, document: Mapping[str, Any], *shown: RenderableType) -> None:
        """Print one JSON document with --json, else what people read."""
        if self.json:
            self.line(document)
        else:
            console().print(*shown, sep="\n")

    def line(self, document: Mapping[str, Any]) -> None:
        """Print one line of JSON."""
        # Escaped, so that a text with a lone surrogate can be printed at all.
        sys.stdout.write(json.dumps(document) + "\n")


def console() -> Console:
    """A console on stdout that folds at the terminal's width, or 80 where there is none."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False, width=None if sys.stdout.isatty() else 80)


def plain_table(*columns: str) -> Table:
    """A table without lines; cells fold rather than lose their end."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on stdout.")]
DbFlag = Annotated[str | None, typer.Option("--db", metavar="URL", help="Database to use.")]
WorkspaceFlag = Annotated[
    str | None, typer.Option("--workspace", metavar="NAME", help="Whose rows to use.")
]
DebugFlag = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
SHARED = {
    "json": (JsonFlag, False),
    "db": (DbFlag, None),
    "workspace": (WorkspaceFlag, None),
    "debug": (DebugFlag, False),
}


def command(
    group: typer.Typer, name: str, *, example: str
) -> Callable[[Callable[..., int | None]], Callable[..., None]]:
    """Register a function `f(door, …)` as a command; it returns its exit code, or None for 0.

    The four shared flags are added to the command line and arrive as the `Door`.
    """

    def register(function: Callable[..., int | None]) -> Callable[..., None]:
        @functools.wraps(function)
        def run(**arguments: Any) -> None:
            door = Door(**{flag: arguments.pop(flag) for flag in SHARED})
            if door.debug:
                code = function(door, **arguments)
            else:
                code = _guarded(function, door, arguments)
            if code:
                raise typer.Exit(code)

        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        flags = [
            inspect.Parameter(
                flag, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind
            )
            for flag, (kind, default) in SHARED.items()
        ]
        keyword = [item.replace(kind=inspect.Parameter.KEYWORD_ONLY) for item in own]
        run.__signature__ = inspect.Signature(keyword + flags)  # type: ignore[attr-defined]
        # What Typer reads must not be found on the wrapped function, which has no flags.
        run.__annotations__ = {item.name: item.annotation for item in keyword + flags}
        del run.__wrapped__
        group.command(name, epilog=f"Example: {example}")(run)
        return run

    return register


def _guarded(
    function: Callable[..., int | None], door: Door, arguments: Mapping[str, Any]
) -> int | None:
    try:
        return function(door, **arguments)
    except netnew.NetnewError as error:
        complain(str(error))
        return error.exit_code
    except BrokenPipeError:
        let_go_of_stdout()
        return 0


def let_go_of_stdout() -> None:
    """The reader (`head`, a pager) has what it wanted; flush the rest into nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(problem: str) -> None:
    """Print one line on stderr, whatever the problem holds."""
    line = " ".join(problem.split()).encode("utf-8", "backslashreplace").decode()
    print(f"netnew: {line}", file=sys.stderr)
