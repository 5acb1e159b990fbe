"""An export on the disk: there whole or not at all, and over no other file unless told."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from netnew.foundation.errors import FileUnreadableError, InputError
from netnew.foundation.files import write_atomically
from netnew.memory.moving.recognising import MARKDOWN

FORMS: Final = ("jsonl", "markdown")


def export_form(path: Path | None, form: str | None) -> str:
    """How to write an export: as is said, else by the suffix, else JSON Lines.

    >>> export_form(Path("memory.md"), None), export_form(None, None)
    ('markdown', 'jsonl')
    """
    if form is not None and form not in FORMS:
        raise InputError(f"no export is called {form!r:.40}", f"choose {' or '.join(FORMS)}")
    if form is None:
        return "markdown" if path is not None and path.suffix.lower() in MARKDOWN else "jsonl"
    return form


def json_lines(lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each line as JSON; escaped, so that half a character can be written at all."""
    return (json.dumps(line) for line in lines)


def save_lines(lines: Iterable[str], path: Path, *, force: bool) -> int:
    """Write lines to a file and return how many; a file that is there stays unless `force`."""
    if path.is_dir():
        raise FileUnreadableError(f"{path} is a folder", "name a file in it")
    if path.exists() and not force:
        raise InputError(f"{path} is there already", "name another file, or add --force")
    if not path.parent.is_dir():
        raise FileUnreadableError(f"there is no folder {path.parent}", "make it, or name another")
    count = 0

    def chunks() -> Iterator[bytes]:
        nonlocal count
        for line in lines:
            count += 1
            yield line.encode("utf-8", "backslashreplace") + b"\n"

    write_atomically(path, chunks())
    return count
