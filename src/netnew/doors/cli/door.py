"""What every command shares: --json, --db, --workspace, --debug, one line for each error."""

from __future__ import annotations

import functools
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import netnew
from netnew.doors.cli.screen import console, visible

if TYPE_CHECKING:
    from rich.console import RenderableType


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

    def connect_to_read(self) -> netnew.Netnew:
        """Open it for a command that only reads: a SQLite file that was named must be there.

        The project's own database may be absent; then it is empty.
        """
        settings = netnew.read_settings(db=self.db, workspace=self.workspace)
        file = _sqlite_file(settings.db)
        if file is not None and not file.exists():
            raise netnew.NotFoundError(
                f"there is no database {file}",
                "check the name, or leave --db out for the project's own",
            )
        return netnew.connect(settings=settings)

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


def _sqlite_file(url: str) -> Path | None:
    """The file that a SQLite URL names; None for one in memory, and for other databases."""
    file = Path(url.removeprefix("sqlite:///").partition("?")[0])
    named = url.startswith("sqlite:///") and file.name not in {"", ":memory:"}
    return file if named else None


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
        if door.debug:
            traceback.print_exc()
        else:
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
    print(f"netnew: {visible(' '.join(problem.split()))}", file=sys.stderr)
