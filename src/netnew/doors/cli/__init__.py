"""The command line. Each module holds the commands of one noun; `main` runs them."""

from __future__ import annotations

import sys
from types import TracebackType

import typer
from typer.exceptions import TyperException

from netnew.doors.cli.commands import commands
from netnew.doors.cli.door import complain, let_go_of_stdout


def main() -> None:
    """Run the command line; every failure ends in one readable line and an exit code."""
    if "--debug" not in sys.argv:
        sys.excepthook = _one_line
    asked = sys.argv[1] if len(sys.argv) > 1 else None
    try:
        code = commands(asked).main(standalone_mode=False)
        sys.stdout.flush()
    except TyperException as error:
        code = _wrong_usage(error)
    except typer.Abort:
        code = 130
    except BrokenPipeError:
        let_go_of_stdout()
        code = 0
    sys.exit(code if isinstance(code, int) else 0)


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
