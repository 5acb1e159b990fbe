"""The command line. Each module holds the commands of one noun; `main` runs them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Annotated, cast

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException

import netnew
from netnew.doors.cli import (
    base,
    demo,
    doctor,
    expansion,
    gate,
    hook,
    ledger,
    mcp,
    memory,
    meter,
    policy,
    replay,
    review,
    serve,
    token,
)
from netnew.doors.cli.door import complain, let_go_of_stdout

app = typer.Typer(
    name="netnew",
    help=netnew.__doc__.splitlines()[0] if netnew.__doc__ else None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    epilog="Start with: netnew demo",
)
app.add_typer(base.group, name="base")
app.add_typer(policy.group, name="policy")
app.add_typer(gate.group, name="gate")
app.add_typer(review.group, name="review")
app.add_typer(ledger.group, name="ledger")
app.add_typer(meter.group, name="meter")
app.add_typer(expansion.group, name="ratchet")
app.add_typer(memory.group, name="memory")
app.add_typer(token.group, name="token")
app.add_typer(hook.group, name="hook")
replay.register(app)
doctor.register(app)
demo.register(app)
serve.register(app)
mcp.register(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"netnew {netnew.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it."),
    ] = False,
) -> None:
    """Tell agents what is net-new, what they already know, and when to stop."""


def main() -> None:
    """Run the command line; every failure ends in one readable line and an exit code."""
    if "--debug" not in sys.argv:
        sys.excepthook = _one_line
    try:
        code = _commands().main(standalone_mode=False)
        sys.stdout.flush()
    except TyperException as error:
        code = _wrong_usage(error)
    except typer.Abort:
        code = 130
    except BrokenPipeError:
        let_go_of_stdout()
        code = 0
    sys.exit(code if isinstance(code, int) else 0)


def _commands() -> TyperGroup:
    """All commands, in the order in which they were added."""
    root = cast(TyperGroup, typer.main.get_command(app))
    waiting: list[TyperGroup | TyperCommand] = [root]
    while waiting:
        command = waiting.pop()
        for parameter in command.get_params(typer.Context(command)):
            if isinstance(parameter, TyperOption) and parameter.is_flag:
                parameter.metavar = ""  # else its help reads `--json <bool>`, as if it took one
        if isinstance(command, TyperGroup):
            waiting += cast(Iterable[TyperGroup | TyperCommand], command.commands.values())
    return root


def _wrong_usage(error: TyperException) -> int:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "netnew"
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    if not message:
        return 2  # nothing was asked for, and Typer has printed the help
    asked = f"{message} " if message.endswith("?") else f"{message.rstrip('.')}; "
    complain(f"{asked}`{path} --help` shows what it takes")
    # To Claude Code 2 means that it must not stop: a misspelt flag would keep it going for ever.
    return 1 if path == "netnew hook claude-code" else 2


def _one_line(
    kind: type[BaseException], error: BaseException, _trace: TracebackType | None
) -> None:
    """Shown for what nobody foresaw: the interpreter calls this and then exits with 1."""
    if isinstance(error, OSError):
        complain(f"the system refused ({error}); see whether the disk is full or not yours")
    else:
        complain(f"an error in netnew itself ({kind.__name__}: {error}); --debug shows where")
