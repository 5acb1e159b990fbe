"""What people see: plain text and tables, with colour that no text of theirs can ask for."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

# A terminal obeys these: it would move, ring or rename itself on behalf of a stored text.
_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"
}


def visible(text: str) -> str:
    r"""`text` with everything that a terminal would obey, or cannot print, as its escape.

    >>> print(visible("\x1b[31mred\x00 and\u20ac \ud800"))
    \x1b[31mred\x00 and€ \ud800
    """
    return text.translate(_CONTROLS).encode("utf-8", "backslashreplace").decode()


def tint(text: str, style: str) -> Text:
    """`text` in a colour or weight, and nothing in it read as markup.

    >>> tint("[/red]", "red").plain
    '[/red]'
    """
    from rich.text import Text

    return Text(visible(text), style)


def line(*parts: str | Text) -> Text:
    """One line of plain and tinted parts.

    >>> line(tint("whole", "green"), ": 3 rows").plain
    'whole: 3 rows'
    """
    from rich.text import Text

    return Text.assemble(*(visible(part) if isinstance(part, str) else part for part in parts))


def count(number: int, noun: str) -> str:
    """How many of a thing, in words that agree.

    >>> count(1, "item"), count(2000, "item")
    ('1 item', '2,000 items')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def console() -> Console:
    """A console on stdout that folds at the terminal's width, or 80 where there is none."""
    return _plain_console()(
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
        width=None if sys.stdout.isatty() else 80,
    )


def print_whole(text: Text) -> None:
    """Print one line as it is, however narrow the terminal: to be copied."""
    console().print(text, soft_wrap=True)


def plain_table(*columns: str, whole: int = 0) -> Table:
    """A table without lines; cells fold rather than lose their end.

    Those of the first `whole` columns stay on one line, so that they can be copied.
    """
    from rich.table import Table

    # Columns without names have no header: an empty one would be a blank line.
    named = any(columns)
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=named)
    for at, column in enumerate(columns):
        table.add_column(column, overflow="fold", no_wrap=at < whole)
    return table


@cache
def _plain_console() -> type[Console]:
    # Made on first use: Rich is slow to load, and most calls print JSON or help.
    from rich.console import Console

    class PlainConsole(Console):
        """Every string that is printed, alone or in a cell, comes through `render_str`."""

        def render_str(self, text: str, **options: Any) -> Text:
            return super().render_str(visible(text), **options)

    return PlainConsole
